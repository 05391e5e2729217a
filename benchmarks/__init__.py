"""Goatherd's speed, held against its peers and the machine: run ``python -m benchmarks``."""
