"""Options of a game: what can be chosen, and whether a choice is sound. What an option does is the game's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.resources.abc import Traversable
from typing import Annotated, Any, Generic, NamedTuple, TypeVar

import msgspec

from bocage.engine.errors import BadInput
from bocage.parts.data import Table, read
from bocage.parts.data.cells import Json, Sourced, Words, between

Rules = TypeVar("Rules")


class Option(Sourced, frozen=True):
    """A row of options.csv: an option as the player sees it."""

    id: str = msgspec.field(name="option")
    title: str
    effect: str
    default: Json
    values: Annotated[tuple[Json, ...], between("|")]
    excludes: Words
    needs: Words  # other options that must be on, or have one of some values: "15.2", "13.3=drawn|chosen"

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The scenarios in which it is offered, from a column that files may have; none named: in all."""
        return tuple(self.cells.get("scenarios", "").split())

    def offered_in(self, scenario: str) -> bool:
        """Does it make a difference in this scenario?"""
        return not self.scenarios or scenario in self.scenarios

    def lacks(self, known: Mapping[str, Option], chosen: Mapping[str, Any]) -> str:
        """What the first need that is not met asks for, in words; nothing if all are met."""
        for need in self.needs:
            name, _, words = need.partition("=")
            other = known[name]
            value = chosen.get(name, other.default)
            if words and spelt(value) not in words.split("|"):
                return f"option {name} ({other.title}) to be {' or '.join(words.split('|'))}"
            if not words and value == other.default:
                return f"option {name} ({other.title})"
        return ""


def spelt(value: Any) -> str:
    """A value as players write it.

    >>> spelt(True), spelt("drawn"), spelt(2)
    ('true', 'drawn', '2')
    """
    return str(value).lower()


OPTIONS = Table("options.csv", Option, "option", printed=False)


def catalogue(folder: Traversable) -> dict[str, Option]:
    """The options of a game by their ids, in order, from its data folder."""
    return {option.id: option for option in read(folder, (OPTIONS,), ())[OPTIONS]}


def check(
    title: str, known: Mapping[str, Option], options: Any, example: str, scenario: str | None = None
) -> dict[str, Any]:
    """The options that differ from their default, in the catalogue's order; wrong ones raise `BadInput`.

    `title` is the game's, and `example` one of its options that can be switched on. With a `scenario` only those are
    right that are offered in it.

    >>> yes_or_no = (False, True)
    >>> storms = Option("", 0, {}, "ours", "R1", "Storms", "There are storms.", False, yes_or_no, ("R2",), ())
    >>> calm = Option("", 0, {}, "ours", "R2", "Calm", "There are none.", False, yes_or_no, ("R1",), ())
    >>> hail = Option("", 0, {}, "ours", "R3", "Hail", "It hails too.", False, yes_or_no, (), ("R1=true",))
    >>> snow = Option("", 0, {"scenarios": "winter"}, "ours", "R5", "Snow", "It snows.", False, yes_or_no, (), ())
    >>> known = {"R1": storms, "R2": calm, "R3": hail}
    >>> check("Toy", known, {"R2": True, "R1": False}, "R1")
    {'R2': True}
    >>> for wrong in ([], {"R4": True}, {"R1": 1}, {"R1": True, "R2": True}, {"R3": True}):
    ...     try:
    ...         check("Toy", known, wrong, "R1")
    ...     except BadInput as error:
    ...         print(error)
    options are a table of option and value, such as {"R1": True}
    Toy has no option 'R4'; there are: R1, R2, R3
    option R1 (Storms) can be false, true; it cannot be 1
    options R1 and R2 exclude each other; choose one of them
    option R3 (Hail) needs option R1 (Storms) to be true
    >>> check("Toy", {"R5": snow}, {"R5": True}, "R5", "winter")
    {'R5': True}
    >>> check("Toy", {"R5": snow}, {"R5": True}, "R5", "summer")
    Traceback (most recent call last):
    ...
    bocage.engine.errors.BadInput: option R5 (Snow) goes with the scenario winter, not with summer
    """
    if not isinstance(options, Mapping):
        raise BadInput(f'options are a table of option and value, such as {{"{example}": True}}')
    chosen: dict[str, Any] = {}
    for name, value in options.items():
        if name not in known:
            raise BadInput(f"{title} has no option {name!r}; there are: {', '.join(known)}")
        option = known[name]
        if not any(value == allowed and type(value) is type(allowed) for allowed in option.values):
            allowed = ", ".join(spelt(allowed) for allowed in option.values)
            raise BadInput(f"option {name} ({option.title}) can be {allowed}; it cannot be {value!r}")
        if value != option.default:
            chosen[name] = value
    for name in chosen:
        for other in known[name].excludes:
            if other in chosen:
                raise BadInput(f"options {name} and {other} exclude each other; choose one of them")
        lacking = known[name].lacks(known, chosen)
        if lacking:
            raise BadInput(f"option {name} ({known[name].title}) needs {lacking}")
        if scenario is not None and not known[name].offered_in(scenario):
            where = " or ".join(known[name].scenarios)
            raise BadInput(f"option {name} ({known[name].title}) goes with the scenario {where}, not with {scenario}")
    return {name: chosen[name] for name in known if name in chosen}


def edited(rules: Rules, edits: Mapping[str, Callable[[Rules, Any], Rules]], chosen: Mapping[str, Any]) -> Rules:
    """The rules with the chosen (checked) options worked in, one after the other.

    >>> edited(3, {"more": lambda rules, value: rules + value}, {"more": 2})
    5
    """
    for name, value in chosen.items():
        rules = edits[name](rules, value)
    return rules


class Options(NamedTuple, Generic[Rules]):
    """The options of one game: its title, the folder of its data, an example for a player, and what each one edits."""

    title: str
    folder: Traversable
    example: str
    edits: Mapping[str, Callable[[Rules, Any], Rules]]

    def catalogue(self) -> dict[str, Option]:
        """Every option, by its id, in order."""
        return catalogue(self.folder)

    def check(self, chosen: Any, scenario: str | None = None) -> dict[str, Any]:
        """The options that differ from their default; wrong ones raise `BadInput` with what is possible."""
        return check(self.title, self.catalogue(), chosen, self.example, scenario) if chosen != {} else {}

    def edited(self, rules: Rules, chosen: Mapping[str, Any]) -> Rules:
        """The rules with the chosen options worked in."""
        return edited(rules, self.edits, chosen)
