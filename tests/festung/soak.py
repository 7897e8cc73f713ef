"""Random games under the eyes of a referee who checks the rulebook's invariants after every action."""

from __future__ import annotations

import random
from typing import Any

from bocage.engine.errors import BadInput
from bocage.engine.matches.match import Entry, Match
from bocage.engine.matches.sound import check_position
from bocage.games.festung.rules.events.politics import Clearing
from bocage.games.festung.rules.options import catalogue
from bocage.games.festung.rules.position import ALLIED, AXIS, CARPET, INDUSTRY, OTHER, UNUSED
from bocage.games.festung.rules.supply.tracing import grade_at
from tests.festung import playing
from tests.festung.supply.twin import Twin
from tests.soaking import STYLES, Watcher, bots_play, chooser, play_out

SCENARIOS = ("campaign", "overlord")
EAGER = {
    "attack": 8, "join": 5, "roll": 6, "advance": 4, "move": 5, "event": 4, "ops": 4, "combat": 5, "place": 4,
    "end": 0.3, "pass": 0.5, "automatic": 0.1, "discard": 0.5, "pick": 2,
}  # fmt: skip
GROUND = ("units", "allied_control", "marked", "nobody", "closed", "airfields", "flags", "surrendered")
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
        position, before = self.match.position, self.before
        if position.decks is not before.decks or position.card != before.card or entry.word == "start":
            self.cards()
        if entry.word == "start" or any(getattr(position, name) != getattr(before, name) for name in GROUND):
            self.ground()
        self.stacks()
        self.tracks()
        self.points(entry)
        self.hands(entry)
        self.marks()
        self.aircraft()
        self.fighting(entry)
        self.supply()
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
        leaving = sum(frame.units for frame in position.frames if isinstance(frame, Clearing))
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
                stays = any(not leaving >> unit & 1 for unit in stack)  # others are asked where they go
                self.claim(not (bit & data.red and stays), "8.38", f"{side} in the closed hex {self.label(node)}")
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

    def points(self, entry: Entry) -> None:
        """Victory points and Infrastructure change as they are told; without a card only hexes change points (16.1)."""
        position, before = self.match.position, self.before
        told = {"victory points": 0, "infrastructure": 0}
        for event in entry.events:
            if event.kind in told:
                told[event.kind] += event.data[0]
        changed = position.vp - before.vp
        self.claim(changed == told["victory points"], "16.1", f"{told} are told, and {changed} points have changed")
        worn = position.infrastructure - before.infrastructure
        self.claim(worn == told["infrastructure"], "15.1", f"{told} are told, and Infrastructure has changed by {worn}")
        vp = self.game.data.vp
        hexes = (before.allied_control & vp).bit_count() - (position.allied_control & vp).bit_count()
        card = entry.action is not None and entry.action.verb in ("event", "ops", "rp", "rd", "disband")
        event = card or before.card or position.card or before.obligation or position.abbey_bombed
        self.claim(event or changed == hexes or not position.vp, "16.1", f"{changed} points for {hexes} hexes")

    def hands(self, entry: Entry) -> None:
        """Each side draws to its limit and never beyond; what it has too much it keeps (4.21, 4.22)."""
        position, before, rules = self.match.position, self.before, self.game.rules
        if position.round != 1 or before.round:
            return
        bombed = sum(mission == INDUSTRY for mission in position.bombers.values())
        lost = position.allied_control & self.game.data.industrial & self.game.data.countries["Germany"]
        for side in self.game.sides:
            limit = {1943: 8, 1944: 9, 1945: 10}[self.game.data.turns[position.turn - 1].year]
            limit += sum(change.delta for change in before.hand_changes if change.side == side)
            if side == AXIS:
                limit -= bombed + 2 * position.collapsed + rules.industry_lost * lost.bit_count()
            deck = position.decks[side]
            drew = any(event.kind == "draw" and event.data[0] == side for event in entry.events)
            if drew:
                none_left = not deck.pile and not deck.discards
                fits = deck.in_hand == limit or (none_left and deck.in_hand < limit)
            else:
                fits = deck.in_hand >= limit
            self.claim(fits, "4.21", f"{side} has {deck.in_hand} cards, and its limit is {limit}")

    def marks(self) -> None:
        """Markers lie on hexes of the active side, one on a hex, and only while an operation goes on (6.23, 6.24)."""
        position, data = self.match.position, self.game.data
        self.claim(not position.move_marks & position.attack_marks, "6.23", "two markers in a hex")
        marked = position.move_marks | position.attack_marks
        self.claim(not marked or position.round, "6.23", "markers lie outside the Action Phase")
        self.claim(not position.attack_marks & data.box_sides[ALLIED], "6.24", "an Attack marker in a box")
        self.claim(not position.attack_marks & data.box_sides[AXIS], "6.24", "an Attack marker in a box")
        if not any(frame.step == "activation" for frame in position.frames):
            return
        for node in self.game.board.nodes(marked):
            sides = {self.game.counters[unit].side for unit in position.stacks.get(node, ())}
            self.claim(sides == {position.active}, "6.24", f"a marker in {self.label(node)}")

    def aircraft(self) -> None:
        """Not more bombers on a mission than the year allows, one carpet in a round, fighters at known bases."""
        position, game = self.match.position, self.game
        most = {1943: 1, 1944: 2, 1945: 3}[game.data.turns[position.turn - 1].year]
        for mission in {*position.bombers.values()} - {""}:
            flying = sum(other == mission for other in position.bombers.values())
            self.claim(not position.round or flying <= most, "14.21", f"{flying} bombers on {mission}")
        carpets = [marker for marker in position.air_used if marker in position.bombers]
        self.claim(len(carpets) <= 1, "14.22", "two Carpet Bombings in a round")
        flown = {*position.carpets_spent} - {*self.before.carpets_spent}
        known = all(self.before.bombers[marker] == CARPET for marker in flown)
        self.claim(known, "14.22", "a bomber flies that was given to something else")
        for marker, base in position.stationed.items():
            self.claim(position.fighters.get(marker) == "interdiction", "14.32", f"{marker} lies on the map")
            self.claim(base in game.bases or base in game.airfield_names, "14.32", f"{marker} at {base}")
        self.claim(len(position.airfields) == 2, "14.4", "an Airfield is missing")

    def supply(self) -> None:
        """The grades of supply, reckoned anew by hand (11.5; dear to find out, so not after every action)."""
        match = self.match
        if match.moment % 25 or match.outcome is not None:
            return
        look = self.game.look(match.position)
        twin = Twin(look)
        for unit, state in enumerate(match.position.units):
            if state.at >= 0:
                kind = look.kind(unit)
                found, reckoned = grade_at(look, kind, state.at), twin.grade(kind, state.at)
                name = f"{self.game.unit_ids[unit]} in {self.label(state.at)}"
                self.claim(found == reckoned, "11.5", f"{name} has supply {found}, reckoned {reckoned}")

    def fighting(self, entry: Entry) -> None:
        """Attackers are beside the hex, under a marker or just landed, of one nationality, and attack once a round."""
        if entry.action is None or entry.action.verb != "fight":
            return
        before, game = self.before, self.game
        fight: Any = before.frames[-1]
        now = (before.turn, before.round, before.active)
        if getattr(self, "when", None) != now:
            self.when, self.fought = now, 0
        again = fight.attackers & self.fought
        self.claim(not again, "9.14", f"{[game.unit_ids[unit] for unit in self.members(again)]} attack twice")
        self.fought |= fight.attackers
        groups, linked = set(), False
        for unit in self.members(fight.attackers):
            at, counter = before.units[unit].at, game.counters[unit]
            beside = at in game.board.neighbours[fight.target]
            self.claim(beside, "9.12", f"{counter.id} in {self.label(at)} attacks {self.label(fight.target)}")
            bases = 1 << fight.landing if fight.landing >= 0 else before.attack_marks
            self.claim(bases >> at & 1, "9.1", f"{counter.id} attacks without a marker in {self.label(at)}")
            groups |= {counter.group} if not counter.airborne else set()
            there = {other for unit in before.stacks[at] if not (other := game.counters[unit]).airborne}
            nations = {other.group for other in there}
            linked |= len(nations) > 1 or (len(there) < len(before.stacks[at]) > 1)  # ruling R63
        linked |= "ignore_nationality" in before.flags  # by a card
        self.claim(linked or len(groups) <= 1, "9.17", f"{sorted(groups)} attack together")

    def sound(self) -> None:
        """The match can be saved and go on from this position (dear to find out, so not after every action)."""
        if self.match.moment % 10:
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


def planned(seed: int, scenario: str, entries: int = 100_000, bot: str = "planner", **options: Any) -> Match:
    """A game between two planners, or other bots, to its end, or so long, under the same eyes."""
    match = Match(playing.game(scenario, **options), seed=f"planned {seed}")
    return bots_play(match, seed, bot, Referee(match), entries)
