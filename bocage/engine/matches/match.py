"""A match: scenario + options + dice key + entries. Replaying the entries gives the same position everywhere."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

from bocage.engine import plain
from bocage.engine.actions import Action
from bocage.engine.dice import Dice, KeyedDice, Proof, Tape, commitment, key_from_seed, new_key
from bocage.engine.errors import BadInput, Refusal
from bocage.engine.events import LogLine, Told
from bocage.engine.game import Game
from bocage.engine.matches import past
from bocage.engine.matches.agreeing import Agrees, Offer
from bocage.engine.matches.entries import Entry as Entry
from bocage.engine.matches.noticing import Noticing
from bocage.engine.matches.taking_back import TakesBack
from bocage.engine.play import Play, index_units
from bocage.engine.position import Outcome, Position
from bocage.engine.steps import Prompt


class Match(TakesBack, Agrees):
    """A game being played. See `bocage.new_match`.

    A *moment* is a number of entries: moment 0 is the start, moment n the position after entry n. Views, logs and
    records of a side count in that side's own moments, which leave out what the side could not notice; see
    `moment_of`.
    """

    def __init__(
        self,
        game: Game[Any],
        *,
        seed: str | None = None,
        key: bytes | None = None,
        words: Sequence[str] = (),
        tape: Sequence[int] | None = None,
        start: Position | None = None,
    ) -> None:
        if sum(source is not None for source in (seed, key, tape)) > 1:
            raise BadInput("the dice of a match come from a seed, or from a key, or from a tape")
        self.game = game
        self.seed = seed if seed is None else _text(seed, "the seed")
        self.words = tuple(_text(word, "each of the players' words") for word in words)
        self.key = b""
        self.dice: Dice
        if tape is not None:
            self.dice = Tape(tape)
        else:
            self.key = key if key is not None else key_from_seed(seed) if seed is not None else new_key()
            self.dice = KeyedDice(self.key, self.words)
        self.tape = None if tape is None else tuple(tape)
        self.start = start
        self.entries: list[Entry] = []
        self.note = ""  # what a reader should know about how this match was loaded
        self.history: list[Told] = []  # the recorded log of what could not be replayed
        self.history_moment = 0  # the moment from which on it could be replayed
        # Old positions of these are let go; `past` finds them again.
        self._undo: list[tuple[int, str, Position | None]] = []
        self._turns: list[tuple[int, Position | None]]
        self._request: tuple[str, int] | None = None
        self._offer: Offer | None = None
        self._offered: set[Offer] = set()
        self._noticing = Noticing(game.sides)
        self._open()

    def _open(self) -> None:
        self.position: Any = self.game.first_position() if self.start is None else self.start.copy()
        index_units(self.game, self.position)
        opening: Play[Any, Any, Any] = Play(self.game, self.position, self.dice)
        self._prompts = opening.drive()
        self.opening = Entry("start", "", dice=tuple(opening.numbers), events=opening.events)
        self._turns = [(self.history_moment, self.position.copy())]

    # Asking

    @property
    def moment(self) -> int:
        """How many entries the match has."""
        return len(self.entries)

    def moment_of(self, side: str | None, moment: int | None = None) -> int:
        """This moment (or an earlier one) as a side counts: pages send it along so that a stale one is noticed.

        It counts the entries that the side noticed, so nothing can be read from it that the side may not know.
        """
        self._check_side(side)
        moment = self.moment if moment is None else moment
        return bisect_right(self._noticing.of(self, side), moment) if self.game.secretive else moment

    def moments_behind(self, side: str | None, moment: int) -> tuple[int, int]:
        """The first and the last moment of the match that are one and the same moment to a side."""
        self._check_side(side)
        first, last = self.moment_of(side, self.history_moment), self.moment_of(side)
        if not isinstance(moment, int) or not first <= moment <= last:
            raise BadInput(f"this match has the moments {first} to {last}")
        if not self.game.secretive:
            return moment, moment
        noticed = self._noticing.of(self, side)
        begins = max(noticed[moment - 1] if moment else 0, self.history_moment)
        return begins, noticed[moment] - 1 if moment < last else self.moment

    @property
    def prompts(self) -> dict[str, Prompt]:
        """Side -> question. Empty when the game is over."""
        return self._prompts

    @property
    def prompt(self) -> Prompt:
        """The first open question."""
        for prompt in self._prompts.values():
            return prompt
        raise Refusal("", f"the game is over: {self.outcome_text}")

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on; then the winner, the level and the case."""
        outcome: Outcome | None = self.position.outcome
        return outcome

    @property
    def outcome_text(self) -> str:
        """The outcome in words."""
        if self.outcome is None:
            return "the game is still going on"
        if not self.outcome.winner:
            return self.outcome.level
        return f"{self.outcome.winner} wins ({self.outcome.level})"

    @property
    def position_hash(self) -> str:
        """The hash of the true position. It stays with the engine, out of views."""
        return plain.digest(self.game, self.position)

    @property
    def commitment(self) -> str:
        """The published hash of the dice key, by which every roll can be checked afterwards."""
        return commitment(self.key) if self.key else ""

    def why_not(self, action: object, *, side: str | None = None, at: int | None = None) -> Refusal | None:
        """The refusal that `play` would raise, or None if the action is legal. Noise raises `BadInput`."""
        found = self.game.actions.find(action)
        try:
            prompt = self._prompt_for(side, at)
        except Refusal as refusal:
            return refusal
        if prompt.has(found):
            return None
        reason = prompt._step.why_not(prompt._look, prompt.frame, found)
        return reason or Refusal(prompt.rule, f"'{found}' is not among what may be done now: {prompt.text}")

    def inquire(self, side: str | None = None) -> Any:
        """The game's inquiries (zones, supply, reach, battles) on what a side may know."""
        self._check_side(side)
        return self.game.look(self.game.shown(self.position, side))

    def view(self, side: str | None = None) -> dict[str, Any]:
        """All that a side (None: a spectator) may know, as plain data."""
        self._check_side(side)
        seen = self.game.shown(self.position, side)
        data = {
            "game": self.game.slug,
            "scenario": self.game.scenario,
            "options": dict(self.game.options),
            "commitment": self.commitment,
            "moment": self.moment_of(side),
            "side": side,
            "phase": self.game.phase(seen),
            **self.game.view(seen, side),
        }
        data["outcome"] = (
            None
            if self.outcome is None
            else {
                "winner": self.outcome.winner,
                "level": self.outcome.level,
                "rule": self.outcome.rule,
            }
        )
        data["to_move"] = sorted(self._prompts)
        prompt = self._prompts.get(side) if side is not None else None
        data["prompt"] = (
            None
            if prompt is None
            else {
                "side": prompt.side,
                "rule": prompt.rule,
                "text": prompt.text,
                "actions": [str(action) for action in prompt.actions],
                "warnings": prompt.warnings,
            }
        )
        return data

    def log(self, side: str | None = None, *, since: int = 0) -> list[LogLine]:
        """What a side may read of the log, with the moments that the side counts."""
        self._check_side(side)
        count = self.moment_of
        lines = [
            LogLine(count(side, told.entry), told.rule, told.sentence)
            for told in self.history
            if told.seen_by(side) and count(side, told.entry) >= since
        ]
        for number, entry in enumerate([self.opening, *self.entries]):
            told = [event for event in entry.events if event.seen_by(side)]
            if told and (moment := count(side, number)) >= since:
                lines += [LogLine(moment, event.rule, self.game.sentence(event)) for event in told]
        return lines

    # Acting

    def play(
        self,
        action: object,
        *,
        side: str | None = None,
        at: int | None = None,
        via: tuple[int, ...] | None = None,
    ) -> Entry:
        """Carry out an action of the list. Anything else raises and changes nothing.

        `side` and `at` (the moment that the player saw, as his side counts) are checked when given.
        """
        if side is None and at is None and len(self._prompts) == 1:
            (prompt,) = self._prompts.values()
        else:
            prompt = self._prompt_for(side, at)
        if action.__class__ is not Action:
            action = self.game.actions.find(action)
        assert isinstance(action, Action)
        if not prompt.has(action):
            refusal = self.why_not(action, side=side, at=at)
            if refusal is not None:
                raise refusal
            action = self.game.actions.find(action)  # an action of another match of the same game
        before = self.position.copy()
        # A table from which much was taken out is slow to copy, its copy is not: the match goes on with the copy.
        before.stacks, self.position.stacks = self.position.stacks, before.stacks
        hand: Play[Any, Any, Any] = Play(self.game, self.position, self.dice, via)
        turn = before.turn
        try:
            frame = self.position.frames[-1]
            step: Any = self.game.steps[frame.step]
            step.take(hand, frame, prompt.side, action)
            prompts = hand.drive()
        except BaseException:
            self.position = before
            self._prompts = Play(self.game, before, self.dice).drive()  # the old ones look at the spoilt position
            raise
        if self.game.secretive:
            self._noticing.remember(len(self.entries) + 1, before, tuple(self._prompts))
        self._prompts = prompts
        entry = Entry("play", prompt.side, action, 0, tuple(hand.numbers), hand.via, hand.events)
        undo = self._undo
        if undo and undo[-1][1] != prompt.side:
            undo.clear()
        if hand.final or self.position.outcome is not None:
            undo.clear()  # the end of a game shows what was hidden, and perhaps the key of the dice
        else:
            undo.append((len(self.entries), prompt.side, before))
            past.thin_undo(undo)
        self.entries.append(entry)
        self._let_request_lapse(prompt.side)
        if self.position.turn != turn:
            self._turns.append((len(self.entries), self.position.copy()))
            past.thin_turns(self._turns)
            self._offers_lapse()
        return entry

    @property
    def kept_positions(self) -> int:
        """How many earlier positions are kept, for whoever counts what a match takes of the memory."""
        kept = sum(position is not None for _, position in self._turns)
        return kept + sum(position is not None for _, _, position in self._undo)

    def at(self, moment: int) -> Any:
        """A copy of the true position at a moment of this match."""
        return next(self.stages(moment, moment))[1]

    def stages(self, first: int, last: int) -> Iterator[tuple[int, Any]]:
        """Copies of the true positions from one moment to another, each with its moment."""
        for when, twin in self.walk(first, last):
            yield when, twin.position.copy()

    def walk(self, first: int, last: int) -> Iterator[tuple[int, Match]]:
        """A twin of this match as it goes from one moment to another. It is the same twin: look, and take nothing."""
        return past.walk(self, first, last)

    def _twin(self, when: int, position: Position) -> Match:
        """This match as it was at a moment whose position is known; what it does next touches nobody."""
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.position = position.copy()
        twin.entries = self.entries[:when]
        twin._undo, twin._request, twin._offer, twin._offered = [], None, None, set()
        twin._noticing = Noticing(self.game.sides)
        twin._turns = [(when, twin.position.copy())]
        twin._prompts = Play(self.game, twin.position, self.dice).drive()
        return twin

    def repeat(self, entry: Entry) -> None:
        """Do what an entry of a record says."""
        if entry.word == "play":
            assert entry.action is not None
            self.play(entry.action, side=entry.side, via=entry.via or None)
        elif entry.word == "undo":
            self.undo_to(entry.target)
        elif entry.word == "ask":
            if entry.target < self.history_moment:
                # It was asked when that moment could still be reached; only its refusal can be repeated.
                self.entries.append(Entry("ask", entry.side, target=entry.target))
                self._request = (entry.side, entry.target)
            else:
                self.ask_rollback(entry.side, entry.target)
        elif entry.word.startswith("offer-"):
            self.offer(entry.side, entry.word.removeprefix("offer-"))
        elif entry.word == "withdraw":
            self.withdraw(entry.side)
        elif entry.word == "decline" or entry.word.startswith("agree-"):
            offer = self.standing_offer
            if entry.word != "decline" and (offer is None or entry.word != f"agree-{offer.kind}"):
                raise Refusal("", "what was agreed to here was not offered")
            self.answer_offer(entry.side, entry.word != "decline")
        elif entry.word.startswith("claim-"):
            self.claim(entry.side, entry.word.removeprefix("claim-"))
        elif entry.word == "concede":
            self.concede(entry.side)
        elif entry.word == "history":
            raise BadInput("what is only history cannot be repeated")
        else:
            self.answer_rollback(entry.side, entry.word == "rollback")

    # Proof

    def proof(self) -> Proof:
        """The key, the words and every die of a finished match; `bocage.engine.dice.check` verifies them."""
        if self.outcome is None:
            raise Refusal("", "the dice key stays secret until the game is over")
        if self.tape is not None:
            raise Refusal("", "the dice of this match were written down beforehand; there is no key to prove them by")
        return past.proof(self)

    # Text

    def text(self, side: str | None = None) -> str:
        """The full record; with a side, what that side saw."""
        from bocage.engine.matches import record

        self._check_side(side)
        return record.write(self) if side is None else record.write_seen(self, side)

    # Inner things

    def _check_running(self) -> None:
        if self.outcome is not None:
            raise Refusal("", f"the game is over: {self.outcome_text}")

    def _prompt_for(self, side: str | None, at: int | None) -> Prompt:
        if not self._prompts:
            raise Refusal("", f"the game is over: {self.outcome_text}")
        if at is not None and at != (self.moment if side is None else self.moment_of(side)):
            raise Refusal("", "the game has gone on since this page was shown; look again and choose anew")
        if side is None:
            return next(iter(self._prompts.values()))
        self._check_side(side)
        if side not in self._prompts:
            waiting = " and ".join(self._prompts)
            # The case is the one that this side may know: the other's question may hang on his secrets.
            seen = self.game.shown(self.position, side)
            case = self.prompt._step.case(self.game.look(seen), seen.frames[-1])
            raise Refusal(case, f"it is not {side} who decides now, but {waiting}")
        return self._prompts[side]

    def _check_side(self, side: str | None) -> None:
        if side is not None and side not in self.game.sides:
            raise BadInput(f"{self.game.title} has the sides {' and '.join(self.game.sides)}, not {side!r}")


def _text(text: object, what: str) -> str:
    """A text that can be written into a record."""
    if not isinstance(text, str) or text.encode("utf-8", "ignore").decode() != text:
        raise BadInput(f"{what} must be a text")
    return text
