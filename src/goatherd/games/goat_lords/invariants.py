"""What holds in every record of Goat Lords, and in every view of one."""

import numpy as np

from goatherd.games.goat_lords.cards import (
    GOATINI,
    GOATLETTE,
    KINDS,
    LORD,
    MAX_CARDS,
    MAX_DUEL,
    MAX_FRONT,
    MAX_GOATS,
    MAX_HAND,
    MAX_STACKS,
    NONE,
    SNEAK,
    SPECTATOR,
    VIEWERS,
    WILDS,
)
from goatherd.games.goat_lords.deck import MAX_COUNT, MAX_EXTRA, MAX_POINTS, MINI_HAND
from goatherd.games.goat_lords.knowledge import lord_room, wild_room
from goatherd.games.goat_lords.legal import is_target, legal_targets
from goatherd.games.goat_lords.state import (
    ACTION_KINDS,
    ANSWERING,
    COMMON,
    DEFENDING,
    DROPPING,
    EXTRA_CARDS,
    FIRE_RAINING,
    GOAT_KINDS,
    NOTHING,
    OVER,
    PLAYING,
    PRESSING,
    SECRETS,
    SET_UP,
    STACKING,
    TARGETING,
    TRASHING,
    TURNING,
    byte,
    stack_count,
    stack_kind,
    stack_points,
)
from goatherd.invariants import Numbers, counted, equal, filled, numbers, require, unused, within
from goatherd.rule import NOBODY, State

ALL_KINDS = len(KINDS)
MOST_PLAYS = 1 + ACTION_KINDS * MAX_EXTRA
MOST_HELD = 60
"""Of the seat whose turn it is: it draws and takes while it plays."""


def check(s: State, viewer: int | None) -> None:
    """BadState unless a match can come to this record, as the truth (None) or as a seat sees it."""
    check_ranges(s)
    hidden = viewer is not None and s.phase != OVER
    check_bits(s)
    herds = check_herds(s)
    check_open_cards(s, herds)
    check_hands(s, viewer if hidden else None, hidden)
    check_told(s)
    check_deck(s, hidden)
    check_phase(s)
    if hidden:
        check_wilds(s, SPECTATOR if viewer is None else viewer)


def check_ranges(s: State) -> None:
    within(s, PLAYING, OVER, "phase")
    within(s, 0, s.players - 1, "active", "waiting")
    within(s, MINI_HAND, MAX_HAND, "hand_size")
    within(s, 0, 1, "herds_asked", "tops_only", "ordered", "may_act")
    within(s, 0, MOST_PLAYS, "plays")
    within(s, 0, FIRE_RAINING, "fire")
    within(s, NONE, ACTION_KINDS - 1, "card")
    within(s, NONE, s.players - 1, "target")
    within(s, NONE, MAX_STACKS - 1, "place")
    within(s, 0, MAX_HAND, "wanted")
    within(s, SET_UP, EXTRA_CARDS, "purpose")
    within(s, 0, MAX_CARDS, "left")
    within(s, 0, MAX_GOATS, "discarded", "in_hands")
    within(s, 0, MAX_DUEL, "dueled")
    within(s, 0, MAX_STACKS, "born", "stacks", "top", "below")
    within(s, 0, MOST_HELD, "held", "unseen", "missed")
    within(s, 0, MAX_FRONT + 1, "fronts", "front")
    within(s, NOTHING, SECRETS, "told")
    within(s, 0, MOST_HELD, "hand", "known")
    within(s, 0, MAX_POINTS, "points")
    within(s, 0, MAX_EXTRA, "extra")
    within(s, 0, MAX_COUNT, "counts", "face_up", "trash")
    within(s, 0, (1 << 31) - 1, "stack")
    require(numbers(s.counts).sum() <= MAX_CARDS, "counts are of too many cards")
    require(numbers(s.counts)[:GOAT_KINDS].sum() <= MAX_GOATS, "counts are of too many goats")
    unused(s, s.players, 0, "stacks", "top", "held", "unseen", "fronts", "missed", "told", "hand")
    unused(s, s.players, 0, "front", "kinds", "pairs", "cards", "worth", "no_wild", "no_lord")
    unused(s, s.players, 0, "known")


def check_bits(s: State) -> None:
    """The bits that rules read instead of counting."""
    hand, front = numbers(s.hand), numbers(s.front)
    equal(s.kinds, (hand > 0) @ (1 << np.arange(GOAT_KINDS)), "kinds is not what is in a hand")
    equal(s.pairs, (hand > 1) @ (1 << np.arange(GOAT_KINDS)), "pairs is not what is in a hand")
    equal(s.cards, (front > 0) @ (1 << np.arange(ACTION_KINDS)), "cards is not what lies in front")


def check_herds(s: State) -> Numbers:
    """Every stack lies in one herd, or was blown up; how many goats of each kind they hold."""
    found = np.zeros(ALL_KINDS, np.int64)
    seen: set[int] = {0}
    for seat in range(s.players):
        which, worth = int(s.top[seat]), 0
        for _ in range(s.stacks[seat]):
            require(which not in seen and which <= s.born, "a stack lies in two herds, or in none")
            seen.add(which)
            stack = int(s.stack[which])
            found += goats_in(stack)
            worth += stack_points(s, stack)
            which = int(s.below[which])
        require(which == 0, "a herd has more stacks than it counts")
        require(s.worth[seat] == worth, "worth is not what a herd is worth")
    for which in range(MAX_STACKS + 1):
        lies = which in seen and which > 0
        require(lies or s.below[which] == 0, "below tells of a stack that is in no herd")
        require(lies or s.stack[which] == 0, "stack tells of one that is in no herd")
    lost = numbers(s.trash)[:GOAT_KINDS].sum()
    require(2 * s.born <= found.sum() + lost, "born counts more stacks than there are goats for")
    return found


def goats_in(stack: int) -> Numbers:
    """How many goats of each kind a stack holds."""
    kind = stack_kind(stack)
    require(WILDS <= kind < GOAT_KINDS, "stack is of no kind of goat")
    found = np.zeros(ALL_KINDS, np.int64)
    for one in (kind, GOATINI, LORD):
        found[one] = stack_count(stack, one)
    require(found[kind] >= 1 and found.sum() >= 2, "stack is of too few goats")
    return found


def check_open_cards(s: State, herds: Numbers) -> None:
    """All that lies open is counted in `face_up`, wherever it lies."""
    discard = filled(s.discard, s.discarded, NONE, "discard")
    duel = filled(s.duel, s.dueled, NONE, "duel")
    for name, pile in (("discard", discard), ("duel", duel)):
        require(
            ((pile >= 0) & (pile < GOAT_KINDS)).all(), f"{name} holds something that is no goat"
        )
    lying = counted(discard, ALL_KINDS) + counted(duel, ALL_KINDS) + numbers(s.trash) + herds
    equal(s.face_up, lying, "face_up is not what lies open")


def check_hands(s: State, viewer: int | None, hidden: bool) -> None:
    """Of others, a view names what it knows; the rest is counted."""
    hand, known = numbers(s.hand), numbers(s.known)
    equal(hand.sum(axis=1) + numbers(s.unseen), s.held, "held is not what is in a hand")
    require(s.in_hands == numbers(s.held).sum(), "in_hands is not what is in all hands")
    for seat in range(s.players):
        named = int(numbers(s.front[seat]).sum())
        most = MOST_HELD if seat == s.active else int(s.hand_size)
        require(s.phase == OVER or s.held[seat] <= most, "a hand is too large")
        if not hidden or seat == viewer:
            require(s.unseen[seat] == 0, "unseen counts cards that are named")
            require(named == s.fronts[seat], "fronts is not what lies in front")
            continue
        require(named == 0, "front shows what is hidden")
        told = known[seat, :, SPECTATOR if viewer is None else viewer].copy()
        most_known = {NOTHING: 0, COMMON: WILDS, SECRETS: GOAT_KINDS}[int(s.told[seat])]
        told[most_known:] = 0
        equal(hand[seat], told, "hand names what is hidden")


def check_told(s: State) -> None:
    """LORDS-30: what each viewer knows of a hand is no more than it holds."""
    for seat in range(s.players):
        known, told = numbers(s.known[seat]), int(s.told[seat])
        if told == NOTHING:
            words = int(s.no_wild[seat]) | int(s.no_lord[seat])
            require(not known.any() and words == 0, "something is known of which nothing is told")
        require(told == SECRETS or not known[WILDS:].any(), "known is more than all know")
        require((known.sum(axis=0) <= s.held[seat]).all(), "known is more than a hand holds")
        for viewer in range(VIEWERS):
            no_wild, no_lord = byte(s.no_wild[seat], viewer), byte(s.no_lord[seat], viewer)
            wilds, lords = int(known[:WILDS, viewer].sum()), int(known[LORD, viewer])
            require(no_wild + wilds <= s.held[seat], "no_wild is more than a hand holds")
            require(no_lord + lords <= s.held[seat], "no_lord is more than a hand holds")


def check_deck(s: State, hidden: bool) -> None:
    """LORDS-1: of each kind as many as there are, those that nobody sees among them."""
    named = numbers(s.face_up)
    named[:GOAT_KINDS] += numbers(s.hand).sum(axis=0)
    named[GOAT_KINDS:] += numbers(s.front).sum(axis=0)
    unseen = numbers(s.counts) - named
    require((unseen >= 0).all(), "there are more cards of a kind than there can be")
    if not hidden:
        deck = filled(s.deck, s.left, NONE, "deck")
        require(((deck >= 0) & (deck < ALL_KINDS)).all(), "deck holds something that is no card")
        equal(counted(deck, ALL_KINDS), unseen, "cards are missing")
        return
    require((numbers(s.deck) == NONE).all(), "deck shows what is hidden")
    goats, actions = unseen[:GOAT_KINDS].sum(), unseen[GOAT_KINDS:].sum()
    in_front = numbers(s.fronts).sum() - numbers(s.front).sum()
    require(goats + actions == numbers(s.unseen).sum() + in_front + s.left, "cards are missing")
    require(0 <= in_front <= actions, "there are not action cards enough")
    require(goats >= numbers(s.unseen).sum(), "there are not goats enough")


def check_phase(s: State) -> None:
    require((s.turn == NOBODY) == (s.phase == OVER), "turn does not fit the phase")
    check_waiting(s)
    if s.phase == OVER:
        require(s.in_hands == 0 and s.left == 0, "cards are left at the end")
        return
    own = s.phase in (PLAYING, TARGETING, STACKING, TURNING, PRESSING, DROPPING)
    require(not own or s.turn == s.active, "turn is not of whose turn it is")
    require(s.phase != PLAYING or (s.plays > 0 and s.held[s.turn] > 0), "there is nothing to play")
    dropping = s.phase == DROPPING
    require(not dropping or s.held[s.turn] > s.hand_size, "there is nothing to drop")
    check_duel(s)
    check_card(s)


def check_waiting(s: State) -> None:
    """LORDS-5: only whoever has to trash a card makes others wait for theirs."""
    trashing = s.phase == TRASHING
    require(trashing or (s.wanted == 0 and s.waiting == 0), "somebody waits for nothing")
    for seat in range(s.players):
        most = MAX_FRONT + (trashing and seat == s.turn)
        require(s.fronts[seat] <= most, "too many action cards lie in front")
    require(not trashing or s.fronts[s.turn] > MAX_FRONT, "there is nothing to trash")


def check_duel(s: State) -> None:
    """LORDS-11: attacker and defender lay cards in turn, for the top stack of a herd."""
    fighting = s.phase in (DEFENDING, PRESSING)
    require(fighting == (s.dueled > 0), "dueled does not fit the phase")
    require(s.fire != FIRE_RAINING or fighting, "fire rains on nothing")
    if not fighting:
        return
    require(s.dueled % 2 == (s.phase == DEFENDING), "dueled does not fit the turn")
    require(s.target not in (NONE, s.active), "nobody is attacked")
    require(s.stacks[s.target] > 0, "there is no stack to fight for")
    require(s.phase != DEFENDING or s.turn == s.target, "another than the attacked defends")
    top = stack_kind(int(s.stack[s.top[s.target]]))
    fits = [int(kind) in (LORD, GOATINI, top) for kind in s.duel[: s.dueled]]
    require(all(fits), "duel holds a card that does not fit its stack")
    answers = MAX_DUEL - int(s.dueled)
    defences = int(s.held[s.target])
    require(2 * defences <= answers + 1, "the duel would have no end")


def check_card(s: State) -> None:
    """LORDS-15: an action card that is carried out, and whom it is for."""
    carried_out = s.phase in (TARGETING, STACKING, TURNING, ANSWERING)
    require(carried_out == (s.card != NONE), "card does not fit the phase")
    aimed = s.phase in (STACKING, ANSWERING, DEFENDING, PRESSING)
    require(aimed == (s.target != NONE), "target does not fit the phase")
    require((s.phase == TURNING) == (s.card == GOATLETTE), "card does not fit the phase")
    placed = s.phase == ANSWERING and s.card == SNEAK
    require(placed == (s.place != NONE), "place does not fit the phase")
    if s.phase == TARGETING:
        room = np.zeros(int(s.players) + 1, np.int16)
        require(legal_targets(s, room) > 0, "there is nobody to aim at")
    if s.phase in (STACKING, ANSWERING):
        require(s.target != s.active, "somebody aims at themselves")
        require(is_target(s, s.target, s.card), "the card cannot be aimed at them")
        require(s.phase != STACKING or s.card == SNEAK, "card does not fit the phase")
    if s.phase == ANSWERING:
        require(s.turn == s.target and s.fronts[s.turn] > 0, "turn is of nobody asked")
        require(s.place == NONE or 1 <= s.place < s.stacks[s.target] - 1, "there is no such stack")


def check_wilds(s: State, viewer: int) -> None:
    """The unseen wilds find a place, as far as is known who has none (LORDS-30)."""
    unseen = numbers(s.counts)[:WILDS] - numbers(s.face_up)[:WILDS]
    unseen -= numbers(s.hand)[:, :WILDS].sum(axis=0)
    goats = numbers(s.counts)[:GOAT_KINDS].sum() - numbers(s.face_up)[:GOAT_KINDS].sum()
    pile = int(goats - s.in_hands)
    for_lords = for_all = pile
    for seat in range(s.players):
        if seat != viewer and s.unseen[seat] > 0:
            lords = int(s.known[seat, LORD, viewer])
            wilds = lords + int(s.known[seat, GOATINI, viewer])
            room = max(min(int(s.unseen[seat]), wild_room(s, seat, viewer) - wilds), 0)
            for_all += room
            for_lords += max(min(room, lord_room(s, seat, viewer) - lords), 0)
    require(unseen[LORD] <= for_lords, "there is no place for the lords")
    require(unseen.sum() <= for_all, "there is no place for the wilds")
