"""Hashes of lists, as the proof of a deal writes them."""

import hashlib
import json


def as_json(*told: object) -> str:
    """JSON without spaces, so that no two lists are written alike."""
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def hash_of(*told: object) -> str:
    return hashlib.sha256(as_json(*told).encode()).hexdigest()
