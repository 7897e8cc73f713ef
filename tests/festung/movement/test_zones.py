"""Zones of control: who has one, how far it extends, and what it does to movement (8.4, 14.3)."""

from __future__ import annotations

from bocage import Match
from bocage.games.festung.rules.supply.tracing import OUT, grade
from tests.cases import rule
from tests.festung.playing import INTERDICTED, goals, look, movement, operation, place, play, refused

SICILY = "1721 1820 1821 1920 1921"


def zone(match: Match, side: str) -> set[str]:
    return set(match.game.board.names(look(match).zone(side)))


def at(units: str, **more: object) -> Match:
    return operation("axis", 0, units, **more)


@rule("8.41")
def test_only_armour_has_a_zone() -> None:
    """T027: an infantry army has none."""
    assert zone(at("GE-7A 0712; GE-IFJ 0914; FORT-Brest 0212"), "axis") == set()
    assert zone(at("GE-XIVPZ 1920", turn=1), "axis") == {"1820", "1921", "2019"}
    assert zone(at("US-1A 0410"), "allied") == {"0411", "0511"}


@rule("8.41")
def test_armour_out_of_supply_has_no_zone() -> None:
    """T026: a panzer corps that is cut off by Allied hexes."""
    assert zone(at("GE-IISS 0712"), "axis")
    cut = at("GE-IISS 0712", allied_control="0611 0612 0711 0713 0811 0812")
    assert grade(look(cut), cut.game.unit_numbers["GE-IISS"]) == OUT
    assert zone(cut, "axis") == set()


@rule("8.41", "8.43", "R82")
def test_armour_that_is_cut_off_by_zones_alone_keeps_its_own() -> None:
    """T137: II SS and 7th Army are out of supply because of each other, and both keep their zones."""
    units, control = "GE-IISS 1011; US-7A 1112; US-XX 0912", "0811 0812 0911 0912 1010 1012 1112 0712"
    match = movement("allied", units, "0912", allied_control=control, turn=7)
    assert [grade(look(match), match.game.unit_numbers[unit]) for unit in ("GE-IISS", "US-7A")] == [OUT, OUT]
    assert "1011" in zone(match, "allied")
    assert {"0911", "0912"} <= zone(match, "axis")
    play(match, "pick US-XX", "move 0911")
    assert match.log()[-1][2].endswith("moves 0912-0811-0911."), "not Nancy-Metz in one step"
    cut = at(units, allied_control=f"{control} 1111", turn=7)
    assert zone(cut, "axis") == set()


@rule("8.42")
def test_no_zone_crosses_the_skagerrak_or_a_prohibited_side_or_enters_a_box() -> None:
    """T028: out of Kristiansand to Arendal and Egersund, not to Denmark."""
    assert zone(at("GE-IISS 0903"), "axis") == {"0802", "0902"}
    assert "0511" not in zone(at("GE-IISS 0411"), "axis")
    assert "0410" in zone(at("GE-IISS 0411"), "axis"), "Beach Heads are covered"
    boxes = at("US-1A 1613; GE-IISS 0212").game.data.boxes
    assert not set(boxes) & (zone(at("US-1A 1613"), "allied") | zone(at("GE-IISS 0211"), "axis"))


@rule("R91", "8.42", "8.11")
def test_no_zone_goes_out_of_a_box() -> None:
    """T144: XIII Corps walks past the Balkans box; with the option it ends in Trieste."""
    units, boxed = "BR-XIII 1513; GE-IISS BALKANS; GE-XXIVPZ BALKANS", {"allied_control": "1513 1413 1414"}
    match = movement("allied", units, "1513", **boxed)
    play(match, "pick BR-XIII", "move 1613", "move 1612", "move 1611")
    assert place(match, "BR-XIII") == "1611"
    match = movement("allied", units, "1513", options={"R91": True}, **boxed)
    play(match, "pick BR-XIII", "move 1613")
    assert refused(match, "move 1612") == "8.11", "it has stopped"


@rule("8.43", "R23")
def test_a_unit_stops_in_an_enemy_zone_and_never_goes_from_one_into_another() -> None:
    """T029, T130: Palermo to Syracuse is refused in one step, and allowed by way of Gela, where a friend or not."""
    units = "BR-XIII 1820; BR-XXX 1821; GE-XIVPZ 1920"
    match = movement("allied", units, "1820 1821", allied_control="1820 1821 1922 1721", marked="1922", turn=1)
    play(match, "pick BR-XIII")
    assert not refused(match, "move 1921"), "two points, by way of Gela"
    play(match, "pick BR-XXX", "move 1820")
    assert refused(match, "move 1821") == "8.11", "it has stopped"
    play(match, "pick BR-XIII", "move 1821", "move 1921")
    assert match.log()[-2][2].endswith("moves 1821-1921.")
    assert refused(match, "pick BR-XIII") == "8.21"


@rule("8.43")
def test_friends_do_not_cancel_zones_for_movement() -> None:
    """T130: a friendly unit in Syracuse changes nothing."""
    units = "BR-XIII 1820; BR-XXX 1921; GE-XIVPZ 1920; GE-LXXX 1821"
    match = movement("allied", units, "1820", allied_control="1820 1921 1922", marked="1922", turn=1)
    play(match, "pick BR-XIII")
    assert goals(match) == {"1721"}
    assert refused(match, "move 1921") == "8.43"


@rule("14.3", "R47")
def test_interdiction_cancels_zones_in_the_hexes_within_range() -> None:
    """T030: where the panzers stand does not matter."""
    there = zone(at("GE-LVIIIPZ 0812", **INTERDICTED["UK"]), "axis")
    assert there == {"0713", "0813", "0912", "0913"}, "Troyes is at five, Paris and Reims are at four"
    assert {"0712", "0811"} <= zone(at("GE-LVIIIPZ 0812"), "axis")
    assert zone(at("US-1A 0612", **INTERDICTED["UK"], allied_control="0512 0511 0410", marked="0410"), "allied")
