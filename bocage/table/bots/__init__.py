"""Bots at the table: the processes in which they think, and what they do and say there."""
