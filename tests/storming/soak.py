"""Random games under the eyes of a referee who checks the rulebook's invariants after every action."""

from __future__ import annotations

import random
from typing import Any

import bocage
from bocage.engine.matches.match import Entry, Match
from bocage.games.storming.rules.position import (
    ALLIED,
    ARRIVING,
    CUP,
    DEAD,
    DROPPED,
    EAST,
    ENGLAND,
    GERMAN,
    GERMAN_HEXES,
    SCHEDULE,
    TRACK,
    WATCH,
)
from tests.soaking import STYLES, Watcher, chooser, play_out

EAGER = {
    "attack": 9, "join": 4, "roll": 6, "advance": 4, "drop": 3, "place": 6, "move": 3, "assault": 9, "strategic": 2,
    "end": 0.3, "launch": 3, "suggested": 5, "exit": 5, "declare": 2,
}  # fmt: skip
NEVER_BACK = (DEAD, EAST)


choose = chooser(EAGER, lambda look, side: look.enemy_zone(side))


class Referee(Watcher):
    """Watches one match. `check` raises an AssertionError that names the case and the moment.

    What he knows of stacking, zones and supply he works out himself, with sets and loops, so that he would see a
    mistake in the engine's own inquiries.
    """

    def which(self) -> str:
        return f"{self.game.scenario}, {super().which()}"

    def check(self, entry: Entry) -> None:
        """After an action: everything that must hold now, and everything that must not have happened."""
        self.index("2.2")
        self.ground()
        self.stacks()
        self.boxes()
        self.markers()
        self.special()
        self.changes(str(entry.action).startswith("rebuild"))
        self.choices("3.2.C", "4.0")
        self.remember()

    def ground(self) -> None:
        """Who stands where, and whose ground it is."""
        position, game = self.match.position, self.game
        if game.phase(position) == "airborne operation":
            return  # units are landing among the Germans, who have still to give way (17.9.3.E)
        allied, german = position.masks[0], position.masks[GERMAN_HEXES]
        setup = not game.phase(position) or (position.turn == 11 and game.phase(position) not in self.rows())
        if not setup:
            self.claim(not allied & ~position.allied_control, "3.2.D", "an Allied unit on German ground")
        self.claim(not allied & german, "10.4", "opposing units stand in one hex")
        self.claim(not german & position.allied_control, "3.2.D", "a German unit on Allied ground")
        self.claim(not (allied | german) & ~game.in_play, game.map_rule, "a unit on a map that is not in play")

    def rows(self) -> set[str]:
        return {row.name for row in self.game.rules.sequence["turn"]}

    def moving(self) -> bool:
        """Is it a Movement Segment, in which overstacking is settled at the end (5.1)?"""
        phase = self.game.phase(self.match.position)
        return any(word in phase for word in ("movement", "breakthrough", "exploitation", "stacking"))

    def stacks(self) -> None:
        """Three units, and one of each kind that stacks freely (5.2)."""
        if self.moving():
            return
        for place, stack in self.match.position.stacks.items():
            if place < 0 or len(stack) < 2 or set(stack) <= set(self.before.stacks.get(place, ())):
                continue  # who has only lost company is judged at the end of the next Movement Segment (R122)
            counters = [self.game.counters[unit] for unit in stack]
            names = [counter.id for counter in counters]
            counted = len(counters)
            if counters[0].side == GERMAN:
                for kinds in (("tiger",), ("flak",), ("garrison",), ("hq", "leader")):
                    counted -= any(counter.type in kinds for counter in counters)
            else:
                counted -= any(counter.size == "brigade" for counter in counters)
                counted -= any(
                    counter.size == "division" and counter.type in ("airborne", "airlanding") for counter in counters
                )
                counted -= any(counter.type in ("hq", "leader") for counter in counters)
            self.claim(counted <= 3, "5.2.A.1", f"overstacked: {names}")
            commonwealth = [counter for counter in counters if counter.nation == "CW"]
            americans = [counter for counter in counters if counter.nation in ("US", "FR")]
            if commonwealth and americans:
                guest = len(americans) == 1 and americans[0].type == "airborne"
                host = any(counter.size == "division" and not counter.airborne for counter in commonwealth)
                self.claim(guest and host, "5.2.B", f"nations mixed: {names}")

    def boxes(self) -> None:
        """Off the map."""
        position, game = self.match.position, self.game
        counters = game.counters
        for unit in position.stacks.get(ENGLAND, ()):
            self.claim(counters[unit].side == ALLIED, "5.4", f"{counters[unit].id} in England")
        for unit in position.stacks.get(WATCH, ()):
            counter = counters[unit]
            self.claim(counter.mechanized and counter.replaceable, "17.7.2", f"{counter.id} in the Watch box")
        for unit in position.stacks.get(CUP, ()):
            counter = counters[unit]
            fits = counter.side == GERMAN and not counter.mechanized and counter.replaceable
            self.claim(fits, "7.2.2.B", f"{counter.id} in the cup")
        on_track = {counters[unit].id for unit in position.stacks.get(TRACK, ())}
        self.claim(
            on_track <= set(position.due), "7.2.1", f"on the track without a turn: {on_track - set(position.due)}"
        )
        for name in on_track:
            self.claim(position.due[name] <= 15, "7.2.C", f"{name} would come back on turn {position.due[name]}")
        for unit in position.stacks.get(EAST, ()):
            self.claim(counters[unit].side == ALLIED, "7.1.2.I", f"{counters[unit].id} has left the map")

    def markers(self) -> None:
        """Markers lie where they may lie."""
        position, game = self.match.position, self.game
        if game.phase(position) == "airborne operation":
            return  # units in the air lie Dropped already, and Germans who give way keep their markers (17.9.3.E)
        counters = game.counters
        for name, case in (
            ("oos", "8.0"), ("disrupted", "12.0"), ("refit", "7.3"), ("grounded", "9.2"), ("priority", "9.2.D"),
            ("red_ball", "9.3"), ("moved", "10.4"), ("attacked", "13.2.B"), ("dropped_now", "17.9.4"),
        ):  # fmt: skip
            self.claim(not getattr(position, name) & ~position.on_board, case, f"a unit off the map is {name}")
        for unit in self.members(position.refit):
            counter, state = counters[unit], position.units[unit]
            self.claim(counter.type in ("armor", "panzer", "panzergrenadier"), "7.3.A", f"{counter.id} refits")
            self.claim(counter.nation != "FR" and counter.replaceable, "7.3.B", f"{counter.id} refits")
            self.claim(state.steps == 1 and counter.steps == 2, "7.3.A", f"{counter.id} refits at full strength")
        self.claim(not position.refit & position.oos, "7.3.F", "a unit refits out of supply")
        for unit in self.members(position.grounded):
            self.claim(
                counters[unit].division and counters[unit].side == ALLIED, "9.2.A", f"{counters[unit].id} is grounded"
            )
        self.claim(not position.priority & position.red_ball, "9.3.F", "Priority Supply and Red Ball on one unit")
        self.claim(not position.grounded & (position.priority | position.red_ball), "9.2.D", "a grounded unit served")
        self.claim(not position.disrupted & ~game.side_units[GERMAN], "12.0", "an Allied unit is disrupted")
        self.claim(not position.disrupted & game.flak_units, "12.0", "a flak unit is disrupted")
        for name, points in position.strafed.items():
            unit = game.unit_numbers[name]
            self.claim(counters[unit].side == GERMAN and 2 <= points <= 5, "17.5.2", f"{name} is strafed by {points}")
            self.claim(position.units[unit].at >= 0, "17.5.2", f"{name} is strafed off the map")
        for command, points in position.points.items():
            self.claim(0 <= points <= 12, "10.2.5", f"{command} has {points} MPs")
        self.claim(0 <= position.air_support <= game.data.turns[position.turn - 1].air, "17.5.1.A", "too much air")
        for unit, state in enumerate(position.units):
            if not 1 <= state.steps <= counters[unit].steps:
                self.claim(False, "13.7.4", f"{counters[unit].id} has {state.steps} steps")
            if state.marks & DROPPED:
                self.claim(counters[unit].airborne and state.at >= 0, "17.9.1", f"{counters[unit].id} lies Dropped")

    def special(self) -> None:
        """Special rules that forbid a place."""
        position, game = self.match.position, self.game
        counters = game.counters
        german = position.masks[GERMAN_HEXES]
        if not self.moving():
            # They come there by an advance after combat only, against Allied units that were there (ruling R118).
            came = position.paris_entered and not game.rules.advances_are_movement
            self.claim(came or not german & game.paris, "10.7.9", "Germans stay in Paris")
            if not position.antwerpen_taken:
                self.claim(not german & game.antwerpen, "8.7.A", "Germans stay in Antwerpen")
        for unit in self.members(game.mechanized_units & position.on_board):
            inside = game.holland >> position.units[unit].at & 1
            self.claim(not inside, "17.1.C", f"{counters[unit].id} in Fortress Holland")
        if not position.monty_sees:
            self.claim(not position.masks[0] & game.monty_spot, "8.7.B", "an Allied unit in Monty's Blind Spot")
        if not position.ike_sees:
            inside = 0
            for unit in self.members(game.american_divisions & position.on_board):
                inside += game.ike_spot >> position.units[unit].at & 1
            self.claim(inside <= 5, "10.7.3", f"{inside} divisions in Ike's Blind Spot")
        self.claim(len(position.airborne_turns) <= 2, "17.9.3.A", "too many Airborne Operations")
        self.claim(len(set(position.bridges_blown)) == len(position.bridges_blown), "10.7.5", "a bridge blown twice")
        for turn in position.airborne_turns:
            self.claim(game.data.turns[turn - 1].airborne, "17.9.3.B", f"an Airborne Operation on turn {turn}")
            self.claim(turn + 1 not in position.airborne_turns, "17.9.3.B", "Airborne Operations on two turns running")
        self.claim(
            not position.offensive_turn or position.offensive_turn in (10, 11), "17.7.1.A", "offensive out of time"
        )

    def changes(self, rebuilding: bool) -> None:
        """The dead stay dead, and nobody moves who may not."""
        position, before, game = self.match.position, self.before, self.game
        if position.units == before.units:
            return
        still = before.disrupted | before.refit | before.grounded
        frozen = game.look(before).frozen_units() if before.turn == position.turn else 0
        for unit, (old, new) in enumerate(zip(before.units, position.units, strict=True)):
            if old.at == new.at:
                continue
            counter = game.counters[unit]
            back = new.at == ARRIVING or rebuilding
            self.claim(old.at not in NEVER_BACK or back, "7.2", f"{counter.id} came back from nowhere")
            if old.at >= 0 and new.at >= 0:
                self.claim(counter.type != "garrison", "16.2", f"{counter.id} moved")
                self.claim(not still >> unit & 1 or "airborne" in self.phase, "12.1", f"{counter.id} moved")
                self.claim(not frozen >> unit & 1 or "airborne" in self.phase, "10.7.8", f"{counter.id} moved")
            if old.at == SCHEDULE and new.at >= 0:
                self.claim(
                    position.turn >= counter.entry_turn or self.game.scenario == "final", "7.1", f"{counter.id} early"
                )


def soak(seed: int, scenario: str, style: str | None = None, referee: bool = True, **options: Any) -> Match:
    """One random game to its end, with undo, text and views tried on the way."""
    rng = random.Random(seed)
    style = style or STYLES[seed % len(STYLES)]
    match = bocage.new_match("storming", scenario=scenario, seed=f"soak {seed}", options=options)
    watcher = Referee(match) if referee else None
    return play_out(match, rng, choose, style, watcher, trip=0.001, undo=0.017)
