"""Profiles for Hypothesis: a quick one by default, a thorough one for `make test`."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "quick",
    max_examples=15,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=60)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
