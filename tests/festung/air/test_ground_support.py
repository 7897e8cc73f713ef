"""Aircraft in an attack (14.22, 14.31) and the options about them."""

from __future__ import annotations

from bocage import Match
from tests.cases import rule
from tests.festung.combat.fighting import attack, fighting, legal, odds
from tests.festung.playing import refused

TAC = {"US-A": "ground support", "US-B": "ground support", "UK-A": "ground support", "UK-B": "ground support"}
SAC = {"UK BC": "carpet", "US 8th AF": "carpet"}
UNITS = "US-5A 1718; US-II 1718; BR-X 1718; GE-10A 1717"
FLAGS = "italian_disarmament"


def gathered(*attackers: str, units: str = UNITS, **more: object) -> Match:
    """An attack on Cassino out of Naples."""
    fields: dict[str, object] = {
        "bombers": SAC,
        "fighters": TAC,
        "flags": FLAGS,
        "airfields": "1718 1718",
        **more,
    }
    match = fighting("allied", units, **fields)  # type: ignore[arg-type]
    match.play("attack 1717")
    for unit in attackers:
        match.play(f"join {unit}")
    return match


@rule("14.22", "9.241")
def test_one_carpet_bombing_in_a_round_and_each_marker_once_in_a_turn() -> None:
    """T018, T019, T022."""
    match = gathered("US-II", dice="1")
    assert legal(match, "carpet") == {"UK_BC", "US_8th_AF"}
    match.play("carpet UK_BC")
    assert refused(match, "carpet US_8th_AF") == "14.22"
    assert refused(match, "support US-A") == "14.31"
    match.play("fight")
    match.play("attack 1717")
    match.play("join US-5A")
    assert refused(match, "carpet US_8th_AF") == "14.22"
    assert refused(match, "carpet UK_BC") == "14.22"
    assert match.position.carpets_spent == ("UK BC",)
    again = gathered("US-II", carpets_spent=("UK BC",))
    assert legal(again, "carpet") == {"US_8th_AF"}, "in the next round another marker flies"


@rule("14.22", "14.31")
def test_no_carpet_bombing_beside_ground_support() -> None:
    match = gathered("US-II")
    match.play("support US-A")
    assert refused(match, "carpet UK_BC") == "14.22"
    match = gathered("US-II")
    assert refused(match, "support US-A") == ""
    match.play("carpet UK_BC")
    assert refused(match, "support US-A") == "14.31"


@rule("14.3", "14.31")
def test_one_marker_of_each_nationality_that_attacks() -> None:
    """T020, T021, T022."""
    match = gathered("US-II", dice="1")
    assert legal(match, "support") == {"US-A", "US-B"}
    assert refused(match, "support UK-A") == "14.3"
    match.play("support US-A")
    assert refused(match, "support US-B") == "14.3"
    match.play("join BR-X")
    match.play("support UK-B")
    assert refused(match, "support UK-A") == "14.3"
    for action in ("fight", "lose US-II", "lose BR-X", "attack 1717"):
        match.play(action)
    match.play("join US-5A")
    assert refused(match, "support US-A") == "14.31"
    assert legal(match, "support") == {"US-B"}
    airborne = gathered("AB-C", units="AB-C 1718; GE-10A 1717")
    assert legal(airborne, "support") == set(TAC)


@rule("14.31", "R31", "R32")
def test_ground_support_reaches_three_hexes_from_an_airfield_or_beaches_of_a_box() -> None:
    for label, reaches in (("1718", True), ("1816", True), ("UK", False), ("1821", False)):
        match = gathered("US-II", airfields=f"{label} UK")
        assert bool(legal(match, "support")) is reaches
    beach = fighting("allied", "US-II 1818; GE-10A 1717 reduced; GE-LXXV 1718", landing="1818", fighters=TAC)
    beach.play("attack 1718")
    beach.play("join US-II")
    assert legal(beach, "support") == {"US-A", "US-B"}


@rule("14.31", "14.22")
def test_markers_serve_only_the_task_that_they_were_given() -> None:
    match = gathered("US-II", fighters={"US-A": "interdiction", "US-B": ""}, bombers={"UK BC": "oil"})
    assert refused(match, "support US-A") == "14.31"
    assert refused(match, "carpet UK_BC") == "14.22"


@rule("9.241")
def test_the_axis_has_no_aircraft() -> None:
    match = fighting("axis", UNITS, "1717", fighters=TAC, bombers=SAC, flags=FLAGS)
    match.play("attack 1718")
    match.play("join GE-10A")
    assert refused(match, "support US-A") == "9.241"


@rule("19.35", "19.38")
def test_three_markers_and_winter_skies() -> None:
    match = gathered("US-II", "BR-X", options={"19.35": True})
    for marker in ("US-A", "US-B", "UK-A"):
        match.play(f"support {marker}")
    assert refused(match, "support UK-B") == "14.3"
    assert len([s for s in odds(match).shifts if s.rule == "14.31"]) == 3
    alone = gathered("US-II", options={"19.35": True})
    assert legal(alone, "support") == {"US-A", "US-B"}
    for turn, more in ((7, set()), (5, {"US-B", "UK-A", "UK-B"})):
        winter = gathered("US-II", "BR-X", options={"19.35": True, "19.38": True}, turn=turn)
        winter.play("support US-A")
        assert legal(winter, "support") == more
    winter = gathered("US-II", "BR-X", options={"19.38": True}, turn=7)
    winter.play("support US-A")
    assert refused(winter, "support UK-A") == "19.38"


@rule("14.3", "19.35", "R115")
def test_an_airborne_unit_alone_acts_as_one_nationality() -> None:
    """With a second unit, airborne or not, markers of both nations come."""
    units = "AB-C 1718; AB-1A 1718; US-II 1718; GE-10A 1717"
    for second, more in (("", set()), ("AB-1A", {"UK-A", "UK-B"}), ("US-II", {"UK-A", "UK-B"})):
        match = gathered(*filter(None, ("AB-C", second)), units=units)
        match.play("support US-A")
        assert legal(match, "support") == more
    three = gathered("AB-C", units=units, options={"19.35": True})
    for marker in ("US-A", "US-B"):
        three.play(f"support {marker}")
    assert refused(three, "support UK-A") == "14.3"
    three.play("join AB-1A")
    three.play("support UK-A")
    assert len([s for s in odds(three).shifts if s.rule == "14.31"]) == 3


@rule("19.36", "R111")
def test_the_abbey_costs_a_point_once() -> None:
    """T093, T164: named is used, whatever comes of it."""
    match = gathered("US-II", options={"19.36": True}, dice="1", vp=18)
    match.play("carpet UK_BC")
    match.play("fight")
    assert match.position.vp == 19
    assert match.position.abbey_bombed
    again = gathered("US-II", options={"19.36": True}, dice="1", vp=18, abbey_bombed=True)
    again.play("carpet UK_BC")
    again.play("fight")
    assert again.position.vp == 18
    plain = gathered("US-II", dice="1", vp=18)
    plain.play("carpet UK_BC")
    plain.play("fight")
    assert plain.position.vp == 18
    weak = fighting("allied", "US-5A 1718; US-1A 1718; US-3A 1718; IT-XVI 1717 reduced", dice="6", vp=18,
                    options={"19.36": True}, bombers=SAC)  # fmt: skip
    attack(weak, "1717", "US-5A", "US-1A", "US-3A", help=("carpet UK_BC",))
    assert weak.position.vp == 19
    assert weak.position.carpets_spent == ("UK BC",)
