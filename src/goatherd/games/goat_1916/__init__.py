"""Goat, published by Milton Bradley in 1916. The rules are in `rules.py`."""

from goatherd.games.goat_1916.beginner import beginner
from goatherd.games.goat_1916.belief import gather, weigh
from goatherd.games.goat_1916.cards import ACTIONS, KINDS
from goatherd.games.goat_1916.greedy import greedy, guide
from goatherd.games.goat_1916.knowledge import imagine, redact
from goatherd.games.goat_1916.observation import OBSERVATION, observe
from goatherd.games.goat_1916.options import OPTIONS, arrange, configure
from goatherd.games.goat_1916.outlook import TUNING, payoffs
from goatherd.games.goat_1916.refusals import refusal
from goatherd.games.goat_1916.rules import STATE, apply, legal, over, scores, setup, winners
from goatherd.games.goat_1916.table import narrate, table
from goatherd.games.goat_1916.zones import status, zones
from goatherd.payoff import in_the_open, to_the_end
from goatherd.rule import Contract

GAME = Contract(
    name="goat-1916",
    title="Goat (1916)",
    players=(4, 6, 8),
    together=True,
    state=STATE,
    actions=ACTIONS,
    kinds=KINDS,
    options=OPTIONS,
    observation=OBSERVATION,
    configure=configure,
    arrange=arrange,
    setup=setup,
    legal=legal,
    apply=apply,
    over=over,
    scores=scores,
    winners=winners,
    redact=redact,
    imagine=imagine,
    observe=observe,
    greedy=greedy,
    beginner=beginner,
    tuning=TUNING,
    guide=guide,
    frame=to_the_end,
    payoffs=payoffs,
    shown=in_the_open,
    gather=gather,
    weigh=weigh,
    zones=zones,
    status=status,
    refusal=refusal,
    masked=None,
    table=table,
    narrate=narrate,
)
