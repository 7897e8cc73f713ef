"""The map maker: it draws a game's board from the game's own hex data and from real geography.

Each module has one subject; the packages in :mod:`maps` choose among them, and ``python -m maps roundup`` writes
the files.
"""
