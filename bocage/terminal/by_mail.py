"""One sitting at a match by mail: one's own side is asked until the file must go to the other.

Of a sealed match nothing is said here but what that side may know.
"""

from __future__ import annotations

from pathlib import Path

from bocage.engine.errors import BadInput
from bocage.mail import keys, letter
from bocage.mail.dice import Unopened
from bocage.mail.playing import Hand
from bocage.terminal.prompt import Menu
from bocage.terminal.screen import Screen
from bocage.terminal.session import Session


class MailSession(Session):
    """As at one's own table; what is played is written into the mail file and into one's key after every answer."""

    def __init__(self, hand: Hand, screen: Screen, file: Path) -> None:
        assert hand.match is not None
        super().__init__(hand.match, dict.fromkeys(hand.game.sides), screen, file)
        self.hand = hand
        known = len(hand.key.known.entries)
        self._told[hand.side] = known + 1 if known else 0
        self.commands.table["save"] = self._save

    def go_on_with(self, file: Path) -> str:
        """The command that continues the match."""
        return f"bocage mail play {file}"

    def run(self) -> None:
        """Ask this side until the other decides, a die must be opened by the other, or the game is over."""
        self._keep()
        while self.hand.may_act:
            try:
                self._ask(self.hand.side)
            except Unopened as waits:
                self.hand.wait_for(waits.action)
                self.hand.given_out()
                self._keep()
                self.screen.item("", f"'{waits.action}' is fixed; its dice fall when the other side opens the file.")
                return
        self.hand.given_out()
        self._keep()
        self._tell_news(self.hand.side)
        if self.hand.over:
            self._finish()

    def _save(self, words: list[str], menu: Menu) -> None:
        """Write a record: of a sealed match only what this side has seen."""
        if not words:
            raise BadInput("name the file, as in 'save evening.txt'")
        path = Path(" ".join(words)).expanduser()
        self.screen.item("", write_record(self.hand, path))

    def _keep(self) -> None:
        keep(self.hand, self.file)
        self.saved = True


def keep(hand: Hand, file: Path) -> None:
    """Write what was played: first into the key, which must never know less than the file that goes out."""
    text = hand.text()
    keys.keep(hand.key)
    try:
        letter.keep(file, text)
    except OSError as error:
        raise BadInput(f"the mail file cannot be written to {file}: {error.strerror}") from error


def write_record(hand: Hand, path: Path) -> str:
    """Write what was played as a record, and say which: while a sealed match goes on it is what this side saw."""
    assert hand.match is not None
    hidden = hand.letter.sealed and not hand.over
    try:
        letter.keep(path, hand.match.text(hand.side if hidden else None))
    except OSError as error:
        raise BadInput(f"the record cannot be written to {path}: {error.strerror}") from error
    return f"Written to {path}{', as your side saw it; all of it can be had when the match is over' if hidden else ''}."


NEWS = 12  # lines of the log that are shown


def told(hand: Hand) -> list[str]:
    """How a match stands, in the words that its side may read."""
    match, found = hand.match, hand.letter
    if match is None:
        return ["The match has not begun: both must have had the file first."]
    side = hand.side
    lines = [f"{hand.game.phase(hand.game.shown(match.position, side))}."]
    lines += [f"  {sentence}" for _, _, sentence in match.log(side)[-NEWS:]]
    if hand.over:
        lines.append(f"{match.outcome_text[:1].upper()}{match.outcome_text[1:]}.")
    elif found.pending:
        what = f"'{found.pending}' is fixed" if found.pending_side == side else "Something is fixed"
        lines.append(f"{what} and waits for dice that the other side must open.")
    elif hand.may_act:
        lines.append(f"It is your turn ({side}): {match.prompts[side].text}")
    else:
        lines.append(f"It is for {found.players[hand.other].name or hand.other}.")
    return lines
