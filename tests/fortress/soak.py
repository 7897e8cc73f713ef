"""Random games under the eyes of a referee who checks the rulebook's invariants after every action."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from bocage.engine.actions import Action
from bocage.engine.matches.match import Entry, Match
from bocage.engine.steps import Prompt
from bocage.games.fortress.rules.options import catalogue
from bocage.games.fortress.rules.position import (
    ALLIED,
    EXITED,
    GERMAN,
    GONE,
    HAND,
    OTHER,
    SCHEDULE,
    UNKNOWN,
)
from bocage.games.fortress.rules.supply.capacity import capacity
from tests.fortress import playing
from tests.soaking import STYLES, Watcher, bots_play, chooser, play_out

SCENARIOS = ("campaign", "invasion", "west_wall", "bulge", "berlin")
EAGER = {
    "attack": 9, "join": 5, "roll": 6, "advance": 4, "drop": 4, "place": 6, "move": 5, "land": 8, "beach": 5, "sail": 4,
    "raid": 4, "end": 0.3, "suggested": 2, "pick": 3, "send": 0.3, "stop": 0.5, "strike": 0.3, "unmask": 0.3,
}  # fmt: skip
# Where a wish can be taken back as often as it is made a verb is chosen first, lest it last for ever.
TWO_WAYS = ("objectives", "german set-up", "allied set-up", "ardennes set-up", "decoys", "ships")

_choose = chooser(EAGER, lambda look, side: look.zone(OTHER[side]))


def choose(prompt: Prompt, rng: random.Random, style: str) -> Action:
    """A random action of the style."""
    return _choose(prompt, rng, "verbs" if prompt.step in TWO_WAYS and style != "eager" else style)


def all_options(scenario: str) -> dict[str, Any]:
    """Every option that goes with a scenario."""
    fitting = [(name, option) for name, option in catalogue().items() if scenario in option["scenarios"].split()]
    last = {name: option["values"].split("|")[-1] for name, option in fitting}
    return {name: True if value == "true" else int(value) for name, value in last.items()}


def some_options(scenario: str, rng: random.Random) -> dict[str, Any]:
    """None, some or all of the options that go with a scenario."""
    share = rng.choice([0, 0.15, 0.5, 1])
    return {name: value for name, value in all_options(scenario).items() if rng.random() < share}


class Referee(Watcher):
    """Watches one match. `check` raises an AssertionError that names the case and the moment.

    What he knows of stacking, zones and capacity he works out himself, with sets and loops, so that he would see a
    mistake in the engine's own inquiries.
    """

    def which(self) -> str:
        return f"{self.game.scenario} {self.game.options}, {super().which()}"

    def check(self, entry: Entry) -> None:
        """After an action: everything that must hold now, and everything that must not have happened."""
        position = self.match.position
        self.claim(len(position.units) == self.game.first_stranger, "31.6", "a stranger stands in the truth")
        self.index("2.2")
        if position.units != self.before.units or self.game.phase(position) != self.phase:
            self.ground()
            self.steps()
        self.stacks()
        self.limits()
        self.hidden()
        self.changes(entry)
        self.battle(entry)
        self.undo(entry)
        self.going_on(entry)
        if self.game.phase(position) != self.phase:
            self.capacity()
        self.choices("30.1", "4.2")
        self.claim(position.turn <= self.game.rules.last_turn, "30.1", "the game goes on after its last turn")
        self.remember()

    # Where units are

    def on(self, hexes: int, node: int) -> bool:
        return bool(hexes >> node & 1)

    def label(self, node: int) -> str:
        return str(self.game.board.labels[node])

    def named(self, units: Iterable[int]) -> list[str]:
        return [self.game.counters[unit].id for unit in units]

    def parted(self) -> dict[int, tuple[list[int], list[int]]]:
        """Hex -> the land units of the Allies and of the Germans in it."""
        found = {}
        for node, stack in self.match.position.stacks.items():
            if node >= 0:
                pieces = [unit for unit in stack if self.game.counters[unit].piece]
                mine = [unit for unit in pieces if self.game.counters[unit].side == ALLIED]
                found[node] = mine, [unit for unit in pieces if unit not in mine]
        return found

    def ground(self) -> None:
        """Nobody stands where he cannot, and whose ground it is follows from who stands on it."""
        position, game = self.match.position, self.game
        data = game.data
        phase = game.phase(position)
        # Whoever drops or lands holds nothing before all have come, nor before the end of a battle (12.17, 20.8).
        landing = game.look(position).invading() and position.impulse == 1 and not position.fighting
        coming = "drop" in phase or landing or self.walking()
        for node, stack in position.stacks.items():
            if node < 0:
                continue
            for unit in stack:
                counter, at_sea = game.counters[unit], self.on(data.sea, node)
                self.claim(at_sea == (counter.type == "naval"), "19.3", f"{counter.id} in {self.label(node)}")
                if not counter.piece:
                    continue
                self.claim(self.on(game.land, node), "8.6", f"{counter.id} in {self.label(node)}")
        self.claim(not (position.masks[0] | position.masks[1]) & game.dyke or self.walking(), "16.7", "on the dyke")
        for node, (allied, german) in self.parted().items():
            if allied and german:
                self.both(node, allied)
            elif allied and not coming:
                self.claim(self.on(position.allied_control, node), "30.2", f"{self.named(allied)} on German ground")
                self.claim(
                    not self.on(data.fortresses & ~position.forts_destroyed, node), "16.3", "a fortress of the Allies"
                )
            elif german and not position.hidden:
                self.claim(not self.on(position.allied_control, node), "30.2", f"{self.named(german)} on Allied ground")

    def walking(self) -> bool:
        """Is somebody under way?"""
        return bool(self.match.prompts) and self.match.prompt.step in ("movement", "retreat", "losses")

    def both(self, node: int, allied: list[int]) -> None:
        """Enemies share a hex only where some have come by air or sea this turn (6.6, 20.8, 12.6, 21.2)."""
        position = self.match.position
        if position.hidden:
            return  # nobody knows yet
        came = position.dropped | position.invaders | position.landed | position.raiders | position.airlifted
        now = [unit for unit in self.match.position.stacks[node] if came >> unit & 1]
        self.claim(now, "6.6", f"enemies share {self.label(node)}: {self.named(position.stacks[node])}")

    # How many

    def stacks(self) -> None:
        """Three in the open, two in rough ground, one in mountains and floods, before each combat begins (6.1, 6.3)."""
        position, game = self.match.position, self.game
        phase = game.phase(position)
        if "combat" not in phase or "combat" in self.phase or self.match.outcome is not None:
            return
        side = ALLIED if phase.startswith(ALLIED) else GERMAN
        for node, parts in self.parted().items():
            units = parts[0] if side == ALLIED else parts[1]
            if position.start_stacks >> node & 1:
                continue  # the winter line begins over-full (ruling R106)
            terrain = game.data.terrain_at[node]
            most = {"rough": 2, "mountain": 1, "mountains": 1, "alpine": 1}.get(terrain, 3)
            if terrain == "flooded" and position.flooded:
                most = 1
            counted = [unit for unit in units if not self.free(unit)]
            self.claim(len(counted) <= most, "6.1", f"{terrain} {self.label(node)} holds {self.named(counted)}")

    def free(self, unit: int) -> bool:
        """Has a unit no stacking value (6.5, 31.4, 33.3.1)? The 79th has none until its first combat is over (12.7)."""
        counter, rules, position = self.game.counters[unit], self.game.rules, self.match.position
        of_the_79th = "79th" in counter.traits or counter.entry == "parts"
        kinds = ("hq", "ranger", "commando", "security", "artillery", "flak", "naval", "mulberry", "partisans")
        return (
            counter.type in kinds
            or (rules.battalions_stack_free and counter.size == "battalion")
            or (rules.winter and "winter_free" in counter.traits)
            or (of_the_79th and position.invasions == position.impulse == 1 and bool(position.invaders >> unit & 1))
        )

    def steps(self) -> None:
        """A unit has one step at least and none beyond its own; six American divisions may have one more (27.12)."""
        position, counters = self.match.position, self.game.counters
        strong = 0
        for unit, state in enumerate(position.units):
            counter = counters[unit]
            if state.steps > counter.steps:
                strong += 1
                fits = counter.nation == "US" and counter.type == "infantry" and counter.combat[0] == 6
                self.claim(fits and state.steps == counter.steps + 1, "27.12", f"{counter.id} has {state.steps} steps")
            self.claim(state.steps >= 1, "2.8", f"{counter.id} has {state.steps} steps")
        self.claim(strong <= 6, "27.12", f"{strong} overstrength divisions")

    def limits(self) -> None:
        """Whatever may be done so many times only."""
        position, game = self.match.position, self.game
        data, drops = game.data, position.drops
        limits = (
            ("12.2", "invasions", position.invasions, 2),
            ("21.2", "raids", position.raids, 2),
            ("20.4", "Allied drops", drops.get(ALLIED, 0), 5),
            ("20.5", "German drops", drops.get(GERMAN, 0), 2),
            ("20.11", "German airlifts", position.airlifts, 2),
            ("20.17", "units moved by air", position.by_air_now, 3),
            ("11.5", "units moved by sea", position.sea_moves, 10 if position.ten_turn == position.turn else 6),
            ("11.4.B", "evacuations", position.evacuations, 2),
            ("10.1", "units moved by rail", position.rail_moves, 6),
            ("25.1", "Volkssturm", (game.volkssturm & position.on_board).bit_count(), 8),
            ("29.2", "mulberries", (game.mulberries & position.on_board).bit_count(), position.invasions),
            ("17.6", "SAC", sum(sac for sac, _ in position.missions.values()), 5 if game.rules.advanced_air else 4),
            ("17.6", "TAC", sum(tac for _, tac in position.missions.values()), 7),
            ("3.3", "hidden units", position.hidden.bit_count(), 9),
            ("31.6", "decoys", position.decoys.bit_count() + sum(position.markers.values()), 19),
        )
        for case, what, count, most in limits:
            self.claim(count <= most, case, f"{count} {what}")
        if position.second_invasion_turn and not game.rules.winter:
            self.claim(9 <= position.second_invasion_turn <= 16, "12.2", "a second invasion out of time")
        for name, damage in position.port_damage.items():
            unit = game.unit_numbers.get(name)
            full = game.counters[unit].capacity if unit is not None else data.ports[game.board.index[name]].capacity
            self.claim(0 <= damage <= full, "18.7.8", f"{name} has lost {damage} of {full}")
        for nation, (points, armour) in position.stores.items():
            self.claim(0 <= armour <= points, "27.3", f"{nation} has {points} points, {armour} of them armour")
        phase = game.phase(position)
        if self.match.start is None and phase not in ("", "objectives") and "set-up" not in phase:
            self.claim(not position.stacks.get(HAND), "3.3", "Germans are still in hand")
        self.claim(not position.stacks.get(UNKNOWN), "3.3", "nobody is unknown in the truth")

    def hidden(self) -> None:
        """Hidden units and blanks are there until the first landing is made, and never after (3.7, 31.7)."""
        position, game = self.match.position, self.game
        self.claim(not position.hidden & ~position.on_board, "3.3", "hidden off the map")
        self.claim(not position.decoys & ~position.on_board, "31.6", "a decoy off the map")
        self.claim(not position.hidden & ~game.side_units[GERMAN], "3.3", "a hidden Allied unit")
        if position.turn > 1 or "combat" in game.phase(position):
            secret = position.hidden or position.blanks or position.markers
            self.claim(not secret, "3.7", "something is still hidden after the landing")
        if not game.rules.decoys_in_germany:
            self.claim(not position.decoys, "31.6", "decoys without the option")
        for unit in self.members(position.decoys):
            at = position.units[unit].at
            self.claim(self.on(game.data.germany, at), "31.6", f"a decoy outside Germany, at {self.label(at)}")

    def capacity(self) -> None:
        """What ports and mulberries carry, less the units in Europe (18.7.3), reckoned anew."""
        position, game = self.match.position, self.game
        counters, board = game.counters, game.board
        if "set-up" in game.phase(position) or position.hidden:
            return
        closed = {frozenset(pair) for pair in game.data.estuaries.pairs()}
        for section in position.bombed:
            closed |= {frozenset(pair) for pair in game.data.sections[section].pairs()}
        intact = game.data.fortresses & ~position.forts_destroyed
        quiet = position.frozen | position.dropped
        zone = set()
        for node, (_, german) in self.parted().items():
            if any(not quiet >> unit & 1 for unit in german):
                near = (next_to for next_to in board.neighbours[node] if frozenset((node, next_to)) not in closed)
                zone |= {next_to for next_to in near if not self.on(intact, next_to)}
        allied = {node for node, (mine, _) in self.parted().items() if mine}
        german_hexes = {node for node, (_, enemies) in self.parted().items() if enemies}
        total = 0
        for node, port in game.data.ports.items():
            mine = self.on(position.allied_control & ~position.closed_ports, node) and node not in german_hexes
            if mine and (node in allied or node not in zone):
                total += port.capacity - position.port_damage.get(self.label(node), 0)
        for unit in self.members(game.mulberries & position.on_board):
            node = position.units[unit].at
            if node in allied or node not in zone | german_hexes:
                total += counters[unit].capacity - position.port_damage.get(counters[unit].id, 0)
        for unit, state in enumerate(position.units):
            counter = counters[unit]
            if counter.side == ALLIED and counter.piece and (state.at >= 0 or state.at == EXITED):
                total -= not counter.raider and not position.by_air >> unit & 1
        if game.rules.far_bank_zones:
            return  # zones over water shut more (ruling R103)
        found = capacity(game.look(position))
        self.claim(found == total, "18.7.3", f"capacity {found}, reckoned {total}")

    # What was done

    def changes(self, entry: Entry) -> None:
        """The dead stay dead, and nobody moves who may not."""
        position, before, game = self.match.position, self.before, self.game
        if position.units == before.units:
            return
        verb = entry.action.verb if entry.action else ""
        for unit, (old, new) in enumerate(zip(before.units, position.units, strict=True)):
            if old.at == new.at:
                continue
            counter = game.counters[unit]
            self.claim(old.at != GONE, "26.8", f"{counter.id} came back from nowhere")
            if old.at == SCHEDULE and new.at >= 0 and counter.side == GERMAN:
                self.claim(position.turn > 1 or counter.entry != "start", "26.1", f"{counter.id} came too early")
            if counter.piece and new.at >= 0 and self.on(game.data.terrain["alpine"], new.at):
                # By rail anybody comes there (R125), and then in the place of HQ Troops that did (27.13).
                climbs = counter.mountain or counter.back_type == "mountain" or verb in ("rail", "revive")
                self.claim(climbs, "8.4", f"{counter.id} in {self.label(new.at)}")
            if old.at >= 0 and new.at >= 0 and "set-up" not in self.phase:
                walked = verb in ("move", "rail", "sail") and "movement" in self.phase
                if walked:
                    stuck = before.frozen & position.frozen
                    self.claim(not stuck >> unit & 1, "9.1", f"{counter.id} is frozen and moved")
                    self.claim(not before.resting >> unit & 1, "27.7", f"{counter.id} took replacements and moved")
                    stopped = before.stopped & ~(before.mired if verb == "sail" else 0)  # water lets ships go (8.2)
                    self.claim(not stopped >> unit & 1, "7.2", f"{counter.id} was stopped and moved")

    def battle(self, entry: Entry) -> None:
        """Nobody fights twice in one impulse (14.9)."""
        before = self.before
        if entry.action is None or entry.action.verb != "roll" or not before.frames:
            return
        frame: Any = before.frames[-1]
        if frame.step != "combat":
            return
        again = frame.attackers & before.fought
        self.claim(not again, "14.9", f"{self.named(self.members(again))} attacked twice in one impulse")
        enemies = {OTHER[frame.side]}
        for node in self.game.board.nodes(frame.targets):
            units = [unit for unit in before.stacks.get(node, ()) if self.game.counters[unit].side in enemies]
            fresh = [unit for unit in units if not before.fought >> unit & 1]
            self.claim(fresh, "14.9", f"{self.label(node)} was attacked twice in one impulse")
        parties = {self.game.counters[unit].attacks_with for unit in self.members(frame.attackers)
                   if not self.game.counters[unit].raider and self.game.counters[unit].side == ALLIED}  # fmt: skip
        if self.game.rules.canadians_with_british:
            parties -= {"CA"} if "BR" in parties else set()
        self.claim(len(parties) <= 1, "6.2", f"{sorted(parties)} attacked together")

    def undo(self, entry: Entry) -> None:
        """What dice or a look at something hidden has shown cannot be taken back."""
        if entry.dice or any(event.kind in ("hidden unit", "blanks", "uncovered") for event in entry.events):
            self.claim(not self.match.undoable, "15.2", "undo is open over dice, or over something that was hidden")

    def going_on(self, entry: Entry) -> None:
        """Nobody is asked for ever: where nothing has changed for long, the question can be ended (4.2)."""
        ended = self.match.outcome is not None or "end" in self.match.prompt.offered
        same = self.match.position.units == self.before.units and not entry.dice and not ended
        self.idle = getattr(self, "idle", 0) + 1 if same else 0
        self.claim(self.idle < 300, "4.2", "a question that cannot be ended")


def soak(
    seed: int, scenario: str, style: str | None = None, referee: bool = True, trip: float = 0.0002, **options: Any
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
