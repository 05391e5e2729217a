"""Goita, a traditional game of Noto in Japan. The rules are in `rules.py`."""

from goatherd.games.goita.beginner import beginner
from goatherd.games.goita.belief import gather, weigh
from goatherd.games.goita.cards import ACTIONS, KINDS, SEATS
from goatherd.games.goita.foresight import UNITS, foresee, note
from goatherd.games.goita.greedy import greedy
from goatherd.games.goita.guide import guide
from goatherd.games.goita.knowledge import imagine, masked, redact
from goatherd.games.goita.line import ended, read_line, write_line
from goatherd.games.goita.observation import OBSERVATION, observe
from goatherd.games.goita.options import OPTIONS, arrange, configure
from goatherd.games.goita.outlook import TUNING, frame, payoffs, shown
from goatherd.games.goita.refusals import refusal
from goatherd.games.goita.rules import STATE, apply, legal, over, scores, setup, winners
from goatherd.games.goita.table import narrate, table
from goatherd.games.goita.zones import status, zones
from goatherd.rule import Contract, LineNotation

GAME = Contract(
    name="goita",
    title="Goita",
    players=(SEATS,),
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
    notes=UNITS,
    note=note,
    foresee=foresee,
    frame=frame,
    payoffs=payoffs,
    shown=shown,
    gather=gather,
    weigh=weigh,
    zones=zones,
    status=status,
    refusal=refusal,
    masked=masked,
    table=table,
    narrate=narrate,
    line=LineNotation(write_line, read_line, ended),
    quiet="quiet",
)
