"""The two ways in which the engine says no."""

from __future__ import annotations


class Refusal(Exception):  # noqa: N818 - a refusal is an answer of the referee, not a fault of the program
    """The referee's no: the case of the rulebook that forbids it, and the reason in one sentence.

    >>> print(Refusal("3.2.1", "units stop when they enter an enemy zone of control"))
    units stop when they enter an enemy zone of control (3.2.1)
    """

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(rule, why)
        self.rule = rule
        self.why = why

    def __str__(self) -> str:
        return f"{self.why} ({self.rule})" if self.rule else self.why


class BadInput(Exception):  # noqa: N818 - the player's word for it
    """Something that is not a legal or illegal move but no move at all: a broken file, a wrong option, noise.

    >>> print(BadInput("there is no hex 9999 on this board"))
    there is no hex 9999 on this board
    """
