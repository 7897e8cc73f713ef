"""One sitting at a match by mail: one's own side is asked until the file must go to the other."""

from __future__ import annotations

from pathlib import Path

from bocage.engine.errors import BadInput
from bocage.mail import keys, letter
from bocage.mail.dice import Unopened
from bocage.mail.playing import Hand
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
                self._keep()
                self.screen.item("", f"'{waits.action}' is fixed; its dice fall when the other side opens the file.")
                return
        self._tell_news(self.hand.side)
        if self.hand.over:
            self._finish()

    def _keep(self) -> None:
        keep(self.hand, self.file)
        self.saved = True


def keep(hand: Hand, file: Path) -> None:
    """Write what was played: first into the key, which must never know less than the file that goes out."""
    text = letter.written(hand.taken_down())
    keys.keep(hand.key)
    try:
        letter.keep(file, text)
    except OSError as error:
        raise BadInput(f"the mail file cannot be written to {file}: {error.strerror}") from error
