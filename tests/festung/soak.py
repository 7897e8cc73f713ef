"""Random games under the eyes of a referee who checks the rulebook's invariants after every action."""

from __future__ import annotations

import random
from typing import Any

from bocage.engine.errors import BadInput
from bocage.engine.matches.match import Entry, Match
from bocage.engine.matches.sound import check_position
from bocage.games.festung.rules.options import catalogue
from bocage.games.festung.rules.position import ALLIED, OTHER, UNUSED
from tests.festung import playing
from tests.soaking import STYLES, Watcher, chooser, play_out

SCENARIOS = ("campaign", "overlord")
EAGER = {
    "attack": 8, "join": 5, "roll": 6, "advance": 4, "move": 5, "event": 4, "ops": 4, "combat": 5, "place": 4,
    "end": 0.3, "pass": 0.5, "automatic": 0.1, "discard": 0.5, "pick": 2,
}  # fmt: skip
PILES = ("hand", "pile", "discards", "face_up", "gone", "later")

choose = chooser(EAGER, lambda look, side: look.zone(OTHER[side]))


def all_options() -> dict[str, Any]:
    """Every option at the value that is not its default."""
    found: dict[str, Any] = {}
    for name, option in catalogue().items():
        value = next(value for value in option["values"].split("|") if value != option["default"])
        found[name] = {"true": True, "false": False}.get(value, value)
        if isinstance(found[name], str):
            found[name] = int(found[name])
    return found


def some_options(rng: random.Random) -> dict[str, Any]:
    """None, some or all of the options; those that need another bring it along."""
    share = rng.choice([0, 0.15, 0.5, 1])
    found = {name: value for name, value in all_options().items() if rng.random() < share}
    for name in list(found):
        for need in filter(None, catalogue()[name]["needs"].split()):
            other, _, value = need.partition("=")
            found[other] = value != "false" if value else True
    return found


class Referee(Watcher):
    """Watches one match. What he knows of ground, stacking and cards he works out himself, with sets and loops."""

    def which(self) -> str:
        return f"{self.game.scenario} {self.game.options}, {super().which()}"

    def check(self, entry: Entry) -> None:
        """After an action: everything that must hold now, and everything that must not have happened."""
        self.index("2.2")
        self.cards()
        self.ground()
        self.stacks()
        self.tracks()
        self.fighting(entry)
        self.undo(entry)
        self.going_on(entry)
        self.choices("16.2", "4")
        self.sound()
        self.remember()

    def label(self, node: int) -> str:
        return str(self.game.hex_name(node))

    def cards(self) -> None:
        """Every card is in one place, and no side has another's."""
        position = self.match.position
        for side in self.game.sides:
            deck = position.decks[side]
            lying = [getattr(deck, pile) for pile in PILES]
            in_play = 1 << self.game.card_numbers[position.card] if position.card else 0
            mine = in_play & self.game.side_cards[side]
            together = 0
            for cards in (*lying, mine):
                self.claim(not together & cards, "6.12", f"a card of {side} is in two places")
                together |= cards
            self.claim(together == self.game.side_cards[side], "2.3", f"{side} lacks cards, or has too many")
            self.claim(not deck.heap, "4.5", "a heap lies in the truth")
            self.claim(not deck.played & ~deck.discards, "4.5", "cards are known as discarded that are not")

    def ground(self) -> None:
        """Nobody stands where he cannot, and whose ground it is follows from who stands on it."""
        position, game = self.match.position, self.game
        data = game.data
        for node, stack in position.stacks.items():
            if node < 0:
                continue
            sides = {game.counters[unit].side for unit in stack}
            self.claim(len(sides) == 1, "8.31", f"enemies share {self.label(node)}")
            (side,) = sides
            bit = 1 << node
            if bit & data.beaches:
                self.claim(bit & position.marked, "R44", f"{side} in {self.label(node)}, where nobody has landed")
            elif not bit & data.land:
                self.claim(bit & data.box_sides[side], "8.32", f"{side} in the box {self.label(node)}")
                continue
            held = bool(bit & position.allied_control)
            self.claim(held == (side == ALLIED), "20", f"{side} in {self.label(node)}, which is the enemy's")
            self.claim(not bit & position.nobody, "8.38", f"{side} in {self.label(node)}, which is the Soviets'")
            if position.closed == "both":
                self.claim(not bit & data.red, "8.38", f"{side} in the closed hex {self.label(node)}")
            for unit in stack:
                counter = game.counters[unit]
                if counter.fortress:
                    self.claim(counter.name.endswith(self.label(node)), "2.21", f"{counter.id} in {self.label(node)}")
                if counter.group == "German" and counter.army and "italian_disarmament" not in position.flags:
                    self.claim(not bit & data.south_of_arno, "13.1", f"{counter.id} in {self.label(node)}")
                if counter.group == "Italian" and position.surrendered:
                    self.claim("isr" in position.flags and counter.corps, "13.2", f"{counter.id} after the surrender")
        if "stalin_betrayed" not in position.flags:
            self.claim(not position.masks[0] & game.berlin, "16.2", "Allies in Berlin without Stalin Betrayed")
        for node in position.airfields:
            there = position.allied_control | data.box_sides[ALLIED]
            losing = any(frame.step == "airfield lost" for frame in position.frames)
            self.claim(there >> node & 1 or losing, "14.4", f"an Airfield in {self.label(node)}")
        for number, unit in enumerate(position.units):
            self.claim(unit.steps in (1, 2), "2.23", f"{game.unit_ids[number]} has {unit.steps} steps")
            came = self.before.units[number].at != UNUSED
            self.claim(unit.at != UNUSED or not came, "6.53", f"{game.unit_ids[number]} was never there")

    def stacks(self) -> None:
        """Three in a hex, five Allies in a Beach Head, but for what goes on while units move (7.11, 7.13)."""
        position, data = self.match.position, self.game.data
        steps = {frame.step for frame in position.frames}
        if steps & {"movement", "redeployment", "advance", "retreat", "crowded hex", "losses", "stand-in"}:
            return
        for node, stack in position.stacks.items():
            if node >= 0 and (data.land | data.beaches) >> node & 1:
                allied = self.game.counters[stack[0]].side == ALLIED
                most = 5 if data.beaches >> node & 1 and allied else 3
                self.claim(len(stack) <= most, "7.11", f"{len(stack)} units in {self.label(node)}: {sorted(steps)}")

    def tracks(self) -> None:
        """Tracks and calendar are within their bounds; hexes taken are charged."""
        position = self.match.position
        self.claim(position.vp >= 0, "R39", "fewer than no victory points")
        self.claim(0 <= position.infrastructure <= 20, "15.1", "Infrastructure beyond its track")
        self.claim(position.collapsed or position.infrastructure > 0, "15.2", "no collapse at 0")
        self.claim(position.turn <= self.game.rules.last_turn, "16.2", "the game goes on after its last turn")
        self.claim(0 <= position.round <= 6, "5.1", "a seventh action round")
        taken = position.allied_control & self.game.data.industrial
        if self.game.scenario == "campaign":
            self.claim(not taken & ~position.captured_industry, "15.1", "a center that was taken is not charged")

    def fighting(self, entry: Entry) -> None:
        """Nobody attacks twice in a round."""
        again = self.match.position.attacked & ~self.before.attacked & self.before.attacked
        self.claim(not again, "9.14", "a unit attacked twice")

    def sound(self) -> None:
        """The match can be saved and go on from this position (dear to find out, so not after every action)."""
        if self.match.moment % 5:
            return
        try:
            check_position(self.game, self.match.position)
        except BadInput as error:
            self.claim(False, "4", f"the position cannot be stored: {error}")

    def undo(self, entry: Entry) -> None:
        """Neither dice nor a card that was named can be taken back."""
        named = entry.action is not None and entry.action.verb in ("ops", "event", "rd", "rp", "combat")
        if entry.dice or named:
            self.claim(not self.match.undoable, "R81", "undo is open over dice or a card")

    def going_on(self, entry: Entry) -> None:
        """Nobody is asked for ever: where nothing has changed for long, the question can be ended (4)."""
        ended = self.match.outcome is not None or {"end", "pass"} & set(self.match.prompt.offered)
        same = self.match.position.units == self.before.units and not entry.dice and not ended
        self.idle = getattr(self, "idle", 0) + 1 if same else 0
        self.claim(self.idle < 200, "4", "a question that cannot be ended")


def soak(
    seed: int, scenario: str, style: str | None = None, referee: bool = True, trip: float = 0.0005, **options: Any
) -> Match:
    """One random game to its end, with undo, text and views tried on the way."""
    rng = random.Random(seed)
    style = style or STYLES[seed % len(STYLES)]
    match = Match(playing.game(scenario, **options), seed=f"soak {seed}")
    watcher = Referee(match) if referee else None
    return play_out(match, rng, choose, style, watcher, trip=trip, undo=0.02)
