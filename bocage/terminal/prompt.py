"""The question and its answers: a few are numbered, hundreds of hexes are told in ranges."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from bocage.engine.actions import Action
from bocage.engine.steps import Prompt
from bocage.parts.cards import CARD, by_id, in_words
from bocage.terminal.faces import Face
from bocage.terminal.screen import Screen

FEW_HEXES = 6  # more hexes than this are told in ranges, unless
FEW_TARGETS = 16  # there are units in all of them
FEW_UNITS = 3  # beside a choice of hexes, more units than this are told by their ids alone
MARKED_HEXES = 300  # marking most of the map on it would only hide it
UNITS_ABOUT = 12  # where so many units stand the map can be shown around them


class Group(NamedTuple):
    """Answers that are shown together: the verbs that take the same operands."""

    verbs: tuple[str, ...]
    noun: str
    actions: tuple[Action, ...]


class Menu:
    """The answers of one question, with the numbers that some of them have."""

    def __init__(self, prompt: Prompt, look: Any, face: Face) -> None:
        self.prompt = prompt
        self.look = look
        self.face = face
        self.nouns = {verb: look.game.actions.verbs[verb].noun for verb in prompt.verbs()}
        self.groups = _grouped(prompt, self.nouns)
        self._cards = by_id(tuple(face.printed_cards(look.game)))
        self.numbered: list[Action] = []
        for group in self.groups:
            if self._is_listed(group):
                self.numbered += group.actions

    def _is_listed(self, group: Group) -> bool:
        if group.noun == "hex":
            stacks = self.look.position.stacks
            targets = all(action.index in stacks for action in group.actions)
            return len(group.verbs) == 1 and len(group.actions) <= (FEW_TARGETS if targets else FEW_HEXES)
        if group.noun == "unit":
            return "hex" not in self.nouns.values() or len(group.actions) <= FEW_UNITS
        return True

    def many_hexes(self) -> bool:
        """Is there a choice among more hexes than a list can show?"""
        return any(group.noun == "hex" and not self._is_listed(group) for group in self.groups)

    def hexes(self, most: int = MARKED_HEXES) -> list[str]:
        """The hexes that can be chosen, for marking them on the map; [] if that would mark most of it."""
        found = {action.operand for action in self.prompt.actions if self.nouns[action.verb] == "hex"}
        return sorted(found) if len(found) <= most else []

    def units_at(self, most: int = UNITS_ABOUT) -> list[str]:
        """Where the units stand that can be chosen; [] if they are many, or wait elsewhere."""
        game, units = self.look.game, self.look.position.units
        found = [action.operand for action in self.prompt.actions if self.nouns[action.verb] == "unit"]
        if len(found) > most:
            return []
        nodes = {units[game.unit_numbers[unit]].at for unit in found if unit in game.unit_numbers}
        return sorted(game.board.labels[node] for node in nodes if node >= 0)

    def show(self, screen: Screen, hint: bool = True) -> None:
        """Print the question with its case, then the answers."""
        screen.item(f"{self.prompt.rule:>6}  ", self.prompt.text, style="bold")
        words = self.face.hint(self.look, self.prompt) if hint else ""
        if words:
            screen.item("        Tip: ", words, style="bright_black")
        number = 0
        for group in self.groups:
            if not self._is_listed(group):
                self._show_range(screen, group)
                continue
            if len(group.verbs) > 1:
                self._show_cards(screen, group, number)
                number += len(group.actions)
                continue
            width = max(len(str(action)) for action in group.actions)
            for action in group.actions:
                number += 1
                self._show_numbered(screen, f"    {number:3} {action!s:{width}}  ", group, action)

    def _show_range(self, screen: Screen, group: Group) -> None:
        verbs = " or ".join(f"{verb} {group.noun.upper()}" for verb in group.verbs)
        operands = [action.operand for action in group.actions]
        if group.noun == "hex":
            whole = len(operands) == len(self.look.game.board.index)
            words = "any hex of the map" if whole else " ".join(ranges(operands))
        else:
            words = " ".join(operands)
        screen.item(f"        {verbs}: ", words, indent=10)

    def _show_cards(self, screen: Screen, group: Group, before: int) -> None:
        """A row for each card with the numbers of all that can be done with it; `before` is the last one above."""
        rows: dict[str, dict[str, int]] = {}
        for number, action in enumerate(group.actions, before + 1):
            rows.setdefault(action.operand, {})[action.verb] = number
        width = max(map(len, rows))
        for card, uses in rows.items():
            told = "  ".join(
                f"{uses[verb]:3} {verb}" if verb in uses else " " * (len(verb) + 4) for verb in group.verbs
            )
            words = in_words(self._cards[card]) if card in self._cards else ""
            screen.item(f"    {told}  {card:{width}}  ", words)

    def _show_numbered(self, screen: Screen, head: str, group: Group, action: Action) -> None:
        if group.noun == "unit":
            line = self.face.unit_line(self.look, action.index)
            marks = f"  {line.marks}" if line.marks else ""
            words = f"{line.place:5} {line.factors:>4}  {line.supply:9}  {line.name}{marks}"
        elif group.noun == "hex":
            words = self.face.hex_words(self.look, action.operand)
        elif group.noun == CARD and action.operand in self._cards:
            words = in_words(self._cards[action.operand])
        else:
            words = self.prompt.words(action.verb) or self.face.answer_words(self.look, action)
        screen.item(head, words)


def _grouped(prompt: Prompt, nouns: dict[str, str]) -> list[Group]:
    """Verbs that take exactly the same hexes become one group (US and UK beachheads), and all that take cards.

    The answers with cards are told card by card.
    """
    groups: list[Group] = []
    with_cards = [verb for verb in prompt.verbs() if nouns[verb] == CARD]
    seen: dict[tuple[str, ...], int] = {}
    for verb, actions in prompt.verbs().items():
        operands = tuple(action.operand for action in actions)
        if nouns[verb] == CARD and verb != with_cards[0]:
            place = next(place for place, group in enumerate(groups) if group.noun == CARD)
            groups[place] = groups[place]._replace(
                verbs=(*groups[place].verbs, verb), actions=(*groups[place].actions, *actions)
            )
            continue
        if nouns[verb] == "hex" and operands in seen:
            place = seen[operands]
            groups[place] = groups[place]._replace(verbs=(*groups[place].verbs, verb))
            continue
        if nouns[verb] == "hex":
            seen[operands] = len(groups)
        groups.append(Group((verb,), nouns[verb], tuple(actions)))
    return [group._replace(actions=_card_by_card(group.actions)) if group.noun == CARD else group for group in groups]


def _card_by_card(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    cards = dict.fromkeys(action.operand for action in sorted(actions, key=lambda action: action.index))
    return tuple(action for card in cards for action in actions if action.operand == card)


def ranges(labels: Iterable[str]) -> list[str]:
    """Hex labels in runs: the last one or two digits of a run's end are enough.

    >>> ranges(["1305", "1306", "1307", "1309", "1401", "1402"]), ranges(["A9", "A10", "A11", "Metz", "B1"])
    (['1305-07', '1309', '1401-02'], ['A9-11', 'B1', 'Metz'])
    """
    found: list[list[tuple[str, str]]] = []
    for label in sorted(map(_parts, labels), key=lambda parts: (parts[0], int(parts[1] or 0))):
        if found and _follows(found[-1][-1], label):
            found[-1].append(label)
        else:
            found.append([label])
    return ["".join(run[0]) + (f"-{run[-1][1]}" if len(run) > 1 else "") for run in found]


def _parts(label: str) -> tuple[str, str]:
    """A label without its last one or two digits, and those."""
    found = re.fullmatch(r"(.*?)(\d{0,2})", label)
    assert found is not None
    return found[1], found[2]


def _follows(first: tuple[str, str], second: tuple[str, str]) -> bool:
    return bool(first[1] and second[1]) and first[0] == second[0] and int(first[1]) + 1 == int(second[1])


def columns(words: Sequence[str], width: int) -> list[str]:
    """Words in even columns.

    >>> columns(["a", "bb", "c"], 8)
    ['a   bb', 'c']
    """
    if not words:
        return []
    cell = max(len(word) for word in words) + 2
    count = max(1, width // cell)
    return [
        "".join(word.ljust(cell) for word in words[start : start + count]).rstrip()
        for start in range(0, len(words), count)
    ]
