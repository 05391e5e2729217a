"""Records as interpreted rules see them: the very memory of the array, in plain numbers."""

import numpy as np
import pytest

from goatherd.interpreted import as_record
from goatherd.rule import record_type

PAIR = record_type([("turn", np.int8), ("round", np.int16), ("hand", np.int8, (2, 3))])


def test_a_record_is_the_memory_of_its_array() -> None:
    states = np.zeros(1, PAIR)
    s = as_record(states)
    s.turn = -1
    s.round += 300
    s.hand[1, 2] = 7
    assert states["turn"].tolist() == [-1]
    assert states["round"].tolist() == [300]
    assert states["hand"].tolist() == [[[0, 0, 0], [0, 0, 7]]]
    s.hand[:] = 1
    assert as_record(states).hand.tolist() == [[1, 1, 1], [1, 1, 1]]


def test_a_record_reads_numbers_once() -> None:
    states = np.zeros(1, PAIR)
    s = as_record(states)
    states["turn"] = 3
    assert s.turn == 3
    as_record(states).turn = 4
    assert s.turn == 3
    assert as_record(states).turn == 4


def test_numbers_are_plain_and_do_not_wrap_around() -> None:
    s = as_record(np.zeros(1, PAIR))
    s.turn = 127
    assert type(s.turn) is int
    assert s.turn + 1 == 128
    with pytest.raises(OverflowError):
        s.turn += 1


def test_there_are_no_other_fields() -> None:
    s = as_record(np.zeros(1, PAIR))
    for name in ("trun", "hand"):
        with pytest.raises(AttributeError):
            setattr(s, name, 1)
    with pytest.raises(AttributeError):
        _ = s.trun


def test_a_record_has_no_byte_that_is_no_field() -> None:
    filled = sum(PAIR[name].itemsize for name in PAIR.names or ())
    assert filled == PAIR.itemsize
