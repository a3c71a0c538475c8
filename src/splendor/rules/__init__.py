"""The rules, compiled: one file per chapter of the rulebook, one record per game.

`turn.py` is the table of contents: the order of a turn. Everything here runs interpreted, compiled by numba and
on a GPU with the same bytes as result, so nothing here allocates, raises or prints; what people call is
`splendor.game`.
"""
