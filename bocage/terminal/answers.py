"""What a typed line means: a number, a verb with its operand, an operand alone, or several answers in a row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from bocage.engine.actions import Action
from bocage.engine.errors import BadInput, Refusal
from bocage.engine.matches.match import Match
from bocage.parts.cards import CARD
from bocage.terminal import hands
from bocage.terminal.faces import Face
from bocage.terminal.prompt import Menu

TOGETHER = "join"  # the verb that adds a unit to those in hand
# A verb that is meant well: what is done instead, and what the player is told.
INSTEAD = {"column": {"move": "{} is within the ordinary allowance: an ordinary move"}}


class Reader:
    """Reads answers for one match. Operands may be shortened as long as they mean one thing."""

    def __init__(self, match: Match, face: Face) -> None:
        self.match = match
        self.face = face
        self.game: Any = match.game
        self._labels = {label.lower(): label for label in match.game.board.index}
        self.remark = ""  # what the player should know about how the last operand was read
        self.before = ""  # the verb of the answer before this one in the same line

    def first(self, words: list[str], menu: Menu) -> tuple[Action, list[str]]:
        """The answer that a line begins with, and what is left of the line for the questions after it.

        A line may be a number of the list; a verb and an operand; an operand alone if one verb takes it; or several
        of these, as in `attack 2114 US-1 US-2`, `US-1 2114` or `move US-1 2114`. `all` stands for everybody who may
        join.
        """
        action, rest = self._first(words, menu)
        self.before = action.verb
        return action, rest

    def _first(self, words: list[str], menu: Menu) -> tuple[Action, list[str]]:
        word = words[0].lower()
        held = self.face.in_hand(menu.look, menu.prompt.frame)
        if held and len(words) > 1 and held == self._units(word, None, exact=True):
            return self._first(words[1:], menu)  # `US-1 2114` while US-1 is in hand
        if word == "all" and TOGETHER in self.game.actions.verbs:
            return self._everybody(words, menu)
        if len(words) == 1 and word.isdigit() and word not in self._labels and len(word) < 4:
            return self._numbered(int(word), menu), []
        verb = self._verb(word, menu)
        if verb is None:
            return self._alone(words[0], menu), words[1:]
        noun = self.game.actions.verbs[verb].noun
        if not noun:
            return self._legal(verb, "", menu), words[1:]
        if len(words) == 1:
            return self._only(verb, noun, menu), []
        if noun == "hex" and self._hex(words[1]) is None and self._units(words[1], None):
            return self._units_first(verb, words, menu)
        return self._legal(verb, self.operand(noun, words[1], self._operands(verb, menu)), menu), words[2:]

    def _everybody(self, words: list[str], menu: Menu) -> tuple[Action, list[str]]:
        joining = menu.prompt.verbs().get(TOGETHER, [])
        if not joining:
            raise BadInput("there is nobody who could join")
        return joining[0], words if len(joining) > 1 else words[1:]

    def _numbered(self, number: int, menu: Menu) -> Action:
        if not 1 <= number <= len(menu.numbered):
            raise BadInput(f"the answers are numbered 1 to {len(menu.numbered)}; {number} is not one of them")
        return menu.numbered[number - 1]

    def _verb(self, word: str, menu: Menu) -> str | None:
        legal = menu.prompt.verbs()
        if word in legal:
            return word
        if self._hex(word) is not None:
            return None
        starting = [verb for verb in legal if verb.startswith(word)]
        if len(starting) == 1 and not self._units(word, None, exact=True):
            return starting[0]
        return word if word in self.game.actions.verbs else None

    def _only(self, verb: str, noun: str, menu: Menu) -> Action:
        """A verb without its operand is enough if there is but one."""
        actions = menu.prompt.verbs().get(verb, [])
        if len(actions) == 1:
            return actions[0]
        article = "an" if noun[0] in "aeio" else "a"
        raise BadInput(f"'{verb}' needs {article} {noun}, as in '{verb} {actions[0].operand if actions else '…'}'")

    def _units_first(self, verb: str, words: list[str], menu: Menu) -> tuple[Action, list[str]]:
        """`move US-1 2114`: the unit is taken in hand, then it moves."""
        place = next((number for number, word in enumerate(words) if number and self._hex(word) is not None), None)
        if place is None:
            raise BadInput(f"'{verb}' needs a hex, as in '{verb} {words[1]} {self.face.example('2114')}'")
        turned = [*words[1:place], verb, *words[place:]]
        return self._alone(turned[0], menu), turned[1:]

    def _alone(self, word: str, menu: Menu) -> Action:
        """An operand without a verb: fine if exactly one legal answer has it."""
        found: dict[str, Action] = {}
        for verb, noun in menu.nouns.items():
            if noun:
                try:
                    operand = self.operand(noun, word, self._operands(verb, menu))
                except BadInput:
                    continue
                for action in menu.prompt.verbs()[verb]:
                    if action.operand == operand:
                        found[verb] = action
        if len(found) == 1:
            return next(iter(found.values()))
        if set(found) == {"pick", TOGETHER} and self.before:
            # `US-1 US-Rgr 2114` means a stack; after a move the next unit begins a move of its own.
            return found[TOGETHER if self.before in found else "pick"]
        if found:
            choices = " or ".join(f"'{action}'" for action in found.values())
            raise BadInput(f"{word} could mean {choices}; say which")
        raise self._reason(word, menu)

    def _reason(self, word: str, menu: Menu) -> Exception:
        """Why an operand alone is no answer now: the referee's reason if a verb could take it."""
        if len(self._place(word)) > 1:
            return self._which(word)
        try:
            _, refusal = self.why([word], menu)
        except BadInput:
            refusal = None
        return refusal or BadInput(f"{word!r} is not an answer to this question; 'help' shows what you may type")

    def why(self, words: list[str], menu: Menu) -> tuple[str, Refusal | None]:
        """An answer that someone asks about, and the reason against it (None: it is legal)."""
        if len(words) > 1 or words[0].lower() in self.game.actions.verbs:
            verb = self._verb(words[0].lower(), menu) or words[0].lower()
            noun = self.game.actions.verbs[verb].noun if verb in self.game.actions.verbs else ""
            operand = self.operand(noun, words[1], self._operands(verb, menu)) if noun and len(words) > 1 else ""
            action = f"{verb} {operand}".strip()
            return action, self.match.why_not(action, side=menu.prompt.side)
        if len(self._place(words[0])) > 1:
            raise self._which(words[0])
        answers = []
        for verb, noun in self._verbs_to_try(menu):
            try:
                operand = self.operand(noun, words[0], self._operands(verb, menu))
            except BadInput:
                continue
            action = f"{verb} {operand}"
            refusal = self.match.why_not(action, side=menu.prompt.side)
            if refusal is None:
                return action, None
            answers.append((action, refusal))
        if not answers:
            raise BadInput(f"{words[0]!r} is neither a hex nor a unit of this game")
        for action, refusal in answers:
            if action.split()[0] in menu.prompt.offered:
                return action, refusal
        return words[0], Refusal(menu.prompt.rule, f"this question is about something else: {menu.prompt.text}")

    def _verbs_to_try(self, menu: Menu) -> list[tuple[str, str]]:
        """What may be done now comes first, then what else the question knows, then all that takes an operand."""
        every = {verb: domain.noun for verb, domain in self.game.actions.verbs.items()}
        verbs = dict.fromkeys((*menu.nouns, *menu.prompt.offered, *every))
        return [(verb, every[verb]) for verb in verbs if every[verb]]

    def _legal(self, verb: str, operand: str, menu: Menu) -> Action:
        for action in menu.prompt.verbs().get(verb, ()):
            if action.operand == operand:
                return action
        for other, remark in INSTEAD.get(verb, {}).items():
            for action in menu.prompt.verbs().get(other, ()):
                if action.operand == operand:
                    self.remark = remark.format(operand)
                    return action
        refusal = self.match.why_not(f"{verb} {operand}".strip(), side=menu.prompt.side)
        raise refusal or BadInput(f"'{verb} {operand}' is not an answer to this question")

    def _operands(self, verb: str, menu: Menu) -> list[str]:
        return [action.operand for action in menu.prompt.verbs().get(verb, ())]

    # Operands

    def operand(self, noun: str, word: str, legal: list[str]) -> str:
        """The operand that a word means; legal ones are preferred when it is shortened."""
        if noun == "hex":
            label = self._hex(word)
            if label is None:
                place = self._place(word)
                possible = [other for other in place if other in legal]
                if len(possible) == 1:
                    return possible[0]
                raise self._which(word) if place else BadInput(f"there is no hex {word!r} on this board")
            return label
        if noun == "unit":
            return self._one(noun, word, self._units(word, legal))
        special = self.face.operand(self.match.inquire(self.match.prompt.side), noun, word)
        if special is not None:
            self.remark = special[1]
            return special[0]
        if noun == CARD:
            side = self.match.prompt.side
            numbered = hands.numbered(self.face, self.match.inquire(side), side, word)
            if numbered:
                return numbered
            cards = self.face.printed_cards(self.game)
            found = hands.named([card for card in cards if card.id in legal], word) or hands.named(cards, word)
            if found:
                return self._one(noun, word, [card.id for card in found])
        items = [item for item in self._domain(noun) if item]
        exact = [item for item in items if item.lower() == word.lower()]
        starting = [item for item in legal or items if item.lower().startswith(word.lower())]
        return self._one(noun, word, exact or starting)

    def _domain(self, noun: str) -> tuple[str, ...]:
        for domain in self.game.actions.verbs.values():
            if domain.noun == noun:
                items: tuple[str, ...] = domain.items
                return items
        return ()

    def _one(self, noun: str, word: str, found: list[str]) -> str:
        if len(found) == 1:
            return found[0]
        if not found:
            raise BadInput(f"there is no {noun} {word!r} in this game")
        shown = ", ".join(found[:6]) + (", …" if len(found) > 6 else "")
        raise BadInput(f"{word!r} could mean {shown}; write more of it")

    def unit(self, word: str, legal: list[str] | None = None) -> str:
        """The id of the unit that a word means."""
        return self._one("unit", word, self._units(word, legal))

    def hex(self, word: str) -> str:
        """The label of the hex that a word means."""
        return self.operand("hex", word, [])

    def _hex(self, word: str) -> str | None:
        if word.lower() in self._labels:
            return self._labels[word.lower()]
        place = self._place(word)
        return place[0] if len(place) == 1 else None

    def _place(self, word: str) -> Sequence[str]:
        """The hexes of a place that is named on the map."""
        for name, labels in self.face.places().items():
            if name.lower() == word.lower():
                return labels
        return ()

    def _which(self, word: str) -> BadInput:
        return BadInput(f"{word} is {' and '.join(self._place(word))}; say which")

    def _units(self, word: str, legal: list[str] | None, exact: bool = False) -> list[str]:
        """Units that a word means: exactly, without the nation, or by their beginning; the closest kind alone.

        What is written in full is never taken for the beginning of something else, legal or not.
        """
        text, every = word.lower(), self.game.unit_ids
        near = legal or every

        def those(ids: Iterable[str], test: Callable[[str], bool]) -> list[str]:
            return [name for name in ids if test(name.lower())]

        def whole(name: str) -> bool:
            return name.partition("-")[2] == text

        def start(name: str) -> bool:
            return name.startswith(text) or name.partition("-")[2].startswith(text)

        found = those(every, lambda name: name == text) or those(near, whole) or those(every, whole)
        if found or exact:
            return found
        return those(near, start) or those(every, start)
