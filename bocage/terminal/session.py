"""The loop of play: news, question, answer; the bots answer for themselves."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

from bocage import bots, coverage
from bocage.engine.errors import BadInput, Refusal
from bocage.engine.matches.match import Match
from bocage.terminal import rulebook, saves
from bocage.terminal.answers import Reader
from bocage.terminal.commands import Commands
from bocage.terminal.faces import News, face_of
from bocage.terminal.hands import StandingOrders
from bocage.terminal.prompt import Menu
from bocage.terminal.screen import Screen
from bocage.terminal.thoughts import Advisors, Thoughts

LogLine = tuple[int, str, str]
FEW_THOUGHTS = 6  # of a bot that are told with its doings
MANY_THOUGHTS = 40  # that are told when the game is over and nothing is secret any more


class Session:
    """One sitting at the table. `players` maps each side to a bot, or to None for a person.

    `seats` are the words of a command line that seat the same players again. `reasons` says whether bots tell why they
    do what they do.
    """

    def __init__(
        self,
        match: Match,
        players: Mapping[str, bots.Bot | None],
        screen: Screen,
        file: Path,
        seats: Sequence[str] = (),
        reasons: bool = True,
    ) -> None:
        self.match = match
        self.players = dict(players)
        self.screen = screen
        self.file = file
        self.seats = tuple(seats)
        self.face = face_of(match.game.slug)
        self.ledger = coverage.read_if_any(match.game.slug)
        self.thoughts = Thoughts(match, reasons)
        self.advisors = Advisors(match)
        self.reader = Reader(match, self.face)
        self.orders = StandingOrders(match)
        self.commands = Commands(self)
        self.maps = True
        self.saved = False
        self._told: dict[str, int] = dict.fromkeys(players, match.moment + 1 if match.moment else 0)
        self._phase: dict[str, tuple[int, str]] = {}
        self._focus: dict[str, str] = {}
        self._many: dict[str, bool] = {}
        self._lines: list[int] = []  # the moments before each line that was carried out
        self._hinted: set[tuple[str, int, str, bool]] = set()
        self._warned: tuple[int, tuple[str, ...]] | None = None
        self._last_person = ""

    @property
    def how_to_go_on(self) -> str:
        """The command that continues the match."""
        return self.go_on_with(self.file)

    def go_on_with(self, file: Path) -> str:
        """The command that continues a match from a file, with the same players."""
        words = [saves.program(), "play", self.match.game.slug, *self.seats, "--load", str(file)]
        return shlex.join(words)

    def run(self) -> None:
        """Play until the game is over; leaving raises `Leave`, KeyboardInterrupt or EOFError."""
        self.screen.item("This match is kept in ", f"{self.file} after every answer.", style="bright_black")
        if None in self.players.values():
            self.screen.item("", "'help' shows what you may type, 'quit' or Ctrl-C stops.", style="bright_black")
        if self.match.note:
            self.screen.item("Note: ", self.match.note, style="yellow")
        while self.match.prompts:
            person = next((side for side in self.match.prompts if self.players[side] is None), None)
            if person is None:
                self._let_bots_play()
            else:
                self._ask(person)
        self._finish()

    # Bots

    def _let_bots_play(self) -> None:
        """The bots go on until a person is asked; if there are only bots, until the turn is over."""
        turn = self.match.position.turn
        names = " and ".join(self.face.side_names[side] for side in self.match.prompts)
        with self.screen.waiting(f"{names} decide …"):
            while self.match.prompts and all(self.players[side] is not None for side in self.match.prompts):
                side = next(iter(self.match.prompts))
                bot = self.players[side]
                assert bot is not None
                self._let_play(bot, side)
                if self.match.position.turn != turn and None not in self.players.values():
                    break
        self._keep()
        if None not in self.players.values():
            self._tell_news(None)

    def _let_play(self, bot: bots.Bot, side: str) -> None:
        """One answer of a bot. It may be anybody's: if it breaks down the match is kept and can go on with another."""
        try:
            bots.answer(self.match, bot, side)
            self.thoughts.add(side, bot)
        except Exception as error:
            self._keep()
            what = f"the bot of {self.face.side_names[side]} broke down ({type(error).__name__}: {error})"
            raise BadInput(f"{what}; the match is kept, go on with another bot: {self.how_to_go_on}") from error

    # People

    def _ask(self, side: str) -> None:
        """News, map and question; then lines are read until one of them is an answer."""
        if self._pass_by_order(side):
            return
        self._hand_over(side)
        menu = self._menu(side)
        self._tell_news(side)
        self._show_where(menu)
        moment = self.match.moment
        self._show_question(menu)
        while self.match.moment == moment:
            try:
                words = self.screen.ask(f"{side}> ").split()
                if not words:
                    menu.show(self.screen)
                elif not words[0].startswith("#"):
                    self._take(words, menu)
                    if self.match.moment == moment and self._pass_by_order(side):
                        return
            except Refusal as refusal:
                self.commands.refusal(refusal)
            except BadInput as error:
                self.screen.item("  ? ", str(error), style="yellow")

    def _pass_by_order(self, side: str) -> bool:
        """Answer a window that the player lets pass beforehand."""
        answer = self.orders.answer(side)
        if answer:
            self.match.play(answer, side=side)
            self._keep()
        return bool(answer)

    def _menu(self, side: str) -> Menu:
        return Menu(self.match.prompts[side], self.match.inquire(side), self.face)

    def _hand_over(self, side: str) -> None:
        """Where sides keep secrets from each other, two people at one screen take turns before it."""
        if self.match.game.secretive and self._last_person not in ("", side):
            self.screen.console.clear()
            self.screen.ask(f"The screen is for {self.face.side_names[side]} now; press Enter. ")
        self._last_person = side

    def _take(self, words: list[str], menu: Menu) -> None:
        command = self.commands.table.get(words[0].lower())
        beforehand = words[0].lower() == "pass" and len(words) > 1  # the word alone is an answer
        if command is not None and (beforehand or words[0].lower() not in menu.nouns):
            command(words[1:], menu)
        else:
            self._answer(words, menu)

    def _answer(self, words: list[str], menu: Menu) -> None:
        """Play what the line says, word for word; a line that breaks off is taken back where that can be done."""
        side, start = menu.prompt.side, self.match.moment
        given = 0
        self.reader.before = ""
        try:
            while words:
                self.reader.remark = ""
                action, words = self.reader.first(words, menu)
                if self.reader.remark:
                    self.screen.line(f"  ({self.reader.remark}.)")
                if action.verb == "end" and self._must_warn(menu):
                    return
                self.match.play(action, side=side)
                given += 1
                if words:
                    if side not in self.match.prompts:
                        raise BadInput(f"nothing is left to decide for {' '.join(words)}")
                    menu = self._menu(side)
            self._lines.append(start)
        except (Refusal, BadInput):
            if given and start in self.match.undoable:
                self.match.undo_to(start)
                self.screen.line("  Nothing of this line was done.")
                self._told[side] = self.match.moment + 1
            raise
        finally:
            if given:
                self._keep()

    def _must_warn(self, menu: Menu) -> bool:
        """Show the warnings of a question once before it is ended."""
        warnings = (*menu.prompt.warnings, *self.face.warnings(menu.look, menu.prompt))
        here = (self.match.position.turn, warnings)
        if not warnings or self._warned == here:
            return False
        self._warned = here
        for warning in warnings:
            self.screen.item("  ! ", warning, style="bold yellow")
        self.screen.line("  Say 'end' again if you mean it.")
        return True

    def last_line(self) -> int:
        """How many answers the last line gave, as far as they can be taken back; 1 if that is not known."""
        moments = self.match.undoable
        while self._lines:
            start = self._lines.pop()
            if start in moments:
                return len(moments) - moments.index(start)
        return 1

    def after_going_back(self) -> None:
        """The log of what was taken back is not news."""
        for side in self._told:
            self._told[side] = self.match.moment + 1
        self._warned = None
        self._focus.clear()
        self._keep()

    # What is shown

    def struck(self) -> set[int]:
        """The numbers of the entries that were taken back."""
        found: set[int] = set()
        for number, entry in enumerate(self.match.entries, 1):
            if entry.word in ("undo", "rollback"):
                found.update(range(entry.target + 1, number + 1))
        return found

    def story(self, side: str | None) -> list[LogLine]:
        """The log without the entries that were taken back, with the moments that a side counts."""
        count = self.match.moment_of
        struck: set[int] = set()
        for number, entry in enumerate(self.match.entries, 1):
            if entry.word in ("undo", "rollback"):
                struck.update(range(count(side, entry.target) + 1, count(side, number) + 1))
        return [line for line in self.match.log(side) if line[0] not in struck]

    def _tell_news(self, side: str | None) -> None:
        """What has happened since this side was last asked: what its own answers did, then the others' doings."""
        since = self._told[side] if side is not None else min(self._told.values())
        until = self.match.moment + 1
        for told in self._told if side is None else [side]:
            self._told[told] = until
        entries = self.match.entries
        others = [number for number in range(max(since, 1), until) if entries[number - 1].side != side]
        if side is None or not others:
            self._tell(self._news(side, since, until, condensed=side is None))
            self._tell_thoughts(side, since, until)
            return
        self._tell(self._news(side, since, others[0]))
        news = self._news(side, others[0], until, condensed=True)
        if news:
            doers = {self.face.side_names[entries[number - 1].side] for number in others if entries[number - 1].side}
            self.screen.line()
            self.screen.line(f"Meanwhile {' and '.join(sorted(doers))}:" if doers else "Meanwhile:", style="bold")
            self._tell(news)
            if len(news) < len(self._news(side, others[0], until)):
                self.screen.item("          ", "('log' tells it step by step.)", style="bright_black")
        self._tell_thoughts(side, others[0], until)

    def _tell_thoughts(self, side: str | None, since: int, until: int) -> None:
        """The last of what bots said of their answers, as far as a side may hear it."""
        told = self.thoughts.told(side, since, until)
        for thought in told[-FEW_THOUGHTS:]:
            self.screen.item("          ", f"“{thought.text}”", style="italic")
        if len(told) > FEW_THOUGHTS:
            self.screen.item("          ", f"('reasons {len(told)}' tells all of this.)", style="bright_black")

    def _tell(self, news: Sequence[News]) -> None:
        for line in news:
            self.screen.item(f"{line.rule:>8}  ", line.text, style="bold cyan" if line.loud else "cyan")

    def _news(self, side: str | None, since: int, until: int, condensed: bool = False) -> list[News]:
        """The log from one entry up to another, as it is or condensed."""
        if not condensed:
            count = self.match.moment_of
            first, last = count(side, since - 1) + 1 if since > 0 else 0, count(side, until - 1)
            return [News(rule, sentence) for moment, rule, sentence in self.story(side) if first <= moment <= last]
        struck = self.struck()
        entries = [self.match.opening, *self.match.entries]
        events = [
            event
            for number in range(since, until)
            if number not in struck
            for event in entries[number].events
            if event.seen_by(side)
        ]
        old = [told for told in self.match.history if since <= told.entry < until and told.seen_by(side)]
        return [*(News(told.rule, told.sentence) for told in old), *self.face.digest(self.match.game, events)]

    def _show_where(self, menu: Menu) -> None:
        """The whole map for a new phase or a new choice of many hexes, a close-up when the question has a place."""
        side = menu.prompt.side
        here = (self.match.position.turn, self.match.game.phase(menu.look.position))
        focus = self.face.focus(menu.look, menu.prompt.frame) or ""
        many = menu.many_hexes() and not focus
        new_phase, new_choice = self._phase.get(side) != here, many and not self._many.get(side)
        if not self.maps or not any(menu.nouns.values()):  # a choice between two plans needs no map
            if new_phase:
                self.screen.line()
                self.commands.show_header(menu)
        elif focus and self._phase:
            if new_phase:  # the other side's phase is interrupted by a question
                self.screen.line()
                self.commands.show_header(menu)
            if focus != self._focus.get(side):
                self.commands.show_close_up(focus, menu)
        elif new_phase or new_choice:
            self.screen.line()
            self.commands.show_map(menu)
        self._phase[side], self._focus[side], self._many[side] = here, focus, many

    def _show_question(self, menu: Menu) -> None:
        if self.face.attack_declared(menu.look, menu.prompt):
            self.commands.odds([], menu)
        # A tip comes with the first question of its kind in a phase, and whenever the question is repeated.
        side, step = menu.prompt.side, menu.prompt.step
        kind = (side, self.match.position.turn, step, bool(self._focus.get(side)))
        menu.show(self.screen, hint=kind not in self._hinted)
        self._hinted.add(kind)

    def show_case(self, number: str) -> None:
        """A case of the rulebook in our words."""
        for head, text in rulebook.case_lines(self.ledger, number, status=False):
            self.screen.item(head, text)

    # Keeping the match

    def _keep(self) -> None:
        saves.write(self.match, self.file)
        self.saved = True

    def _finish(self) -> None:
        person = next((side for side, bot in self.players.items() if bot is None), None)
        if person is not None:
            self._tell_news(person)
        outcome = self.match.outcome
        assert outcome is not None
        self.screen.line(f"{self.face.outcome(outcome.winner, outcome.level)} ({outcome.rule}).", style="bold")
        if self.match.game.secretive and person is not None:
            self._tell_all_thoughts(person)
        if self.saved:
            self.screen.line(f"The record of the game is {self.file}.")

    def _tell_all_thoughts(self, side: str) -> None:
        """What bots kept to themselves until the end."""
        told = self.thoughts.told(side)
        if told:
            self.screen.line()
            left = f" (the last {MANY_THOUGHTS} of {len(told)})" if len(told) > MANY_THOUGHTS else ""
            self.screen.line(f"What the bot had in mind{left}:", style="bold")
        for thought in told[-MANY_THOUGHTS:]:
            self.screen.item(f"{self.match.moment_of(side, thought.moment):5}  ", thought.text)
