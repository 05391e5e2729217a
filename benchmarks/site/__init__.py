"""What the site bears: run ``python -m benchmarks.site``."""
