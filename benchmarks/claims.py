"""What the project claims about its speed: every row of the table, with its target."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import goatherd
from benchmarks import limit, ours, peers, research, search, solver, start
from benchmarks.measure import Figure, Probe

HEARTS_TIMES = 25.0
HEARTS_TIMES_OF = {"goita": 80.0}


@dataclass(frozen=True)
class Claim:
    """One row: a figure of ours, what it is held against (the best of those), and the target.

    With nothing to hold it against, the target is for the figure itself; without a target, the row
    is there to be looked at.
    """

    ours: Probe
    target: float | None
    against: tuple[Probe, ...] = ()
    at_most: bool = False

    def met_by(self, ratio: float) -> bool | None:
        """Whether that ratio (or figure) reaches the target, if there is one."""
        if self.target is None:
            return None
        return ratio <= self.target if self.at_most else ratio >= self.target


@dataclass(frozen=True)
class Group:
    """Rows that are measured in turns with one another."""

    key: str
    title: str
    claims: tuple[Claim, ...]

    def probes(self) -> list[Probe]:
        """All figures the rows need, each once, theirs before ours."""
        theirs = [probe for claim in self.claims for probe in claim.against]
        return list(dict.fromkeys([*theirs, *(claim.ours for claim in self.claims)]))


@dataclass(frozen=True)
class Row:
    """A claim with what was measured."""

    group: str
    claim: Claim
    ours: Figure
    rival: Figure | None

    @property
    def ratio(self) -> float | None:
        """Ours over the rival's, or our figure itself; None where one of them is not there."""
        if not self.claim.against:
            return self.ours.best
        if self.rival is None or self.rival.best is None or self.ours.best is None:
            return None
        return self.ours.best / self.rival.best

    @property
    def met(self) -> bool | None:
        """None where it could not be measured."""
        return None if self.ratio is None else self.claim.met_by(self.ratio)


def rows(group: Group, figures: dict[str, Figure]) -> list[Row]:
    """The group's rows, each against the best of its rivals."""
    return [
        Row(group.title, claim, figures[claim.ours.name], best_of(claim.against, figures))
        for claim in group.claims
    ]


def best_of(probes: tuple[Probe, ...], figures: dict[str, Figure]) -> Figure | None:
    """The fastest of the rivals that could be measured; the first, if none could."""
    found = [figures[probe.name] for probe in probes]
    return max(found, key=lambda figure: figure.best or 0.0, default=None)


# The groups


def play() -> Group:
    """Compiled random play, every game and number of players."""
    claims = (
        Claim(
            ours.play_probe(name, players),
            HEARTS_TIMES_OF.get(name, HEARTS_TIMES),
            against=(peers.HEARTS,),
        )
        for name, players in ours.tables()
    )
    return Group("play", "random play, one core", tuple(claims))


def physical_limit() -> Group:
    """Goita rounds against C."""
    claim = Claim(ours.GOITA_ROUNDS, 0.35, against=(limit.ROUNDS,))
    return Group("limit", "share of the physical limit", (claim,))


def single_steps() -> Group:
    """One match, step by step from Python, chosen in either way."""
    makers = (ours.mask_step_probe, ours.random_step_probe)
    claims = (
        Claim(make(name, most_players(name)), 1.0, against=(peers.HEARTS,))
        for name in goatherd.games()
        for make in makers
    )
    return Group("step", "single steps from Python", tuple(claims))


def batches() -> Group:
    """1,024 matches with mask and observation, against either peer."""
    claims = (
        Claim(ours.batch_probe(name, players), target, against=rivals)
        for name, players in ours.tables()
        for target, rivals in (
            (20.0, peers.WITH_TENSOR),
            (None, peers.WITH_REUSED_TENSOR),
            (10.0, peers.PGX),
        )
    )
    return Group("batch", "1,024 matches: step, mask, observation", tuple(claims))


def cores() -> Group:
    """Two threads against one."""
    claims = (
        Claim(
            ours.cores_probe(name, most_players(name), 2),
            1.7,
            against=(ours.cores_probe(name, most_players(name), 1),),
        )
        for name in goatherd.games()
    )
    return Group("cores", "two cores against one", tuple(claims))


def searching() -> Group:
    """Tree search next to plain playouts of the same game, and next to OpenSpiel's."""
    claims = [
        Claim(search.iterations(name, players), 0.4, (search.playouts(name, players),))
        for name, players in ours.tables()
    ]
    claims.append(Claim(search.iterations("goita", 4), 2.0, (peers.ISMCTS,)))
    return Group("search", "tree search, one core", tuple(claims))


def people() -> Group:
    """Interpreted play."""
    claims = (
        Claim(ours.interpreted_probe(name, players), 2000.0) for name, players in ours.tables()
    )
    return Group("people", "interpreted play", tuple(claims))


def solving() -> Group:
    """The exact value of Goita positions, medians over a hundred deals."""
    claims = (
        Claim(solver.WHOLE_ROUND, 1.5, at_most=True),
        Claim(solver.EVERY_MOVE, 5.0, at_most=True),
        Claim(solver.HALF_PLAYED, 5.0, at_most=True),
        Claim(solver.WORLDS, 20_000.0),
    )
    return Group("solver", "the Goita solver, one core", claims)


def learning() -> Group:
    """Environments for learners, and a study."""
    claims = [
        *(
            Claim(research.aec_probe(name), 10.0, against=(research.HOLDEM,))
            for name in goatherd.games()
        ),
        *(
            Claim(research.vector_probe(name), target, against=rivals)
            for name in goatherd.games()
            for target, rivals in ((20.0, (research.SPIEL_VECTOR,)), (10.0, peers.PGX))
        ),
        Claim(research.STUDY, 60.0, at_most=True),
    ]
    return Group("research", "environments for learners, a study", tuple(claims))


def starting() -> Group:
    """Import and compile."""
    claims = (
        Claim(start.IMPORT_TIME, 0.3, at_most=True),
        Claim(start.HEAVY_IMPORTS, 0.0, at_most=True),
        Claim(start.FIRST, 90.0, at_most=True),
        Claim(start.LATER, 4.0, at_most=True),
    )
    return Group("start", "waiting", claims)


def most_players(name: str) -> int:
    """The largest table of a game, where one row stands for all."""
    return max(goatherd.load(name).players)


GROUPS: dict[str, Callable[[], Group]] = {
    "play": play,
    "limit": physical_limit,
    "step": single_steps,
    "batch": batches,
    "cores": cores,
    "search": searching,
    "solver": solving,
    "people": people,
    "research": learning,
    "start": starting,
}
"""In the order of the table; `--only` takes these names."""
