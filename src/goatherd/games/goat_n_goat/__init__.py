"""Goat 'n' Goat by Hisashi Hayashi. The rules are in `rules.py`."""

from goatherd.games.goat_n_goat.beginner import beginner
from goatherd.games.goat_n_goat.belief import gather, weigh
from goatherd.games.goat_n_goat.cards import ACTIONS, KINDS, RANGES
from goatherd.games.goat_n_goat.greedy import greedy, guide
from goatherd.games.goat_n_goat.knowledge import imagine, redact
from goatherd.games.goat_n_goat.observation import OBSERVATION, observe
from goatherd.games.goat_n_goat.options import OPTIONS, arrange, configure
from goatherd.games.goat_n_goat.outlook import TUNING, payoffs
from goatherd.games.goat_n_goat.refusals import refusal
from goatherd.games.goat_n_goat.rules import STATE, apply, legal, over, scores, setup, winners
from goatherd.games.goat_n_goat.table import narrate, table
from goatherd.games.goat_n_goat.zones import status, zones
from goatherd.payoff import in_the_open, to_the_end
from goatherd.rule import Contract

GAME = Contract(
    name="goat-n-goat",
    title="Goat 'n' Goat",
    players=tuple(RANGES),
    together=False,
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
