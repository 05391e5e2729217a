"""Goat, published by Milton Bradley in 1916. The rules are in `rules.py`."""

from goatherd.contract import Contract, Faces, Facts, Rules, Search, Study
from goatherd.games.goat_1916.beginner import beginner
from goatherd.games.goat_1916.belief import gather, weigh
from goatherd.games.goat_1916.cards import ACTIONS, KINDS
from goatherd.games.goat_1916.greedy import greedy, guide
from goatherd.games.goat_1916.invariants import check
from goatherd.games.goat_1916.knowledge import imagine, redact
from goatherd.games.goat_1916.looks import LOOKS
from goatherd.games.goat_1916.observation import OBSERVATION, observe
from goatherd.games.goat_1916.options import OPTIONS, arrange, configure
from goatherd.games.goat_1916.outlook import TUNING, payoffs, win_chance
from goatherd.games.goat_1916.reasons import reasons
from goatherd.games.goat_1916.refusals import refusal
from goatherd.games.goat_1916.rules import STATE, apply, legal, over, scores, setup, winners
from goatherd.games.goat_1916.study import EVENTS, watch
from goatherd.games.goat_1916.table import narrate, table
from goatherd.games.goat_1916.zones import status, zones

GAME = Contract(
    facts=Facts(
        name="goat-1916",
        title="Goat (1916)",
        players=(4, 6, 8),
        actions=ACTIONS,
        kinds=KINDS,
        rank=2,
        together=True,
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
