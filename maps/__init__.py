"""The map maker: it draws a game's board from the game's own hex data and from real geography.

Each module has one subject; :mod:`maps.sheet` puts them together, and ``python -m maps roundup`` writes the files.
"""
