"""Profiles for Hypothesis: a quick one by default, a thorough one for `make test`."""

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts what runs in the background deaf to Ctrl-C, and its children would be so too.
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "quick",
    max_examples=10,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=60)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


COMPILED = (
    *("tests/fast/", "bots/test_search", "bots/test_review", "bots/test_levels"),
    *("pool/test_pool", "test_play"),
)
"""Where tests run compiled code."""


@pytest.hookimpl(tryfirst=True)  # before xdist looks at the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of one game's compiled code go to one worker, so that it is compiled only once."""
    import goatherd

    for item in items:
        if any(place in item.nodeid for place in COMPILED):
            found = [name for name in goatherd.games() if name in item.nodeid]
            item.add_marker(pytest.mark.xdist_group(found[0] if found else "fast"))
