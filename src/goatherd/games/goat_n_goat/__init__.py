"""Goat 'n' Goat by Hisashi Hayashi. The rules are in `rules.py`."""

from goatherd.contract import Contract, Faces, Facts, Rules, Search, Study
from goatherd.games.goat_n_goat.beginner import beginner
from goatherd.games.goat_n_goat.belief import gather, weigh
from goatherd.games.goat_n_goat.cards import ACTIONS, FULL, KINDS
from goatherd.games.goat_n_goat.greedy import greedy, guide
from goatherd.games.goat_n_goat.invariants import check
from goatherd.games.goat_n_goat.knowledge import imagine, redact
from goatherd.games.goat_n_goat.looks import LOOKS
from goatherd.games.goat_n_goat.observation import OBSERVATION, observe
from goatherd.games.goat_n_goat.options import OPTIONS, arrange, configure
from goatherd.games.goat_n_goat.outlook import TUNING, payoffs, win_chance
from goatherd.games.goat_n_goat.reasons import reasons
from goatherd.games.goat_n_goat.refusals import refusal
from goatherd.games.goat_n_goat.rules import STATE, apply, legal, over, scores, setup, winners
from goatherd.games.goat_n_goat.study import EVENTS, watch
from goatherd.games.goat_n_goat.table import narrate, table
from goatherd.games.goat_n_goat.zones import status, zones

GAME = Contract(
    facts=Facts(
        name="goat-n-goat",
        title="Goat 'n' Goat",
        players=tuple(FULL.ranges),
        actions=ACTIONS,
        kinds=KINDS,
        rank=1,
        options=OPTIONS,
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
    ),
    search=Search(
        greedy=greedy,
        beginner=beginner,
        tuning=TUNING,
        guide=guide,
        guides_unlisted=True,
        payoffs=payoffs,
        win_chance=win_chance,
        gather=gather,
        weigh=weigh,
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
    ),
    study=Study(events=EVENTS, watch=watch),
    looks=LOOKS,
)
