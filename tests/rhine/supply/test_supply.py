"""Supply lines, their sources and lengths, the capacity of ports, and what becomes of units without supply (SUP)."""

from __future__ import annotations

import random
from collections import deque
from typing import Any

import pytest

from bocage.engine.matches.match import Match
from bocage.games.rhine.rules.look import RhineLook
from bocage.games.rhine.rules.supply import capacity
from bocage.games.rhine.words import reports
from tests.cases import rule
from tests.rhine.asking import at, listed, log, marked, number, where

# Germans far away from everything, so that nobody is in the way.
FAR = "DE-84K 5724"


def field(units: str, **more: Any) -> Match:
    """A position in which supply is only looked at."""
    return at("allied movement", 4, f"{units}; {FAR}", **{"weather": "good", "stage": "operational"} | more)


def state(match: Match, unit: str) -> str:
    """The supply state of a unit now."""
    return match.inquire(None).supply(number(match, unit))


def steps_away(match: Match, start: str, shut: set[str] | frozenset[str] = frozenset()) -> dict[str, int]:
    """Hex -> steps over land from a hex, past German fortresses and hexes that are shut."""
    game = match.game
    closed = {game.board.index[label] for label in shut} | set(
        game.board.nodes(match.inquire(None).strongholds("german"))
    )
    first = game.board.index[start]
    found = {first: 0}
    queue = deque([first])
    while queue:
        here = queue.popleft()
        for there in game.board.neighbours[here]:
            if there not in found and there not in closed and not game.data.estuary.has(here, there):
                found[there] = found[here] + 1
                queue.append(there)
    return {game.board.labels[node]: steps for node, steps in found.items()}


def at_distance(start: str, steps: int, **more: Any) -> str:
    """A hex so many steps from a start."""
    far = steps_away(field("US-8C 2010", **more), start)
    return min(label for label, distance in far.items() if distance == steps)


# Germans


@rule("SUP.2", "SUP.3", "SUP.1")
def test_german_lines_of_any_length_lead_to_the_east_side() -> None:
    match = field("DE-25K 0218; DE-2Pz 5710; US-5C 3118")
    assert state(match, "DE-25K") == "full"
    assert state(match, "DE-2Pz") == "full"


@rule("SUP.2", "SUP.5")
def test_germans_whose_line_is_cut_are_isolated() -> None:
    ring = "US-5C 3118; US-7C 3219; US-8C 3318; US-15C 3317; DE-25K 3218"
    match = field(ring)
    assert state(match, "DE-25K") == "isolated"
    # Germans on a hex in an Allied zone open it again.
    opened = field(f"{ring}; DE-2Pz 3217; DE-21Pz 3316; DE-116Pz 3315")
    assert state(opened, "DE-25K") == "full"


# Allied sources


@rule("SUP.4", "SUP.1")
def test_without_landing_hex_or_port_allied_units_are_isolated() -> None:
    assert state(field("US-5C 3118"), "US-5C") == "isolated"
    assert state(field("US-5C 3118", first_beaches="3019", allied_control="3019"), "US-5C") == "full"
    assert state(field("US-5C 3118", allied_control="3120"), "US-5C") == "full"
    # A landing hex that is not in Allied hands is no source, nor is one on which nobody landed.
    assert state(field("US-5C 3118", first_beaches="3019"), "US-5C") == "isolated"
    assert state(field("US-5C 3118", allied_control="3019"), "US-5C") == "isolated"


@rule("SUP.6", "SUP.1", "SUP.13")
def test_landing_hexes_supply_fully_to_four_hexes_and_shortly_to_eight() -> None:
    beach = {"first_beaches": "1817", "allied_control": "1817"}
    expected = {1: "full", 4: "full", 5: "short", 8: "short", 9: "unsupplied", 20: "unsupplied"}
    found = {steps: state(field(f"US-5C {at_distance('1817', steps)}", **beach), "US-5C") for steps in expected}
    assert found == expected


@rule("SUP.4", "R42")
def test_a_major_port_supplies_like_a_dump_of_both_nations() -> None:
    port = {"allied_control": "1619"}
    for unit in ("US-5C", "BR-1C"):
        for steps, expected in ((12, "full"), (13, "short"), (24, "short"), (25, "unsupplied")):
            label = at_distance("1619", steps, **port)
            assert state(field(f"{unit} {label}", **port), unit) == expected


@rule("SUP.4", "SUP.9", "SUP.10", "SUP.12", "SUP.13")
def test_a_dump_within_twelve_hexes_of_a_port_carries_supply_twelve_and_twelve_hexes_on() -> None:
    port = {"allied_control": "1619"}
    far = steps_away(field("US-8C 2010", **port), "1619")
    dump = max(label for label, distance in far.items() if distance == 12)
    from_dump = steps_away(field("US-8C 2010", **port), dump)
    for steps, expected in ((12, "full"), (13, "short"), (24, "short"), (25, "unsupplied")):
        # Straight on, where the port itself does not reach.
        label = max(label for label, distance in from_dump.items() if distance == steps and far[label] == 12 + steps)
        assert state(field(f"US-5C {label}; US-SUP {dump}", **port), "US-5C") == expected


@rule("SUP.9")
def test_a_dump_thirteen_hexes_from_any_port_is_not_active() -> None:
    port = {"allied_control": "1619"}
    far = steps_away(field("US-8C 2010", **port), "1619")
    for steps, expected in ((12, "full"), (13, "short")):
        dump = max(label for label, distance in far.items() if distance == steps)
        unit = max(
            label
            for label, distance in steps_away(field("US-8C 2010", **port), dump).items()
            if distance == 6 and far[label] == steps + 6
        )
        assert state(field(f"US-5C {unit}; US-SUP {dump}", **port), "US-5C") == expected


@rule("SUP.10")
def test_a_dump_supplies_its_own_nation_only() -> None:
    port = {"allied_control": "1619"}
    far = steps_away(field("US-8C 2010", **port), "1619")
    dump = max(label for label, distance in far.items() if distance == 12)
    unit = max(
        label
        for label, distance in steps_away(field("US-8C 2010", **port), dump).items()
        if distance == 6 and far[label] == 18
    )
    units = f"US-5C {unit}; FR-2AD {unit}; BR-1C {unit}; BR-1PAD {unit}"
    american = field(f"{units}; US-SUP {dump}", **port)
    assert [state(american, name) for name in ("US-5C", "FR-2AD", "BR-1C", "BR-1PAD")] == [
        "full", "full", "short", "short",
    ]  # fmt: skip
    british = field(f"{units}; BR-SUP {dump}", **port)
    assert [state(british, name) for name in ("US-5C", "FR-2AD", "BR-1C", "BR-1PAD")] == [
        "short", "short", "full", "full",
    ]  # fmt: skip


# Lines


@rule("SUP.5")
def test_no_line_leads_over_an_impassable_side() -> None:
    # From 4121 two steps lead over the West Scheldt to 4020, five by land.
    match = field("BR-1C 4020; BR-8C 4220", first_beaches="4121", allied_control="4121")
    assert state(match, "BR-1C") == "short"
    assert state(match, "BR-8C") == "full"


@rule("SUP.5")
def test_zones_of_control_block_lines_even_those_of_disrupted_units() -> None:
    beach = {"first_beaches": "3019", "allied_control": "3019"}
    for word in ("", " disrupted"):
        # 3218 and 3016 between them control all ways from Etaples to 3116.
        units = f"US-5C 3116; DE-2Pz 3118{word}; DE-21Pz 3017{word}"
        assert state(field(units, **beach), "US-5C") in ("isolated", "unsupplied")
    assert state(field("US-5C 3116", **beach), "US-5C") == "full"


@rule("SUP.5")
def test_a_friendly_unit_in_a_blocked_hex_opens_it() -> None:
    beach = {"first_beaches": "3019", "allied_control": "3019"}
    units = "US-5C 3116; DE-2Pz 3118; DE-21Pz 3016"
    blocked = field(units, **beach)
    assert state(blocked, "US-5C") != "full"
    opened = field(f"{units}; BR-1C 3018; BR-8C 3017; BR-12C 3019", **beach)
    assert state(opened, "US-5C") == "full"


@rule("SUP.5")
def test_tigers_block_no_line_but_their_own_hex() -> None:
    beach = {"first_beaches": "3019", "allied_control": "3019"}
    assert state(field("US-5C 3116; DE-s503 3118", **beach), "US-5C") == "full"


@rule("SUP.14")
def test_the_length_of_a_line_is_that_of_the_real_way() -> None:
    beach = {"first_beaches": "1817", "allied_control": "1817"}
    assert state(field("US-5C 1813", **beach), "US-5C") == "full"
    detour = field("US-5C 1813; DE-2Pz 1815; BR-1C 1817", **beach)
    assert state(detour, "US-5C") == "short"


@rule("SUP.4", "R42")
def test_a_source_in_an_enemy_zone_without_a_friend_in_it_supplies_nobody() -> None:
    beach = {"first_beaches": "1817", "allied_control": "1817"}
    assert state(field("US-5C 1715; DE-2Pz 1816", **beach), "US-5C") != "full"
    assert state(field("US-5C 1715; DE-2Pz 1815; BR-1C 1816; US-7C 1817", **beach), "US-5C") == "full"


# A slow twin


def slow_state(look: RhineLook, unit: int) -> str:
    """The supply state of one unit by queues and dictionaries."""
    game, position = look.game, look.position
    board, data = game.board, game.data
    side = game.counters[unit].side
    enemy = "german" if side == "allied" else "allied"

    def holders(whose: str) -> set[int]:
        return {
            position.units[other].at
            for other, counter in enumerate(game.counters[: game.first_stranger])
            if counter.side == whose and position.units[other].at >= 0 and not counter.dump and not counter.dummy
        }

    def land(node: int) -> list[int]:
        return [other for other in board.neighbours[node] if not data.estuary.has(node, other)]

    owned = {node for node in board.nodes(board.all) if position.allied_control >> node & 1}
    forts = set(board.nodes(data.fortress_ports | position.forts_restored))
    shut_forts = forts - owned if side == "allied" else forts & owned
    own_forts = forts - shut_forts
    exerting = {
        position.units[other].at
        for other, counter in enumerate(game.counters[: game.first_stranger])
        if counter.side == enemy
        and position.units[other].at >= 0
        and not (counter.dump or counter.dummy or counter.tiger)
    }
    zone = {other for node in exerting for other in land(node)} - own_forts
    closed = holders(enemy) | shut_forts | (zone - holders(side))

    def distances(start: int) -> dict[int, int]:
        if start in closed:
            return {}
        found, queue = {start: 0}, deque([start])
        while queue:
            here = queue.popleft()
            for there in land(here):
                if there not in found and there not in closed:
                    found[there] = found[here] + 1
                    queue.append(there)
        return found

    here = position.units[unit].at
    if side == "german":
        return "full" if any(board.labels[node].startswith("57") for node in distances(here)) else "isolated"
    nothing = 999
    germans = {
        position.units[other].at
        for other, counter in enumerate(game.counters[: game.first_stranger])
        if counter.side == "german"
    }
    beaches = [n for n in board.nodes(position.first_beaches) if n in owned and n not in germans]
    ports = [n for n in board.nodes(data.major_ports) if n in owned and n not in germans]
    best = "isolated"
    order = ["isolated", "unsupplied", "short", "full"]

    def better(distance: int, near: int, far: int) -> str:
        if distance <= near:
            return "full"
        if distance <= far:
            return "short"
        return "unsupplied" if distance < nothing else "isolated"

    for beach in beaches:
        best = max(best, better(distances(beach).get(here, nothing), 4, 8), key=order.index)
    dump = position.units[game.american_dump if game.counters[unit].nation == "american" else game.british_dump].at
    for port in ports:
        away = distances(port)
        best = max(best, better(away.get(here, nothing), 12, 24), key=order.index)
        if away.get(dump, nothing) <= 12:
            best = max(best, better(distances(dump).get(here, nothing), 12, 24), key=order.index)
    return best


@rule("SUP.4", "SUP.5", "SUP.14")
@pytest.mark.parametrize("seed", range(4))
def test_supply_agrees_with_a_slow_twin(seed: int) -> None:
    dice = random.Random(seed)
    seen = set()
    for _ in range(15):
        match = field("US-8C 2010")
        labels = [label for label in match.game.board.index if 14 <= int(label[:2]) <= 45]
        allied = ["US-5C", "US-7C", "US-2AD", "BR-1C", "BR-11AD", "BR-6AB"]
        german = ["DE-25K", "DE-2Pz", "DE-21Pz", "DE-s503", "DE-17SS", "DE-1SS", "DE-88K", "DE-2FJK"]
        start = dice.choice(labels)
        near = [label for label, steps in steps_away(match, start).items() if steps < dice.choice((6, 12, 30))]
        placed = {unit: dice.choice(near) for unit in allied}
        free = sorted(set(near) - set(placed.values()))
        placed |= {unit: dice.choice(free) for unit in german}
        units = "; ".join(f"{unit} {label}" for unit, label in placed.items())
        ports = dice.sample(["1619", "2316", "3120", "3520", "4219", "1114"], 2)
        sources = dice.choice(((*ports, "1817", "3019"), ports[:1], ()))
        match = field(
            f"{units}; US-SUP {dice.choice(near)}; BR-SUP {dice.choice(near)}",
            allied_control=" ".join(sources), first_beaches="1817 3019",
        )  # fmt: skip
        look = match.inquire("german")
        for unit in (*allied, *german):
            expected = slow_state(look, number(match, unit))
            assert look.supply(number(match, unit)) == expected, (units, unit)
            seen.add(expected)
    assert seen == {"full", "short", "unsupplied", "isolated"}


# Capacity

CROWD = [
    "US-5C", "US-7C", "US-8C", "US-19C", "US-15C", "US-20C", "US-2AD", "BR-1C", "BR-8C", "BR-12C", "BR-30C", "BR-7AD",
    "BR-11AD",
]  # fmt: skip
SPOTS = ["1817", "1816", "1815", "1717", "1716", "1715", "1714", "1814", "1915", "1914", "2015", "1615", "1616"]


def crowd(count: int, **more: Any) -> Match:
    """So many units within four hexes of Omaha."""
    units = "; ".join(f"{unit} {spot}" for unit, spot in zip(CROWD[:count], SPOTS, strict=False))
    return field(units, **{"first_beaches": "1817", "allied_control": "1817"} | more)


def full(match: Match) -> set[str]:
    """The units in Full supply."""
    return {unit for unit in CROWD if where(match, unit).isdigit() and state(match, unit) == "full"}


@rule("SUP.22")
def test_the_beaches_keep_twelve_units_in_full_supply() -> None:
    assert full(crowd(12)) == set(CROWD[:12])
    many = crowd(13)
    assert len(full(many)) == 12
    assert state(many, "BR-11AD") == "short"


@rule("SUP.22")
def test_the_allied_player_says_who_is_supplied_first() -> None:
    many = crowd(13, favoured="BR-11AD")
    assert state(many, "BR-11AD") == "full"
    assert len(full(many)) == 12


@rule("SUP.22", "R116")
def test_all_beaches_together_keep_twelve_units_but_each_port_twelve_more() -> None:
    two_beaches = crowd(13, first_beaches="1817 1717", allied_control="1817 1717")
    assert len(full(two_beaches)) == 12
    with_port = crowd(13, allied_control="1817 1619")
    assert len(full(with_port)) == 13


@rule("SUP.22", "R116")
def test_beaches_and_ports_together_keep_twelve_units_if_players_share_one_capacity() -> None:
    shared = {"allied_control": "1817 1619", "options": {"R116": True}}
    assert full(crowd(12, **shared)) == set(CROWD[:12])
    many = crowd(13, **shared)
    assert len(full(many)) == 12
    assert state(many, "BR-11AD") == "short"
    assert state(crowd(13, favoured="BR-11AD", **shared), "BR-11AD") == "full"
    assert "13 units in range, room for 12" in standing(many)
    assert "13 units in range, room for 24" in standing(crowd(13, allied_control="1817 1619"))


def standing(match: Match) -> str:
    """What players read of Full supply."""
    return {line.name: line.text for line in reports.facts(match.inquire(None))}["Full supply"]


@rule("SUP.22")
def test_dumps_use_up_no_capacity() -> None:
    units = "; ".join(f"{unit} {spot}" for unit, spot in zip(CROWD[:12], SPOTS, strict=False))
    match = field(f"{units}; US-SUP 1817; BR-SUP 1817", first_beaches="1817", allied_control="1817")
    assert full(match) == set(CROWD[:12])


def at_antwerp(extra: str = "", control: str = "4219 4021 4120 4119 4220 4020 3920", **more: Any) -> Match:
    """Thirteen Americans within reach of a dump in Antwerp, which is the only port of the Allies but Flushing."""
    americans = [
        "US-5C", "US-7C", "US-8C", "US-19C", "US-15C", "US-20C", "US-12C", "US-3C", "US-13C", "US-16C", "US-2AD",
        "US-3AD", "US-5AD",
    ]  # fmt: skip
    units = "; ".join(f"{unit} 4{210 + place}" for place, unit in enumerate(americans[:6]))
    others = "; ".join(f"{unit} 4{310 + place}" for place, unit in enumerate(americans[6:]))
    return field(f"{units}; {others}; US-SUP 4219{extra}", allied_control=control, **more)


def americans_full(match: Match) -> int:
    look = match.inquire(None)
    units = [number(match, unit) for unit in match.game.unit_numbers if unit.startswith("US-") and unit != "US-SUP"]
    return sum(look.position.units[unit].at >= 0 and look.supply(unit) == "full" for unit in units)


@rule("SUP.23")
def test_open_antwerp_feeds_any_number_through_the_dumps() -> None:
    match = at_antwerp()
    assert capacity.antwerp_open(match.inquire(None))
    assert americans_full(match) == 13


@rule("SUP.23", "R116")
def test_open_antwerp_has_no_limit_even_if_all_sources_share_one_capacity() -> None:
    assert americans_full(at_antwerp(options={"R116": True})) == 13
    assert americans_full(at_antwerp("; DE-25K 4020", options={"R116": True})) == 12


@rule("SUP.23", "SUP.22")
def test_germans_on_the_channel_close_antwerp() -> None:
    fortress = at_antwerp(control="4219")  # Flushing is German
    assert not capacity.antwerp_open(fortress.inquire(None))
    assert americans_full(fortress) == 12
    bank = at_antwerp("; DE-25K 4020")
    assert not capacity.antwerp_open(bank.inquire(None))
    # One hex off the channel does not matter.
    beside = at_antwerp("; DE-25K 3919")
    assert capacity.antwerp_open(beside.inquire(None))


@rule("SUP.23")
def test_german_antwerp_feeds_nobody() -> None:
    match = at_antwerp(control="4021 4120 4119 4220 4020 3920")
    assert not capacity.antwerp_open(match.inquire(None))


# What becomes of units without supply


def judged(units: str, side: str = "allied", **more: Any) -> Match:
    """A position right after a side's supply has been determined."""
    more = {"first_beaches": "1817", "allied_control": "1817", "weather": "good", "dice": "3 3 3 3"} | more
    return at(f"{side} supply", 4, f"{units}; {FAR}", **more)


@rule("SUP.15", "SEQ.8")
def test_a_disrupted_unit_without_supply_is_eliminated() -> None:
    match = judged("US-5C 3118 disrupted; US-7C 1817 disrupted; US-8C 1812 disrupted")
    assert where(match, "US-5C") == "dead"
    assert "US 5 Corps is eliminated." in log(match)
    # In Full or Short supply nobody is lost.
    assert (where(match, "US-7C"), where(match, "US-8C")) == ("1817", "1812")


@rule("SUP.16", "SEQ.8")
def test_an_undisrupted_unit_without_supply_is_disrupted() -> None:
    isolated = judged("US-5C 4910; US-7C 1817; DE-2Pz 4510")
    assert marked(isolated, "disrupted") == {"US-5C"}
    assert ("SUP.16", "US 5 Corps is Disrupted.") in [line[1:] for line in isolated.log()]
    unsupplied = judged("US-5C 1805; US-7C 1817")
    assert state(unsupplied, "US-5C") == "unsupplied"
    assert marked(unsupplied, "disrupted") == {"US-5C"}


@rule("SUP.15", "SUP.16")
def test_a_disrupted_unit_with_an_undisrupted_friend_is_not_eliminated_and_all_are_judged_at_one_moment() -> None:
    match = judged("US-5C 3118 disrupted; US-2AD 3118; US-7C 1817")
    assert where(match, "US-5C") == "3118"
    assert marked(match, "disrupted") == {"US-5C", "US-2AD"}


@rule("SUP.15")
def test_a_dump_saves_nobody_and_needs_no_supply_itself() -> None:
    match = judged("US-5C 3118 disrupted; US-SUP 3118; BR-SUP 3116; US-7C 1817")
    assert where(match, "US-5C") == "dead"
    assert (where(match, "US-SUP"), where(match, "BR-SUP")) == ("3118", "3116")
    assert marked(match, "disrupted") == set()


@rule("DEP.3", "SUP.16")
def test_a_deployed_corps_stays_deployed_when_disrupted_for_lack_of_supply() -> None:
    match = judged("US-5C 3118 deployed; US-7C 1817")
    assert marked(match, "disrupted") == {"US-5C"}
    assert marked(match, "deployed") == {"US-5C"}


@rule("SEQ.14", "SUP.15", "SUP.16")
def test_isolated_germans_are_disrupted_then_eliminated() -> None:
    ring = "US-5C 3118; US-7C 3219; US-8C 3318; US-15C 3317"
    beach = {"first_beaches": "3118", "allied_control": "3118"}
    match = judged(f"{ring}; DE-25K 3218; DE-2Pz 5010 disrupted", "german", **beach)
    assert marked(match, "disrupted") == {"DE-25K", "DE-2Pz"}
    again = judged(f"{ring}; DE-25K 3218 disrupted; DE-2Pz 5010 disrupted", "german", **beach)
    assert where(again, "DE-25K") == "calendar"
    assert where(again, "DE-2Pz") == "5010"


@rule("SEQ.8", "SEQ.14")
def test_each_side_is_judged_in_its_own_turn_only() -> None:
    ring = "US-5C 3118; US-7C 3219; US-8C 3318; US-15C 3317; DE-25K 3218 disrupted"
    match = judged(ring, first_beaches="3118", allied_control="3118")
    assert where(match, "DE-25K") == "3218"
    german = judged("US-5C 4910 disrupted; DE-2Pz 4510", "german")
    assert where(german, "US-5C") == "4910"


@rule("SUP.16", "SET.7", "R100")
def test_a_face_down_piece_without_supply_is_turned_up() -> None:
    # Zones meet behind 3215 and 3216, which no Allied unit touches.
    ring = "US-5C 3117; US-7C 3317; US-8C 3114; US-15C 3314; US-20C 3013; US-12C 3413; US-3C 3213; US-13C 3415"
    ring += "; US-16C 3015"
    match = judged(f"{ring}; DE-2Pz 3215 down; DE-Dummy1 3215 down", "german", first_beaches="3117 3317 3114 3314")
    assert state(judged(f"{ring}; DE-25K 3215", first_beaches="3117 3317"), "DE-25K") == "isolated"
    assert marked(match, "face_down") == set()
    assert marked(match, "disrupted") == {"DE-2Pz"}
    assert where(match, "DE-Dummy1") == "dead"


@rule("SUP.17")
def test_supply_for_movement_is_judged_when_the_move_starts() -> None:
    match = field("US-5C 1813", first_beaches="1817", allied_control="1817")
    match.play("pick US-5C")
    out = max(listed(match, "move"), key=lambda label: steps_away(match, "1817").get(label, 0))
    assert steps_away(match, "1817")[out] > 8
    short_of = next(
        label
        for label in sorted(listed(match, "move"))
        if steps_away(match, "1813")[label] == 5 and steps_away(match, "1817")[label] == 9
    )
    match.play(f"move {short_of}")
    assert state(match, "US-5C") == "unsupplied"
    # It was Full when it started and still has its sixth hex.
    assert listed(match, "move")
