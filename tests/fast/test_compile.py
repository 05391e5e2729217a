"""Ctrl-C while a function is compiled."""

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest
from numba.core import event

from goatherd.fast.compile import INTERRUPTIONS

IN_A_CALLBACK = """
import signal
from numba.core.codegen import CPUCodeLibrary

hear = CPUCodeLibrary._object_compiled_hook.__func__

pressed = []

def interrupted(cls, module, code):
    if not pressed:
        pressed.append(True)
        signal.raise_signal(signal.SIGINT)
    return hear(cls, module, code)

CPUCodeLibrary._object_compiled_hook = classmethod(interrupted)
signal.signal(signal.SIGINT, signal.default_int_handler)

import goatherd.fast.compile, numba
try:
    numba.njit(lambda x: x + 1)(1)
    print("went on")
except KeyboardInterrupt:
    print("stopped")
print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)
"""


def test_ctrl_c_is_heard_where_it_comes_while_llvm_calls_back() -> None:
    done = subprocess.run(
        [sys.executable, "-c", IN_A_CALLBACK], capture_output=True, text=True, timeout=120
    )
    assert done.stdout.split() == ["stopped", "True"], done.stderr
    assert done.stderr == ""


@pytest.fixture
def usual() -> Iterator[None]:
    """As in a program that was just started, whatever the tests run in."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def press() -> None:
    signal.raise_signal(signal.SIGINT)


def compile_in_steps(*steps: Callable[[], None]) -> None:
    """As Numba tells of it."""
    with event.trigger_event("numba:compile", data={"args": ()}):
        for step in steps:
            with event.trigger_event("numba:run_pass"):
                step()


@pytest.mark.usefixtures("usual")
def test_ctrl_c_is_kept_until_a_step_is_done() -> None:
    done: list[str] = []

    def pressed() -> None:
        press()
        done.append("first")

    with pytest.raises(KeyboardInterrupt):
        compile_in_steps(pressed, lambda: done.append("second"))
    assert done == ["first"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert (INTERRUPTIONS.depth, INTERRUPTIONS.noted) == (0, False)


@pytest.mark.usefixtures("usual")
def test_ctrl_c_pressed_again_is_not_kept() -> None:
    done: list[str] = []

    def pressed_twice() -> None:
        press()
        done.append("noted")
        press()
        done.append("heard")

    with pytest.raises(KeyboardInterrupt):
        compile_in_steps(pressed_twice)
    assert done == ["noted"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert (INTERRUPTIONS.depth, INTERRUPTIONS.noted) == (0, False)


def test_who_hears_ctrl_c_otherwise_goes_on_to() -> None:
    heard = []
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    try:
        compile_in_steps(press)
    finally:
        signal.signal(signal.SIGINT, before)
    assert heard == [signal.SIGINT]
