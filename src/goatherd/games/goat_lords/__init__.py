"""Goat Lords by Gatwick Games. The rules are in `rules.py`."""

from goatherd.games.goat_lords.beginner import beginner
from goatherd.games.goat_lords.belief import gather, weigh
from goatherd.games.goat_lords.cards import ACTIONS, KINDS
from goatherd.games.goat_lords.greedy import greedy, guide
from goatherd.games.goat_lords.knowledge import imagine, redact
from goatherd.games.goat_lords.legal import legal
from goatherd.games.goat_lords.observation import OBSERVATION, observe
from goatherd.games.goat_lords.options import OPTIONS, arrange, configure
from goatherd.games.goat_lords.outlook import TUNING, payoffs
from goatherd.games.goat_lords.refusals import refusal
from goatherd.games.goat_lords.rules import apply, over, scores, setup, winners
from goatherd.games.goat_lords.state import STATE
from goatherd.games.goat_lords.story import narrate
from goatherd.games.goat_lords.table import table
from goatherd.games.goat_lords.zones import status, zones
from goatherd.payoff import in_the_open, to_the_end
from goatherd.rule import Contract

GAME = Contract(
    name="goat-lords",
    title="Goat Lords",
    players=(2, 3, 4, 5, 6),
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
    masked=None,  # LORDS-30
    table=table,
    narrate=narrate,
)
