"""The open API: the same tables for programs, as JSON."""
