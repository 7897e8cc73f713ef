"""Landings: where an Invasion Event lands, with whom, and what follows (6.56, 9.53)."""

from __future__ import annotations

from typing import Any

import pytest

from bocage import Match
from bocage.games.festung.rules import invasion
from bocage.games.festung.rules.supply.tracing import ports
from tests.cases import rule
from tests.festung.cards.carding import lies
from tests.festung.playing import goals, look, midway, operation, place, play, position, refused

HUSKY, ROUNDUP, AVALANCHE, SHINGLE, OVERLORD, DRAGOON = (
    "allied-1", "allied-5", "allied-6", "allied-22", "allied-23", "allied-28",
)  # fmt: skip
SICILIAN = "US-7A NA; BR-8A NA; US-II NA; BR-XIII NA; BR-XXX NA"
NORMAN = "US-1A UK; BR-2A UK; AB-C UK; US-V UK; US-VII UK; BR-I UK"


def landing(card: str, units: str, **more: Any) -> Match:
    """A match at the landing of a card."""

    def begin(play: Any) -> None:
        invasion.begin(play, "allied", card, invasion.invade_of(play.look, card))

    return midway(begin, units, **more)


def allowed(card: str, units: str, **more: Any) -> str:
    """The case against an invasion; nothing if it may be made."""
    match = operation("allied", 0, f"{units}; GE-LXXX 1008", **more)
    there = look(match)
    effect = invasion.invade_of(there, card)
    return next((case for members, case, _ in invasion.may_invade(there, card, effect) if not members), "")


@rule("6.56", "6.564", "11.44", "8.31")
def test_all_units_of_the_card_land_in_a_beach_head_that_becomes_an_allied_port() -> None:
    match = landing(HUSKY, f"{SICILIAN}; IT-XVI 1821; GE-LXXX 1617", turn=1)
    beach = 1 << match.game.board.index["1922"]
    assert {place(match, unit) for unit in ("US-7A", "BR-8A", "US-II", "BR-XIII", "BR-XXX")} == {"1922"}
    assert match.position.marked & match.position.allied_control & beach
    assert match.position.invasions == {HUSKY: 1}
    assert match.position.invasion_turn == 1
    assert ports(look(match), "allied") & beach
    assert match.prompt.step == "combat"


@rule("6.56", "8.31", "R97")
def test_a_landing_needs_a_beach_head_without_axis_units_and_without_a_marker() -> None:
    match = landing(OVERLORD, f"{NORMAN}; GE-LXXX 0510", marked="0510 0211", allied_control="0211")
    assert place(match, "US-1A") == "UK", "units of the force are still to be chosen"
    assert match.prompt.text.endswith("for the landing in Beach Normandy."), "the only one that is left"
    free = landing(OVERLORD, f"{NORMAN}; GE-LXXX 0712")
    assert goals(free, "land") == {"0510", "0410", "0211"}
    assert refused(free, "land 0600") == "6.56"
    marked = landing(OVERLORD, f"{NORMAN}; GE-LXXX 0712", marked="0410", allied_control="0410")
    assert refused(marked, "land 0410") == "8.31"


@rule("19.4")
def test_overlord_lands_in_norway_or_holland_by_option_only() -> None:
    """T120: Beach Holland touches Amsterdam alone, not The Scheldt."""
    assert refused(landing(OVERLORD, f"{NORMAN}; GE-LXXX 0712"), "land 0708") == "6.56"
    match = landing(OVERLORD, f"{NORMAN}; GE-LXXX 0712", options={"19.4": True})
    assert goals(match, "land") == {"0510", "0410", "0211", "0600", "0708"}
    play(match, "land 0708", "pick US-V")
    while match.prompt.step == "combat":
        play(match, "end")
    play(match, "pick US-V")
    assert goals(match, "advance") == {"0808"}


@rule("6.564", "2.22")
def test_the_player_chooses_units_where_the_card_leaves_it_open() -> None:
    match = landing(OVERLORD, f"{NORMAN}; BR-XII UK; GE-LXXX 0712; US-VI NA")
    play(match, "land 0410")
    assert refused(match, "pick BR-I") == "6.564", "an American corps comes first"
    assert refused(match, "pick US-VI") == "6.564"
    assert refused(match, "pick AB-C") == "6.564", "it takes part already"
    play(match, "pick US-VII", "pick BR-XII")
    ashore = {place(match, unit) for unit in ("US-1A", "BR-2A", "AB-C", "US-VII", "BR-XII")}
    assert ashore == {"0410"}
    assert (place(match, "US-V"), place(match, "BR-I")) == ("UK", "UK")


@rule("6.564")
def test_whoever_is_needed_for_another_place_of_the_force_is_kept_for_it() -> None:
    """The Airborne Corps is of either group: with no other British corps it must be the British one."""
    units = "US-5A NA; US-II NA; AB-C NA; GE-LXXX 1617"
    match = landing(AVALANCHE, units, turn=2)
    play(match, "land 1818")
    assert place(match, "AB-C") == "1818"
    assert place(match, "US-II") == "1818"
    several = landing(AVALANCHE, "US-5A NA; US-II NA; US-VI NA; AB-C NA; GE-LXXX 1617", turn=2)
    play(several, "land 1818")
    assert refused(several, "pick AB-C") == "6.564"


@rule("6.564")
def test_units_that_have_not_come_yet_land_with_overlord() -> None:
    match = landing(OVERLORD, "BR-2A UK; US-V UK; BR-I UK; GE-LXXX 0712")
    play(match, "land 0410")
    assert (place(match, "US-1A"), place(match, "AB-C")) == ("0410", "0410")


@rule("6.564")
@pytest.mark.parametrize(
    ("units", "case"),
    [
        (NORMAN, ""),
        ("BR-2A UK; US-V UK; BR-I UK", ""),  # the others have not come yet
        (NORMAN.replace("US-1A UK", "US-1A NA"), "6.564"),
        (NORMAN.replace("US-1A UK", "US-1A pool"), "6.564"),
        (NORMAN.replace("BR-I UK", "BR-I NA"), "6.564"),
        (NORMAN.replace("US-V UK; US-VII UK; ", ""), "6.564"),
    ],
)
def test_an_invasion_needs_all_its_units_in_the_box(units: str, case: str) -> None:
    assert allowed(OVERLORD, units) == case


@rule("6.562")
def test_there_is_no_invasion_in_winter_but_shingle() -> None:
    """T009: Overlord not in Winter 1945, Shingle in Winter 1944."""
    assert allowed(OVERLORD, NORMAN, turn=7) == "6.562"
    assert allowed(SHINGLE, "US-VI NA; BR-X NA", turn=3) == ""
    match = position("allied action", "US-VI NA; BR-X NA", turn=3, allied_hand=SHINGLE, played=AVALANCHE)
    assert not refused(match, f"event {SHINGLE}")
    match = position("allied action", NORMAN, turn=7, allied_hand=OVERLORD)
    assert refused(match, f"event {OVERLORD}") == "6.51"


@rule("8.31")
def test_an_invasion_needs_a_free_beach_head() -> None:
    taken = {"marked": "0510 0410 0211", "allied_control": "0510 0410 0211"}
    assert allowed(OVERLORD, NORMAN, **taken) == "8.31"
    assert allowed(OVERLORD, NORMAN, **taken, options={"19.4": True}) == ""


@rule("6.56", "R11")
def test_one_invasion_a_turn_but_for_avalanche() -> None:
    units = "US-VI NA; BR-X NA; US-5A NA"
    assert allowed(SHINGLE, units, invasion_turn=5) == "6.56"
    assert allowed(SHINGLE, units, invasion_turn=4) == ""
    assert allowed(AVALANCHE, units, invasion_turn=5) == ""
    match = landing(AVALANCHE, units + "; GE-LXXX 1008")
    play(match, "land 1818")
    assert match.position.invasion_turn == 0, "nor does it count"
    assert match.position.invasions == {AVALANCHE: 5}


@rule("9.53", "R110", "6.25")
def test_nobody_must_attack_after_a_landing_and_all_may_step_ashore() -> None:
    match = landing(HUSKY, f"{SICILIAN}; IT-XVI 1921; GE-LXXX 1617", turn=1)
    play(match, "end")
    assert match.prompt.step == "steps ashore"
    assert refused(match, "advance 1821") == "9.53", "nobody is in hand"
    play(match, "pick US-7A")
    assert refused(match, "pick US-7A") == "9.53"
    assert goals(match, "advance") == {"1821"}
    assert refused(match, "advance 1921") == "9.53"
    assert refused(match, "advance 1820") == "9.53"
    play(match, "advance 1821", "pick US-II", "advance 1821", "pick BR-XIII", "advance 1821", "pick BR-8A")
    assert refused(match, "advance 1821") == "7.11"
    assert refused(match, "pick US-II") == "9.53"
    play(match, "end")
    assert not match.position.frames
    assert match.position.allied_control >> match.game.board.index["1821"] & 1
    assert not match.position.attack_marks


@rule("9.52", "9.53")
def test_a_step_ashore_does_not_lead_from_one_zone_into_another() -> None:
    match = landing(HUSKY, f"{SICILIAN}; GE-XIVPZ 1921; GE-LXXX 1617", turn=1)
    play(match, "end", "pick US-7A")
    assert refused(match, "advance 1821") == "9.52"


@rule("9.53", "R110", "R48")
def test_units_that_attacked_and_did_not_win_may_still_step_ashore() -> None:
    """T163: all five attack Calais, 1/1; then up to three of them step into Le Havre."""
    units = f"{NORMAN}; GE-15A 0609; FORT-Calais 0609"
    match = landing(OVERLORD, units, dice="4", turn=5)
    play(match, "land 0510", "pick US-V")
    play(match, "attack 0609", *(f"join {unit}" for unit in ("US-1A", "BR-2A", "AB-C", "US-V", "BR-I")), "fight")
    while match.prompt.step not in ("steps ashore",):
        play(match, str(match.prompt.actions[-1 if match.prompt.step == "combat" else 0]))
    assert match.position.attacked
    for unit in [str(action) for action in match.prompt.actions if action.verb == "pick"][:3]:
        play(match, unit, "advance 0511")
    assert match.position.allied_control >> match.game.board.index["0511"] & 1
    play(match, str(match.prompt.verbs()["pick"][0]))
    assert refused(match, "advance 0511") == "7.11"


@rule("6.564")
def test_everybody_in_a_landing_is_in_full_supply() -> None:
    match = landing(HUSKY, f"{SICILIAN}; IT-XVI 1821", turn=1)
    numbers = match.game.unit_numbers
    assert all(match.position.full >> numbers[unit] & 1 for unit in ("US-7A", "BR-8A", "US-II", "BR-XIII", "BR-XXX"))


@rule("6.56", "6.561", "6.52", "R41")
def test_husky_is_played_as_an_event_and_bars_roundup() -> None:
    """T008, T102: Husky leaves the game; Roundup is no event any more, and still serves for points."""
    units = f"{SICILIAN}; IT-XVI 1821; BR-2A UK; CA-1A UK; US-V UK; BR-I UK; GE-LXXX 1617"
    match = position("allied action", units, turn=1, allied_hand=f"{HUSKY} {ROUNDUP}", round=1)
    assert not refused(match, f"event {ROUNDUP}")
    play(match, f"event {HUSKY}", "end")
    assert match.position.card == HUSKY, "it lies on the table until the action is over"
    while match.prompt.step == "steps ashore":
        play(match, "end")
    assert lies(match, HUSKY) == "gone"
    while match.prompt.side == "axis":
        play(match, str(match.prompt.actions[-1]))
    assert match.position.round == 2
    assert refused(match, f"event {ROUNDUP}") == "6.51"
    assert not any(refused(match, f"{use} {ROUNDUP}") for use in ("ops", "rd", "rp"))


@rule("6.12", "6.52")
def test_husky_played_for_operations_is_only_discarded() -> None:
    """T007."""
    match = position("allied action", f"{SICILIAN}; GE-LXXX 1617", turn=1, allied_hand=f"{HUSKY} {ROUNDUP}")
    play(match, f"ops {HUSKY}", "mark-move NA", "end")
    assert lies(match, HUSKY) == "discards"
    assert not match.position.played
    units = "BR-2A UK; CA-1A UK; US-V UK; BR-I UK; GE-LXXX 1617"
    later = position("allied action", units, turn=1, allied_hand=ROUNDUP, allied_discards=HUSKY)
    assert not refused(later, f"event {ROUNDUP}"), "it bars nothing"


@rule("6.56", "R11")
def test_avalanche_follows_husky_in_the_same_turn_once_all_sicily_is_allied() -> None:
    """T011."""
    units = "US-5A NA; US-VI NA; BR-X NA; US-7A 1821; IT-XII 1617; GE-LXXX 1617"
    sicily = "1721 1820 1821 1920 1921"
    for lost in ("", *sicily.split()):
        match = position(
            "allied action", units.replace("US-7A 1821", "US-7A NA"), turn=1, round=4, allied_hand=AVALANCHE,
            played=HUSKY, invasion_turn=1, marked="1922", allied_control=f"1922 {sicily.replace(lost, '').strip()}",
        )  # fmt: skip
        assert refused(match, f"event {AVALANCHE}") == ("6.51" if lost else "")
    assert match.position.invasion_turn == 1


@rule("6.56")
def test_overlord_and_shingle_are_not_played_in_one_turn() -> None:
    """T012."""
    units = f"{NORMAN}; US-VI NA; BR-X NA; GE-LXXX 1008"
    fields: dict[str, Any] = {"turn": 4, "allied_hand": f"{SHINGLE} {OVERLORD}", "played": AVALANCHE, "round": 3}
    match = position("allied action", units, **fields)
    assert not refused(match, f"event {SHINGLE}")
    assert not refused(match, f"event {OVERLORD}")
    again = position("allied action", units, invasion_turn=4, **fields)
    assert refused(again, f"event {SHINGLE}") == "6.56"
    assert refused(again, f"event {OVERLORD}") == "6.56"


@rule("6.563", "R10")
def test_dragoon_lands_from_fall_1944_on() -> None:
    """T010: but not in winter, nor after another invasion of the turn."""
    units = "US-7A NA; FF-I NA; US-VI NA; GE-LXXX 1008"
    assert refused(position("allied action", units, turn=5, allied_hand=DRAGOON), f"event {DRAGOON}")
    assert refused(position("allied action", units, turn=7, allied_hand=DRAGOON), f"event {DRAGOON}")
    assert allowed(DRAGOON, units, turn=7) == "6.562"
    second = position("allied action", units, turn=6, allied_hand=DRAGOON, invasion_turn=6)
    assert refused(second, f"event {DRAGOON}") == "6.56"
    match = position("allied action", units, turn=6, allied_hand=DRAGOON)
    play(match, f"event {DRAGOON}", "land 1117")
    assert place(match, "FF-I") == "1117"
