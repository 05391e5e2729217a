"""Goat Lords by Gatwick Games. The rules are in `rules.py`."""

from goatherd.contract import Contract, Faces, Facts, Rules, Search, Study
from goatherd.games.goat_lords.beginner import beginner
from goatherd.games.goat_lords.belief import gather, weigh
from goatherd.games.goat_lords.cards import ACTIONS, KINDS
from goatherd.games.goat_lords.greedy import greedy, guide
from goatherd.games.goat_lords.invariants import check
from goatherd.games.goat_lords.knowledge import imagine, redact
from goatherd.games.goat_lords.legal import legal
from goatherd.games.goat_lords.looks import LOOKS
from goatherd.games.goat_lords.observation import OBSERVATION, observe
from goatherd.games.goat_lords.options import OPTIONS, arrange, configure
from goatherd.games.goat_lords.outlook import TUNING, payoffs, win_chance
from goatherd.games.goat_lords.reasons import reasons
from goatherd.games.goat_lords.refusals import refusal
from goatherd.games.goat_lords.rules import apply, over, scores, setup, winners
from goatherd.games.goat_lords.state import STATE
from goatherd.games.goat_lords.story import narrate
from goatherd.games.goat_lords.study import EVENTS, watch
from goatherd.games.goat_lords.table import table
from goatherd.games.goat_lords.zones import status, zones

GAME = Contract(
    facts=Facts(
        name="goat-lords",
        title="Goat Lords",
        players=(2, 3, 4, 5, 6),
        actions=ACTIONS,
        kinds=KINDS,
        rank=4,
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
