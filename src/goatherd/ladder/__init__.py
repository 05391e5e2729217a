"""A ladder: bots play each other on duplicate deals, and are rated.

`plan.py` says what is played, `play.py` plays it, `results.py` keeps it in a file, `standings.py`
sums it up with `rating.py` and `statistics.py`.
"""
