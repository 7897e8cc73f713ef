"""Actions: one verb and at most one operand, made once per game and reused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from bocage.engine.errors import BadInput
from bocage.hexes import Lister


class Action:
    """One choice: a verb and at most one operand.

    `index` is the operand's number in its domain (the node of a hex, the number of a unit), so that
    rules never look a label up. Actions are made by `Actions` only, hence compared by identity.

    >>> hexes = Domain("hex", ["1001", "1002"])
    >>> str(Actions({"move": hexes}).find("move 1002"))
    'move 1002'
    """

    __slots__ = ("index", "operand", "verb")

    def __init__(self, verb: str, operand: str, index: int) -> None:
        self.verb = verb
        self.operand = operand
        self.index = index

    def __str__(self) -> str:
        return f"{self.verb} {self.operand}" if self.operand else self.verb

    def __repr__(self) -> str:
        return f"<{self}>"

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        # Outside its game an action is only its text.
        return (str, (str(self),))


class Domain:
    """What a verb can be about: the hexes of a board, the units of a roster, the ports. Bit i is item i.

    >>> ports = Domain("port", ["Dunkirk", "Calais"])
    >>> ports.index["Calais"]
    1
    """

    __slots__ = ("index", "items", "noun")

    def __init__(self, noun: str, items: Sequence[str]) -> None:
        self.noun = noun
        self.items = tuple(items)
        self.index = {item: number for number, item in enumerate(self.items) if item}

    def names(self, members: int) -> list[str]:
        """The items of a set, in order.

        >>> Domain("port", ["Dunkirk", "Calais", "Boulogne"]).names(0b101)
        ['Dunkirk', 'Boulogne']
        """
        return [item for number, item in enumerate(self.items) if members >> number & 1]


NOTHING = Domain("", [])
_FEW_VERBS = 40


class Actions:
    """Every action that a game can ever offer, in tables of ready objects.

    >>> table = Actions({"end": NOTHING, "move": Domain("hex", ["1001", "1002"])})
    >>> table.list("move", 0b10), table.list("end", 1)
    ([<move 1002>], [<end>])
    """

    __slots__ = ("_listers", "_tables", "every", "verbs", "whole")

    def __init__(self, verbs: Mapping[str, Domain]) -> None:
        self.verbs = dict(verbs)
        self._tables: dict[str, dict[str, Action]] = {}
        self._listers: dict[str, Lister[Action]] = {}
        self.whole: dict[str, tuple[Action, ...]] = {}
        self.every: dict[str, int] = {}  # verb -> all operands that it can ever have, as a set
        for verb, domain in self.verbs.items():
            ready = (
                [Action(verb, "", 0)]
                if domain is NOTHING
                else [Action(verb, item, number) if item else None for number, item in enumerate(domain.items)]
            )
            self._tables[verb] = {action.operand: action for action in ready if action}
            self._listers[verb] = Lister(ready)
            self.whole[verb] = tuple(action for action in ready if action)
            self.every[verb] = sum(1 << action.index for action in self.whole[verb])

    def of_all(self, sets: Mapping[str, int]) -> list[Action]:
        """The actions of several verbs, each with its set of operands, one verb after the other."""
        actions: list[Action] = []
        every, whole, listers = self.every, self.whole, self._listers
        for verb, members in sets.items():
            if members == every[verb]:
                actions += whole[verb]  # a lone verb, or any hex at all
            else:
                listers[verb].add_to(actions, members)
        return actions

    def list(self, verb: str, members: int) -> list[Action]:
        """The actions of a verb for a set of operands (for a verb without operand: 1 offers it, 0 does not)."""
        return self.of_all({verb: members})

    def _hint(self, verb: str) -> str:
        """The verbs, if they can be read at a glance; else those that look like the one asked for."""
        if len(self.verbs) <= _FEW_VERBS:
            return f"the verbs are: {', '.join(sorted(self.verbs))}"
        alike = get_close_matches(verb[:24].lower(), sorted(self.verbs), 4)
        return f"did you mean {' or '.join(alike)}?" if alike else "the question lists what can be done now"

    def knows(self, action: Action) -> bool:
        """Is this object one of the table, and not a look-alike?

        >>> table = Actions({"end": NOTHING})
        >>> table.knows(table.find("end")), table.knows(Action("end", "", 0))
        (True, False)
        """
        try:
            return self._tables[action.verb].get(action.operand) is action
        except (AttributeError, KeyError, TypeError):  # hand-made, or with junk inside
            return False

    def find(self, text: object) -> Action:
        """The action that a text means.

        >>> Actions({"end": NOTHING}).find("fly me to the moon")
        Traceback (most recent call last):
        ...
        bocage.engine.errors.BadInput: 'fly' is not something one can do in this game; the verbs are: end
        """
        if isinstance(text, Action):
            # Somebody may have made it by hand, so it is only as good as its text.
            text = f"{getattr(text, 'verb', '')} {getattr(text, 'operand', '')}"
        if not isinstance(text, str):
            raise BadInput(f"an action is a short text such as 'move 2114', not {type(text).__name__}")
        if len(text) > 80:
            raise BadInput("an action is one verb and at most one operand, such as 'move 2114'")
        words = text.split()
        if not words:
            raise BadInput("an action is one verb and at most one operand, such as 'move 2114'")
        verb, operand = words[0], " ".join(words[1:])
        table = self._tables.get(verb)
        if table is None:
            raise BadInput(f"{_short(verb)} is not something one can do in this game; {self._hint(verb)}")
        action = table.get(operand)
        if action is None:
            noun = self.verbs[verb].noun
            if not noun:
                raise BadInput(f"'{verb}' stands alone, without {_short(operand)}")
            if not operand:
                raise BadInput(f"'{verb}' needs a {noun}")
            raise BadInput(f"there is no {noun} {_short(operand)} in this game")
        return action


def _short(text: str) -> str:
    return repr(text if len(text) <= 24 else text[:24] + "…")
