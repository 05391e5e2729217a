"""Profiles for Hypothesis: a quick one by default, a thorough one for `make test`."""

import os

from hypothesis import HealthCheck, settings

COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}

settings.register_profile("quick", max_examples=15, derandomize=True, **COMMON)
settings.register_profile("thorough", max_examples=60, **COMMON)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
