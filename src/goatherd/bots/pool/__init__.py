"""Bots in processes of their own, so that a site goes on serving people while they think.

`pool.py` is what a site asks, `queue.py` orders the jobs, `process.py` is a process seen from the
site, `worker.py` what runs in it, and `messages.py` what goes over the pipe between them.
"""
