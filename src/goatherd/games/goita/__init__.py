"""Goita, a traditional game of Noto in Japan. The rules are in `rules.py`."""

from goatherd.contract import Contract, Faces, Facts, Rules, Search, Study
from goatherd.games.goita.beginner import beginner
from goatherd.games.goita.belief import gather, weigh
from goatherd.games.goita.cards import ACTIONS, KINDS, SEATS
from goatherd.games.goita.foresight import UNITS, node_features, predict
from goatherd.games.goita.greedy import greedy
from goatherd.games.goita.guide import guide
from goatherd.games.goita.invariants import check
from goatherd.games.goita.knowledge import ended, finish, imagine, masked, redact
from goatherd.games.goita.line import read_line, write_line
from goatherd.games.goita.looks import LOOKS
from goatherd.games.goita.observation import OBSERVATION, observe
from goatherd.games.goita.options import OPTIONS, PARTNERS, arrange, clash, configure
from goatherd.games.goita.outlook import (
    ENDGAME,
    TUNING,
    horizon,
    payoffs,
    public_action,
    win_chance,
)
from goatherd.games.goita.reasons import reasons
from goatherd.games.goita.refusals import refusal
from goatherd.games.goita.rules import STATE, apply, legal, over, scores, setup, winners
from goatherd.games.goita.study import EVENTS, watch
from goatherd.games.goita.table import narrate, table
from goatherd.games.goita.zones import status, zones
from goatherd.rule import LineNotation, Rounds

GAME = Contract(
    facts=Facts(
        name="goita",
        title="Goita",
        players=(SEATS,),
        actions=ACTIONS,
        kinds=KINDS,
        rank=3,
        together=True,
        options=OPTIONS,
        quiet="quiet",
        partners=PARTNERS,
    ),
    rules=Rules(
        state=STATE,
        setup=setup,
        legal=legal,
        apply=apply,
        scores=scores,
        winners=winners,
        redact=redact,
        imagine=imagine,
        check=check,
        over=over,
        configure=configure,
        arrange=arrange,
        inlined=False,
        masked=masked,
        clash=clash,
        rounds=Rounds(ended, finish),
    ),
    search=Search(
        greedy=greedy,
        beginner=beginner,
        tuning=TUNING,
        guide=guide,
        guides_unlisted=True,
        horizon=horizon,
        payoffs=payoffs,
        win_chance=win_chance,
        public_action=public_action,
        gather=gather,
        weigh=weigh,
        feature_count=UNITS,
        node_features=node_features,
        predict=predict,
        endgame=ENDGAME,
        observation=OBSERVATION,
        observe=observe,
    ),
    faces=Faces(
        zones=zones,
        status=status,
        refusal=refusal,
        reasons=reasons,
        table=table,
        narrate=narrate,
        line=LineNotation(write_line, read_line),
    ),
    study=Study(events=EVENTS, watch=watch),
    looks=LOOKS,
)
