"""Victory: at any moment, on the last turn, and by the goals of each scenario."""

from __future__ import annotations

from typing import Any

import pytest

from bocage import Match
from bocage.games.fortress.rules import victory
from tests.cases import rule
from tests.fortress.playing import look, play, position

CAPITALS = "R11 BB8"
ESSEN, KOLN, FRANKFURT, STUTTGART, HANNOVER = "JJ8", "II10", "KK15", "II19", "RR7"


def outcome(match: Match) -> tuple[str, str]:
    """Who has won, and by which case; nothing while the game goes on."""
    found = match.outcome
    return ("", "") if found is None else (found.winner or "draw", found.rule)


def at_the_end(control: str, *, turn: int = 37, units: str = "", scenario: str = "campaign", **fields: Any) -> Match:
    """The end of a turn: who has won is found out at once."""
    return position("victory", units, turn=turn, scenario=scenario, allied_control=control, **fields)


@rule("30.1", "R42")
def test_the_allies_win_as_soon_as_they_take_what_they_need() -> None:  # T100 (a)
    held = f"R11 {ESSEN} {KOLN} {STUTTGART}"
    match = position("allied first movement", "US-2-Arm QQ7; BR-3-Inf AA9", turn=37, allied_control=held)
    play(match, "pick US-2-Arm", f"move {HANNOVER}")
    assert outcome(match) == ("", "")
    play(match, "pick BR-3-Inf", "move BB8")
    assert outcome(match) == ("allied", "30.1")


@rule("30.1", "30.2")
def test_an_empty_city_in_a_german_zone_does_not_count() -> None:
    held = f"{CAPITALS} {ESSEN} {KOLN} {STUTTGART} {HANNOVER}"
    assert victory.cities_taken(look(position("bridge attacks", "", missions={"bridges": (1, 0)}, allied_control=held)))
    near = position("bridge attacks", "GE-84-Inf S11", missions={"bridges": (1, 0)}, allied_control=held)
    assert not victory.cities_taken(look(near))
    with_garrison = position(
        "bridge attacks", "GE-84-Inf S11; US-1-Inf R11", missions={"bridges": (1, 0)}, allied_control=held
    )
    assert victory.cities_taken(look(with_garrison))


@rule("30.1")
def test_fifteen_cities_of_germany_genova_and_torino_included_do_as_well() -> None:
    match = position("bridge attacks", "", missions={"bridges": (1, 0)})
    game: Any = match.game
    small = game.board.names(game.german_cities & ~game.data.majors)[:13]
    for cities, enough in (([*small, "X29", "Y34"], True), ([*small, "X29"], False), ([*small, "X29", "N33"], False)):
        held = " ".join([CAPITALS, *cities])
        found = position("bridge attacks", "", missions={"bridges": (1, 0)}, allied_control=held)
        assert victory.cities_taken(look(found)) is enough


@rule("30.1")
def test_after_the_last_turn_three_major_cities_win_for_the_germans() -> None:  # T100 (b), (c)
    game: Any = at_the_end("").game
    ten = game.board.names(game.german_cities & ~game.data.majors)[:8]
    assert outcome(at_the_end(" ".join([CAPITALS, ESSEN, KOLN, *ten]))) == ("german", "30.1")
    assert outcome(at_the_end(f"BB8 {ESSEN} {KOLN} {FRANKFURT}")) == ("draw", "30.1")
    assert outcome(at_the_end(f"BB8 {ESSEN} {KOLN} {FRANKFURT}", turn=36)) == ("", "")


@rule("12.18")
def test_a_second_invasion_that_leaves_nobody_ashore_loses_the_game() -> None:
    failed = {"invasions": 2, "invasion_turn": 10, "second_invasion_turn": 10, "turn": 10, "beaches": "L4"}
    lost = position("fate of the second landing", "", **failed)  # type: ignore[arg-type]
    assert outcome(lost) == ("german", "12.18")
    somebody = position("fate of the second landing", "US-1-Inf L4", **failed)  # type: ignore[arg-type]
    assert outcome(somebody) == ("", "")
    first = position("fate of the second landing", "", turn=10, invasions=1, invasion_turn=10, beaches="L4")
    assert outcome(first) == ("", "")
    assert outcome(position("victory", "", turn=10, invasions=1, invasion_turn=1)) == ("", "")  # the first one failed
    assert outcome(position("victory", "", **failed)) == ("german", "12.18")  # type: ignore[arg-type]


@rule("31.15", "R121")
def test_twenty_five_steps_beyond_the_edge_win_at_the_end_of_a_turn() -> None:
    armor = [f"US-{n}-Arm" for n in (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14)]
    beyond = "; ".join(f"{unit} exited" for unit in armor)
    options = {"31.15": True}
    assert outcome(position("victory", beyond, turn=20, options=options)) == ("", "")  # 24 steps
    assert outcome(position("victory", f"{beyond}; US-6-Cav exited", turn=20, options=options)) == ("allied", "31.15")


# 33.1


def invasion(district: str, control: str, units: str = "", **fields: Any) -> tuple[str, str]:
    """How the Invasion scenario ends with a mulberry and supply, and these cities."""
    landed: dict[str, Any] = {"invasions": 1, "invasion_turn": 1, "district_landed": (district,) if district else ()}
    units = f"Mulberry-12 L4; {units}".strip("; ")
    return outcome(at_the_end(control, turn=7, scenario="invasion", units=units, **{**landed, **fields}))


@rule("33.1.2", "33.1.3", "33.1.5.19", "R74")
def test_goals_of_a_landing_in_the_south() -> None:  # T101
    assert invasion("19", "N33 R24") == ("allied", "33.1.5")
    assert invasion("19", "N33") == ("german", "33.1.3")
    assert invasion("19", "M22") == ("allied", "33.1.5")  # Clermont-Ferrand, row 22
    assert invasion("19", "R24") == ("german", "33.1.3")
    game: Any = at_the_end("").game
    every = game.board.names(game.data.cities & game.data.districts["19"])
    assert invasion("19", " ".join(every)) == ("allied", "33.1.5")
    assert invasion("19", " ".join(city for city in every if city != "N33")) == ("german", "33.1.3")


@rule("33.1.3", "33.1.5", "33.1.5.1", "33.1.5.15", "33.1.5.NL", "33.1.5.7", "R83")
@pytest.mark.parametrize(
    ("district", "control", "winner"),
    [
        ("1", "A19 R11", "allied"), ("1", "A19", "german"), ("1", "R11 B2", "german"),
        ("15", "P4 CC6", "allied"), ("15", "P4", "german"),
        ("7", "M6 R11", "allied"), ("7", "R11", "german"),
        ("NL", "RR7", "allied"), ("NL", "R11", "allied"), ("NL", "GG3 EE4", "german"),
        ("NL", "GG3 EE4 CC6", "allied"), ("", "QQ4", "allied"), ("", "K2", "german"),
    ],
)  # fmt: skip
def test_goals_of_the_districts(district: str, control: str, winner: str) -> None:  # T101
    assert invasion(district, control)[0] == winner


@rule("33.1.5.NL", "33.1.5.15", "33.1.5.1")
def test_six_cities_are_a_goal_of_three_districts() -> None:  # T101
    game: Any = at_the_end("").game
    belgian = [c for c in game.board.names(game.data.cities & game.data.countries["BE"]) if c not in ("BB8", "CC6")]
    five = ["GG3", "EE4", *belgian[:3]]
    assert invasion("NL", " ".join(five)) == ("german", "33.1.3")
    for district in ("NL", "15", "1"):
        assert invasion(district, " ".join([*five, "G7"])) == ("allied", "33.1.5")
    assert invasion("7", " ".join([*five, "G7"])) == ("german", "33.1.3")


@rule("33.1.5.7")
def test_cherbourg_or_brest_with_four_other_cities_of_the_district() -> None:
    game: Any = at_the_end("").game
    others = [c for c in game.board.names(game.data.cities & game.data.districts["7"]) if c not in ("K2", "B2")]
    assert invasion("7", " ".join(["K2", *others[:4]])) == ("allied", "33.1.5")
    assert invasion("7", " ".join(["K2", *others[:3]])) == ("german", "33.1.3")
    assert invasion("7", " ".join(["K2", "B2", *others[:3]])) == ("allied", "33.1.5")
    assert invasion("7", " ".join(others[:5])) == ("german", "33.1.3")


@rule("33.1.3", "R83")
def test_without_supply_or_a_mulberry_the_germans_win() -> None:
    ashore = "; ".join(f"US-{n}-Inf M8" for n in (1, 2, 4, 5, 8, 9, 28, 29, 30, 35, 79, 83))
    assert invasion("1", "A19 R11", port_damage={"A19": 5, "Mulberry-12": 6}) == ("allied", "33.1.5")
    assert invasion("1", "A19 R11", ashore, port_damage={"A19": 5}) == ("german", "33.1.3")  # capacity 0
    lost = at_the_end("A19 R11", turn=7, scenario="invasion", invasions=1, invasion_turn=1, district_landed=("1",))
    assert outcome(lost) == ("german", "33.1.3")
    broken = {"port_damage": {"Mulberry-12": 9}}
    assert invasion("1", "A19 R11", **broken) == ("german", "33.1.3")


@rule("33.1.3", "R83")
def test_the_invasion_is_not_judged_before_its_end() -> None:
    held = f"{CAPITALS} {ESSEN} {KOLN} {STUTTGART} {HANNOVER}"
    match = position("allied first movement", "US-1-Inf S12", turn=6, scenario="invasion", allied_control=held)
    play(match, "pick US-1-Inf", "move S11")
    assert outcome(match) == ("", "")


# 33.3, 33.4


@rule("33.3.2", "33.3.10", "33.3.10.A", "33.3.10.B", "R124")
@pytest.mark.parametrize(
    ("held", "winner", "level"),
    [
        ("EE12 CC10", "german", "strategic victory"), ("EE12 EE10", "german", "strategic victory"),
        ("EE12 GG10", "german", "tactical victory"), ("EE12 GG10 CC10", "german", "strategic victory"),
        ("EE12", "allied", "victory"), ("CC10 GG10", "allied", "victory"),
    ],
)  # fmt: skip
def test_levels_of_the_ardennes_offensive(held: str, winner: str, level: str) -> None:  # T102
    units = "; ".join(f"GE-{n}-VG {hexagon}" for n, hexagon in zip((9, 12, 18), held.split(), strict=False))
    match = at_the_end(CAPITALS, turn=30, scenario="bulge", units=units)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.level) == (winner, level)
    assert outcome(at_the_end(CAPITALS, turn=29, scenario="bulge", units=units)) == ("", "")


@rule("33.4.7", "33.4.2")
def test_two_major_cities_win_in_on_to_berlin_unless_the_ardennes_were_a_success() -> None:  # T39
    held = f"{CAPITALS} {ESSEN} {KOLN}"
    assert outcome(at_the_end(held, scenario="berlin")) == ("allied", "33.4.7")
    assert outcome(at_the_end(held, scenario="berlin", bulge_level="tactical victory")) == ("draw", "33.4.7")
    three = f"BB8 {ESSEN} {KOLN} {FRANKFURT}"
    assert outcome(at_the_end(three, scenario="berlin")) == ("draw", "33.4.7")
    assert outcome(at_the_end(three, scenario="berlin", bulge_level="strategic victory")) == ("german", "33.4.7")
    assert outcome(at_the_end(f"{CAPITALS} {ESSEN}", scenario="berlin")) == ("german", "33.4.7")


@rule("33.4.7", "33.3.10")
def test_on_to_berlin_remembers_what_was_reached_in_january() -> None:
    match = at_the_end(CAPITALS, turn=30, scenario="berlin", units="GE-9-VG EE12; GE-12-VG GG10")
    assert match.position.bulge_level == "tactical victory"
    assert outcome(match) == ("", "")
    assert at_the_end(CAPITALS, turn=30, scenario="berlin").position.bulge_level == ""
