"""Random games under the eyes of a referee who checks the rulebook's invariants after every action."""

from __future__ import annotations

import random
from typing import Any

import bocage
from bocage.engine.matches.match import Entry, Match
from bocage.games.rhine.rules.combat.retreat import Retreating
from bocage.games.rhine.rules.position import (
    ALLIED,
    ALLIED_HEXES,
    CALENDAR,
    DEAD,
    GERMAN,
    GERMAN_HEXES,
    HAND,
    RESERVE,
    RESTING,
    SCHEDULE,
    SEA,
)
from tests.soaking import STYLES, Watcher, chooser, play_out

EAGER = {
    "attack": 9, "join": 5, "commit": 8, "fight": 6, "advance": 4, "drop": 3, "place": 6, "move": 4, "dash": 2,
    "march": 2, "end": 0.3, "suggested": 5, "hide": 2, "first": 5, "second": 5, "beach": 4, "resolve": 5, "cancel": 0.3,
    "call-off": 0.3, "eliminate": 0.02, "bomb": 0.5, "counteroffensive": 4, "undeploy": 0.3, "unbeach": 0.2,
    "recall": 0.2, "distance": 3, "retreat": 3,
}  # fmt: skip


choose = chooser(
    EAGER, lambda look, side: look.zone(GERMAN if side == ALLIED else ALLIED), ("move", "dash"), ("end", "eliminate")
)


class Referee(Watcher):
    """Watches one match. `check` raises an AssertionError that names the case and the moment.

    What he knows of stacking and neighbours he works out himself, with sets and loops, so that he would see a mistake
    in the engine's own inquiries.
    """

    def check(self, entry: Entry) -> None:
        """After an action: everything that must hold now, and everything that must not have happened."""
        self.claim(len(self.match.position.units) == len(self.game.unit_ids), "SET.7", "a stranger stands in the truth")
        self.index("SET.1")
        self.ground()
        self.hidden()
        self.stacks()
        self.places()
        self.markers()
        self.changes(entry)
        self.choices("WIN.5", "SEQ.1")
        self.remember()

    def ground(self) -> None:
        """Who stands where, and whose ground it is."""
        position, counters = self.match.position, self.game.counters
        self.claim(
            not position.masks[ALLIED_HEXES] & position.masks[GERMAN_HEXES], "ZOC.1", "opposing units stand in one hex"
        )
        under_way = {frame.hand for frame in position.frames if isinstance(frame, Retreating) and frame.path}
        for unit in self.members(position.on_board):
            counter, at = counters[unit], position.units[unit].at
            if counter.dump or counter.dummy or unit in under_way:
                continue
            mine = bool(position.allied_control >> at & 1) == (counter.side == ALLIED)
            self.claim(mine, "R16", f"{counter.id} stands on enemy ground in {self.game.board.labels[at]}")

    def hidden(self) -> None:
        """Face-down pieces are divisions and dummies, and nobody of the Allies stands next to one (R22)."""
        position, game = self.match.position, self.game
        if not position.face_down or game.phase(position) == "german set-up":
            return
        shut = {frozenset(pair) for pair in game.data.estuary.pairs()}
        for unit in self.members(position.face_down):
            counter, at = game.counters[unit], position.units[unit].at
            self.claim(counter.dummy or counter.kind.endswith("division"), "SET.7", f"{counter.id} lies face down")
            self.claim(at >= 0, "R44", f"{counter.id} lies face down off the map")
            self.claim(not position.disrupted >> unit & 1, "R44", f"{counter.id} lies face down and Disrupted")
            for near in game.board.neighbours[at]:
                if frozenset((at, near)) in shut:
                    continue
                seen_by = [
                    other
                    for other in position.stacks.get(near, ())
                    if game.counters[other].side == ALLIED and not game.counters[other].dump
                ]
                self.claim(not seen_by, "R22", f"{counter.id} lies face down next to Allied units")
        for unit in self.members(game.dummies & position.on_board):
            self.claim(position.face_down >> unit & 1, "R22", f"{game.counters[unit].id} lies open")

    def moving(self) -> bool:
        """Is it a part of the turn at whose end overstacking is settled (R28)?"""
        phase = self.game.phase(self.match.position)
        return any(
            word in phase
            for word in ("movement", "stacking", "wave", "naval", "arrivals", "air", "rationing", "deployment", "beach")
        ) or phase in ("landing force", "", "declarations", "strategic reserve", "german replacements")

    def stacks(self) -> None:
        """Five points with three of armour, four and two in rough or swamp, land sides on the coast (STK)."""
        if self.moving() or self.match.outcome is not None:
            return
        position, data = self.match.position, self.game.data
        for place, stack in position.stacks.items():
            if place < 0 or len(stack) < 2:
                continue
            counters = [self.game.counters[unit] for unit in stack if not position.disrupted >> unit & 1]
            tight = data.terrain_at[place] in ("rough", "swamp")
            most, armour = (4, 2) if tight else (5, 3)
            if data.land_sides[place] < 6:
                most = min(most, data.land_sides[place])
            points = sum(counter.stacking for counter in counters)
            tanks = sum(
                counter.stacking
                for counter in counters
                if counter.kind.startswith(("armor", "panzer_")) and counter.stacking
            )
            asked = self.match.prompts and self.match.prompt.step in SETTLING
            self.claim(points <= most or asked, "STK.1", f"overstacked: {[counter.id for counter in counters]}")
            self.claim(tanks <= armour or asked, "STK.1", f"too much armour: {[counter.id for counter in counters]}")

    def places(self) -> None:
        """Off the map."""
        position, counters = self.match.position, self.game.counters
        at_sea = {counters[unit].id for unit in position.stacks.get(SEA, ())}
        self.claim(at_sea == set(position.landing_at), "DD.4", f"at sea: {at_sea}, bound for: {position.landing_at}")
        lost = {counters[unit].id for unit in position.stacks.get(CALENDAR, ())}
        self.claim(lost == set(position.lost_turn), "REPL.2", f"calendar: {lost}, turns: {position.lost_turn}")
        for unit in position.stacks.get(CALENDAR, ()):
            self.claim(counters[unit].id != "DE-2FJK" and counters[unit].side == GERMAN, "REPL.4", counters[unit].id)
        for unit in position.stacks.get(RESERVE, ()):
            fits = counters[unit].id in ("DE-1SS", "DE-2SS", "DE-12SS", "DE-s502")
            self.claim(fits and position.reserve_turn, "SR.2", f"{counters[unit].id} in the reserve")
        for unit in position.stacks.get(RESTING, ()):
            self.claim(counters[unit].airborne, "DROP.4", f"{counters[unit].id} rests off the map")
        if position.reserve_turn:
            self.claim(position.reserve_turn <= 7, "SR.1", "the reserve was withdrawn too late")
            self.claim(position.reserve_record in ("returns", "stays"), "SR.4", "no record of the reserve")
            self.claim(
                position.reserve_record == "returns" or not position.reserve_back, "SR.4", "a reserve came that stays"
            )
        if self.game.phase(position) not in ("german set-up", ""):
            self.claim(not position.stacks.get(HAND), "SET.1", "Germans are still in hand")

    def markers(self) -> None:
        """Markers lie where they may lie."""
        position, game = self.match.position, self.game
        for name, case in (
            ("disrupted", "DIS.1"), ("deployed", "DEP.1"), ("face_down", "SET.7"), ("moved", "NOTE.1"),
            ("dug_in", "DEP.1"), ("arrived", "REIN.2"),
        ):  # fmt: skip
            off = getattr(position, name) & ~position.on_board
            self.claim(
                not off, case, f"off the map and {name}: {[game.counters[unit].id for unit in self.members(off)]}"
            )
        self.claim(not position.deployed & ~game.infantry_corps, "DEP.1", "something else than a corps is deployed")
        self.claim(not position.disrupted & (game.dummies | game.dumps), "DIS.1", "a dummy or a dump is Disrupted")
        at_sea = sum(1 << unit for unit in position.stacks.get(SEA, ()))
        self.claim(not position.stalled & ~at_sea, "DD.7", "a unit that is not at sea must attack from there")
        self.claim(position.panzer_points >= 0, "REPL.8", "panzer points below nothing")
        landed = position.first_beaches | position.second_beaches
        self.claim(not landed & ~game.landing_hexes, "DD.1", "a landing elsewhere than on a landing hex")
        self.claim(position.first_beaches.bit_count() <= 4, "DD.1", "too many landing hexes")
        self.claim(position.second_beaches.bit_count() <= 4, "DD.1", "too many landing hexes")
        self.claim(not position.naval & ~landed, "NB.4", "Naval Bombardment where nobody lands")
        self.claim(not position.second_landing_turn or position.second_landing_turn >= 3, "NB.5", "a landing too early")
        self.claim(not position.forts_restored & ~game.fort_cities, "METZ.1", "forts elsewhere than Metz and Nancy")
        if position.forts_restored:
            self.claim(position.turn >= 5, "METZ.2", "forts restored too early")
        french = position.units[game.french_second_armored].at
        if position.brussels_passed:
            self.claim(position.turn > 0, "WIN.3", "")
        self.claim(position.paris_entered or not position.paris_passed, "FR2.1", "Paris passed but not entered")
        self.claim(french != HAND, "FR2.1", "the French are not Germans")

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
            self.claim(old.at != DEAD, "REPL.1", f"{counter.id} came back from the dead")
            if old.at >= 0 and new.at >= 0 and verb in ("move", "dash", "march") and "movement" in self.phase:
                self.claim(not before.disrupted >> unit & 1, "DIS.1", f"{counter.id} moved while Disrupted")
                self.claim(not before.dug_in >> unit & 1, "DEP.1", f"{counter.id} moved after deploying")
                self.claim(not position.deployed >> unit & 1, "DEP.3", f"{counter.id} moved and is still deployed")
                if "exploitation" in self.phase:
                    self.claim(not before.spent >> unit & 1, "EXP.1", f"{counter.id} moved again")
            if old.at == SCHEDULE and new.at >= 0 and counter.entry_turn:
                self.claim(position.turn >= counter.entry_turn, "REIN.1", f"{counter.id} came early")
            if counter.id == "BR-1AB" and new.at >= 0 > old.at:
                self.claim(position.turn >= 6, "REIN.4", "British 1st Airborne came early")


# Questions that come in the middle of a combat, before or while overstacking is settled
SETTLING = ("crowded hex", "retreat", "advance", "rout", "withdrawal", "losses")


def soak(seed: int, style: str | None = None, referee: bool = True, **options: Any) -> Match:
    """One random game to its end, with undo, text and views tried on the way."""
    rng = random.Random(seed)
    style = style or STYLES[seed % len(STYLES)]
    match = bocage.new_match("rhine", seed=f"soak {seed}", options=options)
    watcher = Referee(match) if referee else None
    return play_out(match, rng, choose, style, watcher, trip=0.002, undo=0.02)
