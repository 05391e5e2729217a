"""The chance of a match: a keyed generator for real matches, a fast one for simulations.

Both live in the three words of a record's `rng` field, and `@rule` functions draw from either
without knowing which:

* keyed: `(key low, key high, counter)`. Draw number c is SipHash-2-4 of c under the 128-bit key,
  so what players see of a match says nothing about the cards to come;
* fast: `(state, state, FAST)`, xoroshiro128+, for playouts, batches and imagined worlds.

The arithmetic is the same source interpreted and compiled: Python's integers are cut to 64 bits
by `& WORD`, which costs nothing in compiled code, where `u64` makes every operand a machine word.
"""

from typing import Any

import numpy as np

from goatherd.rule import State, rule

WORD = 0xFFFF_FFFF_FFFF_FFFF
HALF = 0xFFFF_FFFF
FAST = WORD
"""Third word of a fast generator; a keyed one counts up from zero and never gets there."""

SEED_BITS = 128
BATCH_BITS = 56
"""A fast shuffle cuts several bounded numbers out of one word of this many bits."""
BATCH_MASK = (1 << BATCH_BITS) - 1
BATCH = 4
"""How many: each takes at most 8 bits, which leaves a bias below 2**-24 to the last one."""


@rule
def u64(x: Any) -> Any:
    """An unsigned 64-bit number: plain `int` here, a machine word once compiled."""
    return int(x)


@rule
def i64(x: Any) -> Any:
    """A signed one, of a small number: compiled, signed and unsigned do not mix."""
    return int(x)


@rule
def rotate(x: Any, bits: int) -> Any:
    return ((x << u64(bits)) & u64(WORD)) | (x >> u64(64 - bits))


@rule
def sip_round(a: Any, b: Any, c: Any, d: Any) -> Any:
    """One SipRound on the four words of state."""
    word = u64(WORD)
    a = (a + b) & word
    c = (c + d) & word
    b = rotate(b, 13) ^ a
    d = rotate(d, 16) ^ c
    a = rotate(a, 32)
    c = (c + b) & word
    a = (a + d) & word
    b = rotate(b, 17) ^ c
    d = rotate(d, 21) ^ a
    return a, b, rotate(c, 32), d


@rule
def siphash(low: Any, high: Any, message: Any) -> Any:
    """SipHash-2-4 of one eight-byte message under the key `(low, high)`."""
    a = low ^ u64(0x736F6D6570736575)
    b = high ^ u64(0x646F72616E646F6D)
    c = low ^ u64(0x6C7967656E657261)
    d = high ^ u64(0x7465646279746573) ^ message
    for _ in range(2):
        a, b, c, d = sip_round(a, b, c, d)
    a ^= message
    length = u64(8 << 56)
    d ^= length
    for _ in range(2):
        a, b, c, d = sip_round(a, b, c, d)
    a ^= length
    c ^= u64(0xFF)
    for _ in range(4):
        a, b, c, d = sip_round(a, b, c, d)
    return a ^ b ^ c ^ d


@rule
def draw_keyed(s: State) -> Any:
    count = u64(s.rng[2])
    s.rng[2] = count + u64(1)
    return siphash(u64(s.rng[0]), u64(s.rng[1]), count)


@rule
def draw_fast(s: State) -> Any:
    """One step of xoroshiro128+."""
    a = u64(s.rng[0])
    b = u64(s.rng[1])
    out = (a + b) & u64(WORD)
    b ^= a
    s.rng[0] = rotate(a, 24) ^ b ^ ((b << u64(16)) & u64(WORD))
    s.rng[1] = rotate(b, 37)
    return out


@rule
def draw(s: State) -> Any:
    """The next 64 random bits of this record."""
    if u64(s.rng[2]) == u64(FAST):
        return draw_fast(s)
    return draw_keyed(s)


# Chance that somebody else tells: for whoever goes through all that may come (`research.tree`).
# Compiled, no record has a teller, and what follows from one is left out (`fast.dispatch`).


def is_told(s: State) -> bool:
    """Whether a record's teller says what chance brings, in place of its generator."""
    return s.teller is not None


def told_number(s: State, n: int) -> Any:
    """One from 0 to n-1."""
    return s.teller.number(n)


def told_place(s: State, counts: Any) -> int:
    """The place of one thing of which there are so many at each place."""
    return int(s.teller.place(counts))


def deal_late(s: State, cards: Any, n: int) -> None:
    """What each of these cards is will be said when it is looked at."""
    s.teller.deal_late(s, cards, n)


def told_top(s: State, cards: Any, n: int, first: int, end: int) -> None:
    """What the last of n cards is, of the kinds from `first` to before `end`."""
    s.teller.turn_up(cards, n, first, end)


@rule
def below(s: State, n: int) -> int:
    """A uniform number from 0 to n-1 (exactly uniform: the few uneven draws are thrown away)."""
    if is_told(s):
        return int(told_number(s, n))
    bound = u64(n)
    product = (draw(s) >> u64(32)) * bound
    if (product & u64(HALF)) < bound:
        uneven = (u64(1 << 32) - bound) % bound
        while (product & u64(HALF)) < uneven:
            product = (draw(s) >> u64(32)) * bound
    return int(product >> u64(32))


@rule
def place(s: State, counts: Any, total: int) -> int:
    """The place of one of so many things, each as likely as any other, by their counts."""
    if is_told(s):
        return told_place(s, counts)
    at = 0
    skip = below(s, total) - int(counts[0])
    while skip >= 0:
        at += 1
        skip -= int(counts[at])
    return at


@rule
def part(s: State) -> float:
    """A uniform number from 0 up to but not including 1."""
    return float(draw(s) >> u64(11)) * (1.0 / (1 << 53))


@rule
def shuffle(s: State, cards: Any, n: int) -> None:
    """Put the first n entries of `cards` into random order (n at most 256)."""
    if is_told(s):
        deal_late(s, cards, n)
        return
    if u64(s.rng[2]) == u64(FAST):
        shuffle_fast(s, cards, n)
        return
    for i in range(n - 1, 0, -1):
        j = below(s, i + 1)
        cards[i], cards[j] = cards[j], cards[i]


@rule
def shuffle_fast(s: State, cards: Any, n: int) -> None:
    """Fisher-Yates with several places cut out of each random word."""
    left = 0
    word = u64(0)
    for i in range(n - 1, 0, -1):
        if left == 0:
            word = draw_fast(s) >> u64(64 - BATCH_BITS)
            left = BATCH
        product = word * u64(i + 1)
        j = product >> u64(BATCH_BITS)
        word = product & u64(BATCH_MASK)
        left -= 1
        cards[i], cards[j] = cards[j], cards[i]


@rule
def turn_up(s: State, cards: Any, n: int, first: int, end: int) -> None:
    """Shuffle on until the last of n cards is of the kinds from `first` to before `end`."""
    if is_told(s):
        told_top(s, cards, n, first, end)
        return
    while cards[n - 1] < first or cards[n - 1] >= end:
        shuffle(s, cards, n)


@rule
def seed_fast(s: State, seed: Any, index: Any) -> None:
    """Give the record a fast generator of its own: stream `index` of `seed`."""
    x = mix((u64(seed) + u64(index) * u64(0x9E3779B97F4A7C15)) & u64(WORD))
    s.rng[0] = x
    s.rng[1] = mix(x ^ u64(0xD1B54A32D192ED03)) | u64(1)
    s.rng[2] = u64(FAST)


@rule
def mix(x: Any) -> Any:
    """The finisher of splitmix64: neighbouring numbers in, unrelated ones out."""
    word = u64(WORD)
    x = (x + u64(0x9E3779B97F4A7C15)) & word
    x = ((x ^ (x >> u64(30))) * u64(0xBF58476D1CE4E5B9)) & word
    x = ((x ^ (x >> u64(27))) * u64(0x94D049BB133111EB)) & word
    return x ^ (x >> u64(31))


def seed_keyed(s: State, seed: int) -> None:
    """Give the record the keyed generator of a 128-bit seed."""
    s.rng[0] = seed & WORD
    s.rng[1] = seed >> 64
    s.rng[2] = 0


RNG = ("rng", np.uint64, (3,))
"""The field that every game's record begins with."""
