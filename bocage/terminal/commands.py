"""What a player may ask besides answering: the map, the reasons, the odds, the rules, the log, and going back."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import bocage
from bocage import bots
from bocage.engine.errors import BadInput, Refusal
from bocage.terminal import hands, saves
from bocage.terminal.board import beside, close_up, columns_in, overview
from bocage.terminal.faces import Face, zone_letters
from bocage.terminal.prompt import Menu, columns
from bocage.terminal.screen import Screen

if TYPE_CHECKING:
    from bocage.terminal.session import Session

MAP_AND_KEY = 99  # characters to a line for the map with its key beside it
KEY = 19  # and for the key alone
MAP_AND_MARGINS = 82  # and for the map with its numbers on both sides
ADVISOR = "planner"
ATTACKS = ("attack", "assault")  # the verbs whose operand is a hex to be attacked
HELP = (
    ("2114", "the hex alone, if only one verb takes it; a unit alone likewise (US-82AB, or 82AB for short)"),
    ("move 2114", "a verb and what it is about; 3 answers with number 3 of the list"),
    ("US-1 2114", "several answers in a row: take US-1 in hand, move it to 2114"),
    ("US-1 US-Rgr 2114", "a stack: take both in hand, move them; US-1 all 2114 for all of its stack"),
    ("attack 2114 US-1 US-2", "attack a hex with these units, attack 2114 all with everybody; then odds, and roll"),
    ("why 2114", "why not? The referee's reason with its case; also why move 1307"),
    ("cost 2114", "movement points and way of the unit in hand to a hex"),
    ("odds", "chances of the declared attack; odds 2114 US-1 US-2 for a possible one"),
    (
        "map",
        "the map; map 2114 a close-up; map all the whole of it; map off and map on for the maps shown by themselves",
    ),
    ("hex 2114", "what is in a hex; places lists the names on the map, which stand for their hexes"),
    ("units", "units on the map; units 2114, units US-1, units german, units off (what waits elsewhere)"),
    ("supply 2114", "how units there are supplied"),
    ("zoc", "the zones of control of both sides"),
    ("log", "what happened; log 40 for the last 40 lines"),
    ("advice", "what the planner would do in your place, and why; advice search asks the bot that thinks longer"),
    ("reasons", "why the bots did what they did, as far as you may know it; reasons 40 for the last 40"),
    ("rules 3.2.1", "a case in our words, with its rulings"),
    ("undo", "take your last line back; back 3 the last three answers"),
    ("rollback 2", "take back your last two answers even across dice, if the other side agrees; dice come anew"),
    ("save FILE", "write the match to a file; it is kept after every answer anyway"),
    ("quit", "stop; the match can be continued later"),
)


def draw_map(
    screen: Screen, face: Face, look: Any, side: str | None, marked: Collection[str] = (), near: Collection[str] = ()
) -> None:
    """The map, or the part of it that matters, with its key beside it if there is room.

    What may be chosen is marked; where nothing is, the part lies around what the question is about (`near`).
    """
    keyed = screen.width >= MAP_AND_KEY
    part = face.part(look, marked or near, columns_in(screen.width - KEY if keyed else screen.width))
    margins = part is None and screen.width >= MAP_AND_MARGINS
    lines = overview(face.grid, face.cells(look, side, marked), both_margins=margins, part=part)
    screen.picture(beside(lines, face.key(look, side), 1) if keyed else lines)


class Leave(Exception):  # noqa: N818 - not a fault: the player stops
    """The player leaves the table."""


class Commands:
    """The words that are no answers."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.screen = session.screen
        self.match = session.match
        self.face = session.face
        self.table: dict[str, Callable[[list[str], Menu], None]] = {
            "?": self.help, "help": self.help, "why": self.why, "odds": self.odds, "undo": self.undo, "back": self.back,
            "save": self.save, "log": self.log, "units": self.units, "supply": self.supply, "zoc": self.zoc,
            "rules": self.rules, "map": self.map, "hex": self.hex, "rollback": self.rollback, "quit": self.quit,
            "exit": self.quit, "cost": self.cost, "places": self.places, "advice": self.advice, "reasons": self.reasons,
            "hand": self.hand, "piles": self.piles, "pass": self.pass_beforehand,
        }  # fmt: skip

    def help(self, words: list[str], menu: Menu) -> None:
        """What one may type."""
        verbs = ", ".join(menu.nouns)
        self.screen.line(f"Answers now: {verbs}. Verbs and units may be shortened.", style="bold")
        cards = hands.HELP if self.face.printed_cards(self.match.game) else ()
        for example, meaning in (*HELP, *cards, *self.face.help):
            self.screen.item(f"  {self.face.example(example):22} ", self.face.example(meaning))

    def why(self, words: list[str], menu: Menu) -> None:
        """The referee's reason."""
        if not words:
            raise BadInput(
                self.face.example("ask about a hex, a unit or an answer, as in 'why 2114' or 'why column 1307'")
            )
        action, refusal = self.session.reader.why(words, menu)
        if refusal is None:
            found = next(legal for legal in menu.prompt.actions if str(legal) == action)
            self.screen.line(f"'{action}' is legal ({menu.prompt.rule_of(found)}).", style="green")
        else:
            self.screen.line(f"'{action}':")
            self.refusal(refusal)
            self._tell_case(refusal.rule)

    def _tell_case(self, number: str) -> None:
        """What a case says, all its lettered rows; of its rulings only the numbers."""
        ledger = self.session.ledger
        cases = ledger.find(number)
        text = ledger.text(number)
        if text and not cases:
            self.screen.item(f"  {number} ", text, style="bright_black")
        for case in cases:
            self.screen.item(f"  {case.case:8}", f"{case.topic}: {case.summary}", style="bright_black")
        rulings = [ruling.ruling for case in cases for ruling in ledger.rulings_on(case.case)]
        if rulings:
            self.screen.item("          ", f"'rules {number}' adds our rulings: {', '.join(rulings)}", "bright_black")

    def refusal(self, refusal: Refusal) -> None:
        """A refusal with its case; `why` also tells what the case says."""
        self.screen.item("  no: ", f"{refusal}", style="yellow")

    def odds(self, words: list[str], menu: Menu) -> None:
        """The exact chances of an attack."""
        side = menu.prompt.side
        support: dict[str, Any] = {}
        if words and words[-1].lower() in self.face.odds_words:
            support[words[-1].lower()] = True
        words = words[:-1] if support else words
        if not words:
            forecast = bocage.forecast(self.match, side=side, **support)
            label = self.face.focus(menu.look, menu.prompt.frame) or ""
        else:
            reader = self.session.reader
            targets = [action.operand for verb in ATTACKS for action in menu.prompt.verbs().get(verb, ())]
            label = reader.operand("hex", words[0], targets)
            units = [reader.unit(word) for word in words[1:] if word.lower() != "all"]
            forecast = bocage.forecast(self.match, label, units or None, side=side, **support)
        self.screen.picture(self.face.odds(forecast))
        for note in self.face.odds_notes(menu.look, label) if label else ():
            self.screen.item("  but ", note, style="yellow")

    def undo(self, words: list[str], menu: Menu) -> None:
        """Take the last line back, or so many answers."""
        if words:
            self.back(words, menu)
        else:
            self._back(self.session.last_line())

    def back(self, words: list[str], menu: Menu) -> None:
        """Take several answers back."""
        if len(words) != 1 or not words[0].isdigit() or words[0] == "0":
            raise BadInput("say how many answers to take back, as in 'back 3'")
        self._back(int(words[0]))

    def _back(self, count: int) -> None:
        moments = self.match.undoable
        if not moments or self.session.players.get(self.match.prompt.side) is not None:
            self.match.undo()  # raises the engine's own refusal
        if count > len(moments):
            raise BadInput(
                f"only {len(moments)} answers can be taken back: before them a die or the other side decided"
            )
        struck, entries = self.session.struck(), self.match.entries
        taken = [
            str(entries[moment].action)
            for moment in range(moments[-count], len(entries))
            if moment + 1 not in struck and entries[moment].word == "play"
        ]
        self.match.undo_to(moments[-count])
        self.screen.line(f"Taken back: {', '.join(taken)}.", style="bold")
        self.session.after_going_back()

    def rollback(self, words: list[str], menu: Menu) -> None:
        """Go back across dice and the other side's decisions, by consent; a bot always consents."""
        words = words or ["1"]
        if len(words) != 1 or not words[0].isdigit() or words[0] == "0":
            raise BadInput("say how many of your answers to take back, as in 'rollback 2'")
        side, struck = menu.prompt.side, self.session.struck()
        mine = [
            moment
            for moment, entry in enumerate(self.match.entries)
            if entry.side == side and entry.word == "play" and moment + 1 not in struck
        ]
        if int(words[0]) > len(mine):
            raise BadInput(f"you have given {len(mine)} answers that could be taken back")
        other = next(name for name in self.match.game.sides if name != side)
        self.match.ask_rollback(side, mine[-int(words[0])])
        agreed = True
        if self.session.players[other] is None:
            answer = self.screen.ask(f"{other}, do you agree to go back (yes or no)? ")
            agreed = answer.strip().lower() in ("y", "yes")
        self.match.answer_rollback(other, agreed)
        self.screen.line("Agreed: the dice will be new ones." if agreed else "Refused.", style="bold")
        self.session.after_going_back()

    def save(self, words: list[str], menu: Menu) -> None:
        """Write the match to a file."""
        if not words:
            raise BadInput("name the file, as in 'save evening.bocage'")
        path = Path(" ".join(words)).expanduser()
        saves.write(self.match, path)
        self.screen.item("", f"Saved to {path}. Go on with: {self.session.go_on_with(path)}")

    def log(self, words: list[str], menu: Menu) -> None:
        """The log, without what was taken back."""
        if words and not words[0].isdigit():
            raise BadInput("say how many lines, as in 'log 40'")
        count = int(words[0]) if words else 20
        lines = self.session.story(menu.prompt.side)
        for number, rule, sentence in lines[-count:] if count else []:
            self.screen.item(f"{number:5} {rule:>7}  ", sentence)

    def advice(self, words: list[str], menu: Menu) -> None:
        """What a bot would do in the player's place."""
        bot = bots.known(words[0].lower() if words else ADVISOR)
        with self.screen.waiting(f"{bot} thinks …"):
            action, reason = self.session.advisors.ask(menu.prompt.side, bot)
        self.screen.item(f"  {bot}: ", str(action), style="bold green")
        if reason:
            self.screen.item("    ", reason)

    def reasons(self, words: list[str], menu: Menu) -> None:
        """What bots said of their answers."""
        if words and not words[0].isdigit():
            raise BadInput("say how many, as in 'reasons 40'")
        count = int(words[0]) if words else 20
        struck = self.session.struck()
        told = [one for one in self.session.thoughts.told(menu.prompt.side) if one.moment not in struck]
        for thought in told[-count:] if count else []:
            self.screen.item(f"{self.match.moment_of(menu.prompt.side, thought.moment):5}  ", thought.text)
        if not told:
            secret = self.match.game.secretive and any(self.session.players.values())
            self.screen.line(
                "In this game bots keep their reasons to the end." if secret else "No bot has said anything."
            )

    def units(self, words: list[str], menu: Menu) -> None:
        """Units on the map, or those that wait elsewhere."""
        look = menu.look
        word = words[0].lower() if words else ""
        if word in ("off", "pool"):
            for place in self.face.off_board(look):
                self.screen.item("  ", place)
            return
        if word in self.match.game.sides:
            numbers = self.face.units(look, side=word)
        elif word in (name.lower() for name in self.match.game.unit_ids):
            numbers = [number for number, name in enumerate(self.match.game.unit_ids) if name.lower() == word]
        elif word:
            numbers = self.face.units(look, label=self.session.reader.hex(" ".join(words)))
        else:
            numbers = self.face.units(look)
        if not numbers:
            self.screen.line("No units there.")
        for number in numbers:
            line = self.face.unit_line(look, number)
            marks = f"  {line.marks}" if line.marks else ""
            self.screen.item(f"  {line.place:5} {line.id:9} {line.factors:>5}  {line.supply:9}  ", line.name + marks)

    def hand(self, words: list[str], menu: Menu) -> None:
        """One's cards."""
        hands.show_hand(self.screen, self.face, menu, words)

    def piles(self, words: list[str], menu: Menu) -> None:
        """Where the cards of all sides lie."""
        hands.show_piles(self.screen, self.face, menu)

    def pass_beforehand(self, words: list[str], menu: Menu) -> None:
        """Let windows pass for a while."""
        if len(words) != 1:
            raise BadInput("say for how long, as in 'pass turn' or 'pass always'; 'pass off' to be asked again")
        self.screen.line(f"  {self.session.orders.give(menu.prompt.side, words[0].lower())}")

    def supply(self, words: list[str], menu: Menu) -> None:
        """How units in a hex are supplied."""
        if not words:
            raise BadInput(self.face.example("name a hex, as in 'supply 2114'"))
        for line in self.face.supply(menu.look, self.session.reader.hex(" ".join(words))):
            self.screen.item("  ", line)

    def zoc(self, words: list[str], menu: Menu) -> None:
        """The zones of control of both sides."""
        letters = zone_letters(tuple(self.face.side_names))
        sides = ", ".join(f"{letter} {side.capitalize()}" for side, letter in letters.items())
        self.screen.line(f"Zones of control: {sides}, X both.", style="bold")
        part = self.face.part(menu.look, (), columns_in(self.screen.width))
        cells = self.face.cells(menu.look, None, zones=True)
        self.screen.picture(overview(self.face.grid, cells, part is None, part))

    def rules(self, words: list[str], menu: Menu) -> None:
        """A case in our words."""
        if not words:
            raise BadInput("name a case, as in 'rules 3.2.1'")
        self.session.show_case(words[0])

    def hex(self, words: list[str], menu: Menu) -> None:
        """What is in a hex."""
        if not words:
            raise BadInput(self.face.example("name a hex, as in 'hex 2114'"))
        label = self.session.reader.hex(" ".join(words))
        self.screen.item(f"  {label} ", self.face.hex_words(menu.look, label))

    def places(self, words: list[str], menu: Menu) -> None:
        """The names on the map."""
        names = [f"{name} {' '.join(labels)}" for name, labels in sorted(self.face.places().items())]
        for line in columns(names, self.screen.width - 2):
            self.screen.line(f"  {line}")

    def cost(self, words: list[str], menu: Menu) -> None:
        """What the units in hand pay to go to a hex."""
        if not words:
            raise BadInput(self.face.example("name a hex, as in 'cost 2114'"))
        label = self.session.reader.hex(" ".join(words))
        price = self.face.cost(menu.look, menu.prompt.frame, label)
        if price:
            self.screen.item(f"  {label} ", price)
        else:
            self.why([label], menu)

    def map(self, words: list[str], menu: Menu) -> None:
        """The map, or a part of it."""
        if words and words[0].lower() in ("on", "off"):
            self.session.maps = words[0].lower() == "on"
            self.screen.line(f"Maps are shown {'by themselves' if self.session.maps else 'only when you ask'}.")
        elif words and words[0].lower() == "all":
            self.show_whole_map(menu)
        elif words:
            self.show_close_up(self.session.reader.hex(" ".join(words)), menu)
        else:
            self.show_map(menu)

    def show_header(self, menu: Menu) -> None:
        """Turn, weather, air, phase and standing."""
        for line in self.face.header(menu.look, self.match.game.phase(menu.look.position)):
            self.screen.line(line)

    def show_map(self, menu: Menu) -> None:
        """The header and the whole map, with its key if there is room."""
        self.show_header(menu)
        draw_map(self.screen, self.face, menu.look, menu.prompt.side, menu.hexes(), self.about(menu))

    def about(self, menu: Menu) -> list[str]:
        """The hexes of a question that is not about hexes: where its units stand, if they are few."""
        focus = self.face.focus(menu.look, menu.prompt.frame)
        return [focus] if focus else menu.units_at()

    def show_whole_map(self, menu: Menu) -> None:
        """All of the map; one that is too wide in strips, from left to right."""
        grid, cells = self.face.grid, self.face.cells(menu.look, menu.prompt.side, menu.hexes())
        wide = columns_in(self.screen.width)
        if self.face.part(menu.look, (), wide) is None:
            self.show_map(menu)
            return
        halves = [half for _, half in grid.places.values()]
        for left in range(min(halves), max(halves) + 1, wide):
            strip = [label for label, (_, half) in grid.places.items() if left <= half < left + wide]
            self.screen.picture(overview(grid, cells, False, strip))

    def show_close_up(self, label: str, menu: Menu) -> None:
        """The hexes around one."""
        marked, notes = menu.hexes(most=10**4), self.face.costs(menu.look, menu.prompt.frame)
        cells = self.face.cells(menu.look, menu.prompt.side, marked, notes=notes)
        halves = max(2, min(8, (self.screen.width - 11) // 10))
        self.screen.picture(close_up(self.face.grid, cells, label, lines=2, halves=halves))

    def quit(self, words: list[str], menu: Menu) -> None:
        """Leave the table."""
        raise Leave
