"""The rulebook's extended example of play (18.0) from its first placement to its last: the book's dice, every stated
cost, column, modifier, loss, arrival and the final position. Where the book errs, the ruling stands at that step."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from bocage.engine.errors import Refusal
from bocage.engine.matches.match import Match
from bocage.games.storming.rules.position import DEAD, DROPPED, ENGLAND, TRACK
from tests.cases import rule

START = """
GE-709-Co 0518; GE-243-Co 0518; GE-6FJ-Rgt 0520; GE-91-Inf 0520; GE-77-Inf 0522; GE-17SS-PG 0722; GE-30-Bde 0722;
GE-352-Inf 0821; GE-914-Rgt 0821; GE-7A-HQ 0826; GE-Lehr-Pz 0923; GE-21-Pz 1122; GE-III-Flak 1122; GE-21-PzKG 1122;
GE-716-Co 1122; GE-2-Pz 1125; GE-12SS-Pz 1222; GE-501SS-Ti 1223; GE-347-Co 1422; GE-16-LW 1423; GE-1SS-Pz 1521;
GE-503SS-Ti 1521;
US-4-Inf 0519; US-90-Inf 0519; US-82-AB 0619 dropped; US-101-AB 0620 dropped; US-29-Inf 0721; US-2-Inf 0721;
US-1-Inf 0820; CW-50-Inf 0921; CW-7-Arm 1021; CW-8-Bde 1021; CW-2Cd-Bde 1021; CW-3-Inf 1121; CW-27-Bde 1121;
CW-3Cd-Inf 1221; CW-6-AB 1221 dropped; CW-51-Inf 1221; CW-1-AB england; CW-52-AL england
"""
# The dice of the book in their order; draws of strafing counters are places in the cup (4, 2, 5, 3).
STRAFING_ONE = "1 1 1"  # -4, -2, -5
ALLIED_ASSAULT = "2 4 5 3 5 4 1 5 4 3 2 1 5 1 5"
GERMAN_ASSAULT = "3 3 6 2 3 2"
STRAFING_TWO = "3 1 1"  # -5, -4, -2
ALLIED_EXPLOITATION = "6 4 6 1 1 2 6"
GERMAN_EXPLOITATION = "4 2"
DICE = " ".join([STRAFING_ONE, ALLIED_ASSAULT, GERMAN_ASSAULT, STRAFING_TWO, ALLIED_EXPLOITATION, GERMAN_EXPLOITATION])

FINAL = """
US-1A-HQ 0419; US-79-Inf 0420; US-4-Inf 0518; US-90-Inf* 0518; US-82-AB 0518; US-2-Arm 0518; US-101-AB 0620;
US-30-Inf* 0620; US-29-Inf 0721; US-2-Inf* 0721; US-1-Inf 0821; US-9-Inf 0821; CW-34-Bde* 0921; CW-27-Bde* 0921;
CW-21AG-HQ 0921; CW-11-Arm 0922; CW-7-Arm 0922; CW-8-Bde* 0922; CW-2Cd-Bde* 0922; CW-49-Inf 1021; CW-50-Inf 1021;
CW-3-Inf 1121; CW-15-Inf 1121; CW-3Cd-Inf* 1221; CW-51-Inf* 1221; CW-6-AB 1221;
GE-91-Inf 0522; GE-353-Inf 0523; GE-266-Co 0523; GE-3FJ-Div 0526; GE-2SS-Pz 0624; GE-272-Inf 0626; GE-276-Inf 0626;
GE-277-Inf 0626; GE-77-Inf 0722; GE-30-Bde 0722; GE-17SS-PG* 0723; GE-2-Pz* 0923; GE-Lehr-Pz* 0924;
GE-503SS-Ti 0924; GE-21-Pz 1122; GE-21-PzKG 1122; GE-716-Co 1122; GE-III-Flak* 1122; GE-16-LW 1123; GE-1SS-Pz 1123;
GE-9SS-Pz 1125; GE-12SS-Pz* 1222; GE-501SS-Ti 1222; GE-10SS-Pz 1323; GE-7A-HQ 1425; GE-502SS-Ti 5008
"""
OUT_OF_THE_GAME = ("GE-243-Co", "GE-709-Co", "GE-6FJ-Rgt", "GE-352-Inf", "GE-914-Rgt", "GE-347-Co")


class Table:
    """The example's match, with the hands of both players."""

    def __init__(self) -> None:
        self.match: Match = bocage.position(
            "storming", turn=2, at="german reinforcements", units=self.units(), dice=DICE, allied_control="1020"
        )
        self.game: Any = self.match.game

    @staticmethod
    def units() -> str:
        # Everybody else with a printed set-up hex stands on it: the 15th Army and the garrisons of Metz (8.1).
        fresh: Any = bocage.new_match("storming", seed="printed")
        named = {item.split()[0] for item in START.split(";")}
        rest = []
        for number, unit in enumerate(fresh.position.units):
            counter = fresh.game.counters[number]
            stays = unit.at >= 0 and counter.side == "german" and (counter.release_turn or counter.type == "garrison")
            if stays and counter.id not in named:
                rest.append(f"{counter.id} {fresh.game.board.labels[unit.at]}")
        return START.strip() + "; " + "; ".join(rest)

    def do(self, *actions: str) -> None:
        """Play actions in their order."""
        for action in actions:
            self.match.play(action)

    def at(self, unit: str) -> str:
        """Where a unit is."""
        place = self.match.position.units[self.game.unit_numbers[unit]].at
        return self.game.board.labels[place] if place >= 0 else self.game.place_names[-place - 1]

    def state(self, unit: str) -> Any:
        return self.match.position.units[self.game.unit_numbers[unit]]

    def reduced(self, unit: str) -> bool:
        number = self.game.unit_numbers[unit]
        return self.match.position.units[number].steps < self.game.counters[number].steps

    def place(self, hex_: str, *units: str) -> None:
        """Place arriving units."""
        for unit in units:
            if f"place {hex_}" not in self.listed() or self.hand() != unit:
                self.do(f"pick {unit}")
            self.do(f"place {hex_}")
            assert self.at(unit) == hex_

    def hand(self) -> str:
        hand = getattr(self.match.position.top, "hand", -1)
        return self.game.unit_ids[hand] if isinstance(hand, int) and 0 <= hand < len(self.game.unit_ids) else ""

    def listed(self) -> list[str]:
        return [str(action) for action in self.match.prompt.actions]

    def move(self, cost: int, *legs: str, units: tuple[str, ...]) -> None:
        """Move units one by one along legs, and compare the cost of the whole way."""
        for unit in units:
            self.do(f"pick {unit}")
            paid = 0
            for leg in legs:
                self.do(f"move {leg}")
                paid += sum(event.data[2] for event in self.match.entries[-1].events if event.kind == "moves")
            assert paid == cost, f"{unit} to {legs[-1]}"
            assert self.at(unit) == legs[-1]

    def refused(self, action: str, case: str) -> None:
        """An action that the rules forbid."""
        with pytest.raises(Refusal) as refusal:
            self.match.play(action)
        assert refusal.value.rule == case, str(refusal.value)

    def fires(self) -> list[tuple[Any, ...]]:
        """The fire of the last action: side, strength, column, sum of modifiers, die, steps."""
        return [
            (side, strength, column, sum(points for points, _, _ in modifiers), die, steps)
            for event in self.match.entries[-1].events
            if event.kind == "fire"
            for side, strength, column, modifiers, die, steps in [event.data]
        ]


@rule("18.0", "R2", "R3", "R4", "R6")
def test_the_extended_example_of_play() -> None:
    play(Table())


def play(table: Table) -> None:
    """The whole example, with everything that the book states about it."""
    _arrivals(table)
    _first_air_phase(table)
    _allied_assault(table)
    _german_assault(table)
    _second_air_phase(table)
    _allied_exploitation(table)
    _german_exploitation(table)
    _end(table)


def _arrivals(table: Table) -> None:
    # Steps 1 to 4
    table.place("5806", "GE-9SS-Pz", "GE-10SS-Pz", "GE-502SS-Ti")
    table.place("0125", "GE-353-Inf", "GE-266-Co", "GE-3FJ-Div")
    table.place("0634", "GE-272-Inf", "GE-276-Inf", "GE-277-Inf")
    table.do("pick GE-2SS-Pz") if table.hand() != "GE-2SS-Pz" else None
    table.refused("place 0634", "5.2.A.1")
    table.place("0434", "GE-2SS-Pz")
    # Step 5: no replacements, no R&R marker before turn 4
    if table.match.prompt.side == "german":
        table.do("end")
    assert table.match.prompt.side == "allied"
    # Steps 6 to 9
    table.place("0619", "US-30-Inf", "US-79-Inf", "US-2-Arm", "US-1A-HQ")
    table.place("0820", "US-9-Inf")
    table.place("1020", "CW-11-Arm", "CW-49-Inf", "CW-4-Bde", "CW-34-Bde", "CW-21AG-HQ")
    table.place("1121", "CW-15-Inf")
    while "recover-all" not in table.listed():
        table.do("end")
    # Step 10: the 79th Armoured is at hand; the R&R marker finds nobody
    assert table.match.position.hobart_turn <= 2


def _first_air_phase(table: Table) -> None:
    # Step 11: no Airborne Operation on turn 2 (17.9.3.B)
    assert table.match.why_not("drop CW-1-AB") is not None
    # Step 12
    table.do("recover-all")
    for unit in ("US-82-AB", "US-101-AB", "CW-6-AB"):
        assert not table.state(unit).marks & DROPPED
    if "strafe GE-2-Pz" not in table.listed():
        table.do("end")
    # Step 13
    table.do("strafe GE-2-Pz", "strafe GE-1SS-Pz", "strafe GE-503SS-Ti", "end")
    assert table.match.position.strafed == {"GE-2-Pz": 4, "GE-1SS-Pz": 2, "GE-503SS-Ti": 5}
    assert table.match.position.air_support == 1
    # Step 14
    table.do("end")
    assert not table.match.position.bombed


def _allied_assault(table: Table) -> None:
    position = lambda: table.match.position  # noqa: E731
    # Steps 15 and 16
    assert not position().oos & table.game.side_units["allied"]
    assert not position().limited
    # Step 17
    if "roll" in table.listed():
        table.do("roll")
    assert position().points["12AG"] == 4
    assert position().points["21AG"] == 5
    if table.listed()[0].startswith("give"):
        table.do("end")
    # Step 18
    table.do("declare 1")
    assert (position().points["12AG"], position().points["21AG"]) == (3, 4)
    # Steps 19 to 23
    table.move(1, "0519", units=("US-82-AB", "US-2-Arm"))
    table.move(1, "0620", units=("US-30-Inf",))
    table.move(1, "1021", units=("CW-11-Arm",))
    table.move(1, "0921", units=("CW-49-Inf", "CW-34-Bde"))
    table.move(1, "1121", units=("CW-4-Bde",))
    # Step 24
    table.do("end")
    if "roll" in table.listed():
        table.do("roll")
    assert position().duration == 2
    assert (position().points["12AG"], position().points["21AG"]) == (1, 2)
    # Step 25: A1, Cherbourg
    _attack(table, "0518", "US-4-Inf", "US-90-Inf", "US-82-AB", "US-2-Arm")
    assert table.fires() == [("allied", 18, "17+", -2, 3, 1), ("german", 5, "5", 0, 5, 1)]
    _lose(table, "US-90-Inf", "GE-243-Co")
    assert table.reduced("US-90-Inf")
    assert table.at("GE-243-Co") == "dead"
    # Step 26: A2 (ruling R3: 91 Inf is there too)
    _attack(table, "0520", "US-101-AB", "US-30-Inf", "US-79-Inf")
    assert table.fires() == [("allied", 12, "10-12", -2, 4, 1), ("german", 3, "3", 0, 1, 1)]
    _lose(table, "US-30-Inf", "GE-6FJ-Rgt")
    assert table.reduced("US-30-Inf")
    assert table.at("GE-6FJ-Rgt") == "dead"
    assert table.at("GE-91-Inf") == "0520"
    # Step 27: A3, St. Lo
    _attack(table, "0722", "US-29-Inf", "US-2-Inf")
    assert table.fires() == [("allied", 8, "7-9", -2, 5, 1), ("german", 7, "7-9", 0, 4, 1)]
    _lose(table, "US-2-Inf")
    assert table.reduced("US-2-Inf")
    assert table.reduced("GE-17SS-PG")
    # Steps 28 and 29: A4 (ruling R2: from 0921, not 0920)
    _attack(table, "0821", "US-1-Inf", "US-9-Inf", "CW-49-Inf", "CW-50-Inf", "CW-34-Bde", extra=("air",))
    assert table.fires() == [("allied", 17, "17+", -1, 3, 2), ("german", 5, "5", 0, 2, 1)]
    _lose(table, "CW-34-Bde")
    assert table.reduced("CW-34-Bde")
    assert (table.at("GE-352-Inf"), table.at("GE-914-Rgt")) == ("dead", "dead")
    table.refused("advance CW-49-Inf", "10.7.1")
    table.do("advance US-1-Inf", "advance US-9-Inf")
    # Step 30: A5, Caen
    if "attack 1122" not in table.listed():
        table.do("end")
    eight = ("CW-7-Arm", "CW-11-Arm", "CW-8-Bde", "CW-2Cd-Bde", "CW-3-Inf", "CW-15-Inf", "CW-27-Bde", "CW-4-Bde")
    _attack(table, "1122", *eight, extra=("hobart",))
    assert table.fires() == [("allied", 24, "17+", -1, 1, 1), ("german", 12, "10-12", 0, 5, 2)]
    _lose(table, "CW-27-Bde", "CW-4-Bde")
    assert table.reduced("CW-27-Bde")
    assert table.reduced("CW-4-Bde")
    assert table.reduced("GE-III-Flak")
    assert position().hobart_turn == 3
    # Step 31: A6
    _attack(table, "1222", "CW-3Cd-Inf", "CW-51-Inf", "CW-6-AB")
    assert table.fires() == [("allied", 9, "7-9", -2, 1, 1), ("german", 8, "7-9", 0, 5, 2)]
    _lose(table, "CW-51-Inf", "CW-3Cd-Inf")
    assert table.reduced("CW-51-Inf")
    assert table.reduced("CW-3Cd-Inf")
    assert table.reduced("GE-12SS-Pz")
    table.do("end")
    # Steps 32 to 35: breakthrough
    table.do("pick CW-4-Bde", "move 1221")
    table.move(2, "0922", units=("CW-11-Arm", "CW-7-Arm", "CW-8-Bde", "CW-2Cd-Bde"))
    path = [event.data[1] for event in table.match.entries[-1].events if event.kind == "moves"][-1]
    assert [table.game.board.labels[node] for node in path] == ["1021", "0921", "0922"]
    for unit in ("CW-49-Inf", "CW-50-Inf", "CW-34-Bde"):
        table.do(f"pick {unit}", "move 1021")
    table.do("pick CW-21AG-HQ", "move 0921")
    table.do("end")


def _attack(table: Table, target: str, *units: str, extra: tuple[str, ...] = ()) -> None:
    table.do(f"attack {target}")
    for unit in units:
        if f"join {unit}" in table.listed():
            table.do(f"join {unit}")
    table.do(*extra, "roll")


def _lose(table: Table, *units: str) -> None:
    """The losses that the players choose; what is forced the engine has done."""
    for unit in units:
        if f"lose {unit}" in table.listed():
            table.do(f"lose {unit}")


def _german_assault(table: Table) -> None:
    # Step 36
    oos = table.match.position.oos
    assert [table.game.unit_ids[unit] for unit in range(243) if oos >> unit & 1] == ["GE-709-Co"]
    # Step 37
    if "roll" in table.listed():
        table.do("roll")
    assert table.match.position.points == {"infantry": 4, "mechanized": 8}
    # Steps 38 to 47
    table.move(4, "0526", units=("GE-266-Co", "GE-353-Inf", "GE-3FJ-Div"))
    table.move(4, "0630", units=("GE-272-Inf", "GE-276-Inf", "GE-277-Inf"))
    table.move(8, "0627", units=("GE-2SS-Pz",))
    table.move(3, "0420", "0521", units=("GE-91-Inf",))
    table.move(4, "0923", units=("GE-2-Pz",))
    table.move(3, "1222", units=("GE-501SS-Ti",))
    table.move(2, "1322", units=("GE-347-Co",))
    table.move(4, "1324", "1223", units=("GE-16-LW",))
    table.move(5, "1324", units=("GE-1SS-Pz",))
    table.move(3, "1422", units=("GE-503SS-Ti",))
    # Steps 48 to 51: strategic movement with -1, because no bombers flew
    table.do("strategic GE-10SS-Pz", "to 1521" if "to 1521" in table.listed() else "move 1521")
    table.do("strategic GE-9SS-Pz", "to 1521" if "to 1521" in table.listed() else "move 1521")
    table.do("strategic GE-502SS-Ti")
    assert table.at("GE-502SS-Ti") == "5806"
    table.move(8, "5108", "5008", units=("GE-502SS-Ti",))
    # Step 52
    table.refused("pick GE-7A-HQ", "10.3.A")
    table.refused("pick GE-346-Inf" if "GE-346-Inf" in table.game.unit_numbers else "pick GE-711-Co", "10.7.8")
    table.do("end")
    # Steps 53 to 55: G1, defensive first fire
    table.do("attack 1221")
    for unit in ("GE-12SS-Pz", "GE-501SS-Ti", "GE-347-Co"):
        if f"join {unit}" in table.listed():
            table.do(f"join {unit}")
    table.do("roll")
    if "no-air" in table.listed():
        table.do("no-air")
    assert table.fires() == [("allied", 9, "7-9", 0, 3, 1)]
    _lose(table, "GE-347-Co")
    assert table.at("GE-347-Co") == "dead"
    assert table.fires()[-1] == ("german", 6, "6", 0, 2, 1)
    _lose(table, "CW-4-Bde")
    assert table.at("CW-4-Bde") == "track"
    assert table.match.position.due["CW-4-Bde"] == 4
    if table.match.prompt.side == "german":
        table.do("end")


def _second_air_phase(table: Table) -> None:
    # Step 56
    table.do("strafe GE-3FJ-Div", "strafe GE-2SS-Pz", "strafe GE-10SS-Pz", "end")
    assert table.match.position.strafed == {"GE-3FJ-Div": 5, "GE-2SS-Pz": 4, "GE-10SS-Pz": 2}


def _allied_exploitation(table: Table) -> None:
    # Steps 57 and 58
    assert not table.match.position.oos & table.game.side_units["allied"]
    if "roll" in table.listed():
        table.do("roll")
    assert (table.match.position.points["12AG"], table.match.position.points["21AG"]) == (6, 5)
    if table.listed()[0].startswith("give"):
        table.do("end")
    # Step 59: mobile assault on Villers-Bocage
    table.do("pick CW-11-Arm", "join CW-7-Arm", "join CW-8-Bde", "join CW-2Cd-Bde", "assault 0923", "air", "roll")
    assert table.fires() == [("allied", 14, "13-16", -1, 6, 2), ("german", 14, "13-16", 0, 1, 1)]
    _lose(table, "CW-2Cd-Bde")
    _lose(table, "GE-Lehr-Pz", "GE-2-Pz")
    _lose(table, "CW-8-Bde")
    for unit in ("CW-2Cd-Bde", "CW-8-Bde", "GE-Lehr-Pz", "GE-2-Pz"):
        assert table.reduced(unit)
    assert table.at("CW-11-Arm") == "0922"
    # Steps 60 to 62
    for unit in ("CW-34-Bde", "CW-27-Bde"):
        table.do(f"pick {unit}", "move 0921")
    table.move(4, "0420", units=("US-79-Inf",))
    path = [event.data[1] for event in table.match.entries[-1].events if event.kind == "moves"][-1]
    assert [table.game.board.labels[node] for node in path] == ["0619", "0519", "0419", "0420"]
    table.move(2, "0419", units=("US-1A-HQ",))
    table.do("end")
    # Steps 63 and 64: the special assault on Cherbourg
    for unit in ("US-4-Inf", "US-90-Inf", "US-82-AB", "US-2-Arm"):
        if f"join {unit}" in table.listed():
            table.do(f"join {unit}")
    table.do("roll")
    assert [fire[:4] for fire in table.fires()] == [("allied", 16, "13-16", -2), ("german", 1, "1", 0)]
    assert table.at("GE-709-Co") == "dead"
    for unit in ("US-4-Inf", "US-90-Inf", "US-82-AB", "US-2-Arm"):
        if f"advance {unit}" in table.listed():
            table.do(f"advance {unit}")
    assert table.match.position.cherbourg_turn == 8
    assert table.match.position.forts_destroyed & table.game.cherbourg
    while table.match.prompt.side == "allied":
        table.do("end")


def _german_exploitation(table: Table) -> None:
    # Steps 65 and 66
    assert not table.match.position.oos
    if "roll" in table.listed():
        table.do("roll")
    assert table.match.position.points == {"infantry": 4, "mechanized": 8}
    # Steps 67 to 79
    table.move(4, "0523", units=("GE-353-Inf", "GE-266-Co"))
    table.move(2, "0522", units=("GE-91-Inf",))
    table.move(3, "0722", units=("GE-77-Inf",))
    table.move(2, "0723", units=("GE-17SS-PG",))
    table.move(4, "0626", units=("GE-272-Inf", "GE-276-Inf", "GE-277-Inf"))
    table.move(4, "0624", units=("GE-2SS-Pz",))
    table.move(1, "0924", units=("GE-Lehr-Pz",))
    table.move(3, "1123", units=("GE-16-LW",))
    table.move(5, "1123", units=("GE-1SS-Pz",))
    table.move(8, "0924", units=("GE-503SS-Ti",))
    table.move(5, "1323", units=("GE-10SS-Pz",))
    table.move(8, "1125", units=("GE-9SS-Pz",))
    table.move(6, "1425", units=("GE-7A-HQ",))
    # Step 80: strafed to a standstill
    assert table.match.why_not("pick GE-3FJ-Div") is not None
    # Step 81
    table.do("strategic GE-502SS-Ti")
    assert table.at("GE-502SS-Ti") == "5008"
    assert table.match.why_not("pick GE-502SS-Ti") is not None
    table.do("end")


def _end(table: Table) -> None:
    # Steps 82 to 84
    position = table.match.position
    assert table.match.outcome is None
    assert position.turn == 3
    assert not position.oos
    assert not position.strafed
    assert not position.disrupted
    wanted = {}
    for item in FINAL.split(";"):
        unit, place = item.split()
        wanted[unit.rstrip("*")] = (place, unit.endswith("*"))
    found = {unit: (table.at(unit), table.reduced(unit)) for unit in wanted}
    assert found == wanted
    assert (table.at("CW-1-AB"), table.at("CW-52-AL")) == ("england", "england")
    assert table.state("CW-4-Bde").at == TRACK
    assert table.state("CW-1-AB").at == ENGLAND
    for unit in OUT_OF_THE_GAME:
        assert table.state(unit).at == DEAD
