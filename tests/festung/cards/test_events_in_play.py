"""Events as they are played: what bars them, what they change, and what is left of it later (6.5, 8.38, 16.4)."""

from __future__ import annotations

from typing import Any

import pytest

from bocage import Match
from bocage.games.festung.rules.operations import ATTACK, MOVE, price
from bocage.games.festung.rules.position import HandChange
from tests.cases import rule
from tests.festung.cards.carding import controls, event, hand, lies, offered, steps, tracks
from tests.festung.playing import INTERDICTED, game, in_force, look, place, play, position, refused

ENEMY, FALL, BERLIN, MUNICH, RUHR = "axis-44", "allied-43", "1307", "1311", "1008"


def hitler(match: Match) -> str | None:
    """Where Hitler is."""
    at = match.position.hitler
    return match.game.board.labels[at] if at >= 0 else None


def through(match: Match, turn: int) -> None:
    """Let both sides do as little as they may until the first Axis action of a turn."""
    idle = ("end", "automatic", "pass")
    while match.position.turn < turn or match.prompt.step != "action":
        side, prompt = next(iter(match.prompts.items()))
        verbs = {action.verb for action in prompt.actions}
        match.play(next(verb for verb in idle if verb in verbs), side=side)


# What bars an event


@rule("15.2")
def test_what_the_collapse_bars_still_serves_for_points() -> None:
    """T117: Panzer Refit after the collapse."""
    fields: dict[str, Any] = {"axis_hand": "axis-3", "collapsed": True, "infrastructure": 0, "vp": 12}
    match = position("axis action", "GE-LXXX 1008; US-V 0410", **fields)
    assert refused(match, "event axis-3") == "6.51"
    assert [refused(match, f"{use} axis-3") for use in ("ops", "rd", "rp")] == ["", "", ""]
    assert refused(position("axis action", "GE-LXXX 1008; US-V 0410", axis_hand="axis-3"), "event axis-3") == ""


@rule("8.38", "6.51")
def test_the_enemy_is_not_at_the_gates_after_the_fall_of_berlin() -> None:
    """T170."""
    for played, case in ((FALL, "6.51"), ("", "")):
        match = position("axis action", "US-V 0410", turn=8, axis_hand=ENEMY, played=played)
        assert refused(match, f"event {ENEMY}") == case
        assert [refused(match, f"{use} {ENEMY}") for use in ("ops", "rd", "rp")] == ["", "", ""]


@rule("6.56", "6.562")
def test_shingle_in_both_games() -> None:
    """T176: in a Roundup game without Avalanche, in winter; in a Husky game only after it; once a turn."""
    units = "US-II NA; BR-X NA; GE-LXXX 1008"
    for played, second, case in (
        ("allied-5", 0, ""), ("allied-1", 0, "6.51"), ("allied-1 allied-6", 0, ""), ("allied-5", 3, "6.56"),
    ):  # fmt: skip
        match = position("allied action", units, turn=3, allied_hand="allied-22", played=played, invasion_turn=second)
        assert refused(match, "event allied-22") == case
    match = position("allied action", units, turn=3, allied_hand="allied-22", played="allied-5")
    play(match, "event allied-22")
    assert place(match, "US-II") == place(match, "BR-X") == "1618"


@rule("4.21", "6.51")
def test_anti_submarine_warfare_calls_off_one_of_two() -> None:
    """T184: the next limit is one lower, not two; U-Boats are no event till the end of the next turn."""
    match = position(
        "allied action", "GE-LXXX 1008; US-V UK", turn=8, round=6, allied_hand="allied-2", axis_hand="axis-2",
        hand_changes=(HandChange("allied", -1, "axis-2"), HandChange("allied", -1, "axis-47")), vp=12,
        infrastructure=9,
    )  # fmt: skip
    play(match, "event allied-2")
    assert hand(match, "allied") == 1, "one is drawn at once"
    through(match, 9)
    assert hand(match, "allied") == 9
    assert refused(match, "event axis-2") == "6.51"
    through(match, 10)
    assert "asw" not in match.position.flags
    assert refused(match, "event axis-2") == ""


# Points


@rule("16.44", "6.51")
def test_mincemeat_on_the_first_turn() -> None:
    """T169: armour out of Messina or Naples goes to the Balkans for nothing, or a point is lost."""
    made = Match(game(), seed="mincemeat")
    names = [
        f"{counter.id} {made.game.board.labels[unit.at]}{' reduced' if unit.steps == 1 else ''}"
        for counter, unit in zip(made.game.counters, made.position.units, strict=True)
        if unit.at >= 0
    ]
    units = "; ".join(names)
    match = event("allied-4", units, turn=1)
    assert match.prompt.side == "axis"
    paid = play(event("allied-4", units, turn=1), "refuse")
    assert tracks(paid)[0] == 20
    play(match, "comply")
    assert offered(match, "pick") == {"GE-XIVPZ", "GE-LXXVIPZ"}
    play(match, "pick GE-XIVPZ")
    assert place(match, "GE-XIVPZ") == "BALKANS"
    assert tracks(match)[0] == 21


@rule("8.38", "16.41", "16.43", "11.31", "R72", "R86")
@pytest.mark.parametrize("goes", [MUNICH, RUHR, ""])
def test_hitler_leaves_berlin_before_the_gates_close_or_falls_with_it(goes: str) -> None:
    """T135."""
    match = event(ENEMY, "GE-LXXX 1110; US-V 0712", turn=8, allied_hand=FALL, played="allied-21")
    assert offered(match, "relocate") == {MUNICH, RUHR}
    lost = event(ENEMY, "GE-LXXX 1110; US-V 0712", turn=8, allied_control=RUHR)
    assert offered(lost, "relocate") == {MUNICH}
    play(match, f"relocate {goes}" if goes else "end")
    assert match.position.closed == "both"
    assert tracks(match)[0] == 22
    industry = match.position.infrastructure
    play(match, f"event {FALL}")
    assert hitler(match) == (goes or None)
    assert tracks(match) == (20, industry), "a point each for Berlin and Vienna"
    assert not controls(match, "axis", BERLIN)
    assert not controls(match, "allied", BERLIN)


@rule("16.41", "16.43", "R86", "R104")
@pytest.mark.parametrize(
    ("allied", "flags", "where"),
    [
        (RUHR, (), MUNICH),
        (f"{RUHR} {MUNICH}", ("alpenfestung",), "1411"),
        (f"{RUHR} {MUNICH}", (), None),
        (f"{RUHR} {MUNICH} 1411", ("alpenfestung",), None),
    ],
)
def test_hitler_in_breslau_must_leave_when_berlin_falls(allied: str, flags: tuple[str, ...], where: str | None) -> None:
    """T157."""
    match = event(
        FALL, "GE-LXXX 1110; US-V 0712", turn=8, hitler="1607", played="allied-21", allied_control=allied,
        flags=in_force(*flags),
    )  # fmt: skip
    if match.prompt.step == "hitler leaves":
        assert refused(match, "end"), "he has to go"
        play(match, f"relocate {where}")
    assert hitler(match) == where


@rule("R104", "16.43", "8.38")
def test_hitler_left_in_breslau_is_out_of_reach_until_berlin_falls() -> None:
    """T157: left there by Enemy at the Gates."""
    match = event(ENEMY, "GE-LXXX 1110; US-V 0712", turn=8, hitler="1607", allied_hand=FALL, played="allied-21",
                  allied_control=f"{RUHR} {MUNICH}")  # fmt: skip
    assert hitler(match) == "1607"
    play(match, f"event {FALL}")
    assert hitler(match) is None


# Cards and hands


@rule("4.22", "6.12", "6.52", "R105")
def test_an_event_that_draws_from_an_empty_pile() -> None:
    """T158: nine discards are shuffled, one is drawn, eight are left; P-51 is not among them and leaves the game."""
    discards = "allied-2 allied-3 allied-4 allied-7 allied-8 allied-9 allied-10 allied-11 allied-14"
    others = {f"allied-{number}" for number in range(1, 56)} - set(discards.split())
    held = " ".join(sorted(others - {"allied-24"}, key=lambda card: int(card.split("-")[1]))[:9])
    rest = others - set(held.split()) - {"allied-24"}
    match = position(
        "allied action", "GE-LXXX 1008; US-V UK", turn=5, allied_hand=f"allied-24 {held}", allied_discards=discards,
        allied_gone=" ".join(rest),
    )  # fmt: skip
    deck = match.position.decks["allied"]
    assert (deck.in_pile, deck.in_discards) == (0, 9)
    play(match, "event allied-24")
    deck = match.position.decks["allied"]
    assert (deck.in_hand, deck.in_pile, deck.in_discards) == (10, 8, 0)
    assert lies(match, "allied-24") == "gone"
    assert deck.in_hand > match.game.look(match.position).turn().hand


@rule("4.5", "6.12", "6.71", "R66", "R69")
def test_what_the_other_side_knows_of_played_and_discarded_cards() -> None:
    """T133: the Allies see V-2 played, and the number two; after the next reshuffle it is anywhere again."""
    match = position(
        "axis action", "GE-LXXX 1008; US-V UK", turn=6, round=6, axis_hand="axis-23 axis-3 axis-4 axis-6", vp=12,
        infrastructure=9, allied_control="0712",
    )  # fmt: skip
    play(match, "ops axis-23", "end")
    seen = match.view("allied")["cards"]["axis"]
    assert seen["discards_known"] == ["axis-23"]
    play(match, "automatic", "end")
    assert match.prompt.side == "axis", "Turn End"
    play(match, "discard axis-3", "discard axis-4", "end")
    seen = match.view("allied")["cards"]["axis"]
    assert seen["discards_known"] == ["axis-23"]
    assert (seen["in_hand"], seen["in_discards"]) == (1, 3)
    told = [line.sentence for line in match.log("allied")]
    assert not any(name in line for line in told for name in ("Panzer Refit", "Kesselring"))
    assert any("2 cards" in line or "two cards" in line for line in told)
    while match.position.turn == 6 or match.prompt.step in ("airfields", "missions", "discards"):
        play(match, "end")
    assert set(match.prompts) == {"axis", "allied"}, "the cards of 1945 come in"
    match.play("pass", side="axis")
    match.play("pass", side="allied")
    seen = match.view("allied")["cards"]["axis"]
    assert seen["discards_known"] == []
    assert (seen["in_hand"], seen["in_discards"]) == (10, 0)
    assert match.position.decks["axis"].hand >> match.game.card_numbers["axis-6"] & 1, "the hand is never thrown in"


@rule("3.31", "R68")
def test_the_opening_choices_are_made_at_once_and_stay_sealed() -> None:
    """T132."""
    shown: dict[str, set[str]] = {"axis": set(), "allied": set()}
    for mine, theirs in (("axis-6", "allied-1"), ("axis-9", "allied-1"), ("axis-6", "allied-5")):
        match = Match(game(), seed="sealed")
        assert set(match.prompts) == {"axis", "allied"}
        match.play(f"take {theirs}", side="allied")
        if mine == "axis-6":
            shown["axis"].add(repr(match.view("axis")) + str(match.prompts["axis"]) + match.text("axis"))
        match.play(f"take {mine}", side="axis")
        view = match.view("axis")["cards"]["allied"], match.view("allied")["cards"]["axis"]
        assert [(side["in_hand"], side["hand"]) for side in view] == [(8, []), (8, [])]
    assert len(shown["axis"]) == 1
    for theirs in ("axis-6", "axis-9"):
        match = Match(game(), seed="sealed")
        match.play(f"take {theirs}", side="axis")
        shown["allied"].add(repr(match.view("allied")) + str(match.prompts["allied"]) + match.text("allied"))
    assert len(shown["allied"]) == 1


@rule("19.2", "R114")
def test_overlord_is_taken_late_on_turn_five_alone() -> None:
    """T177: it counts towards the limit of nine, the pile is shuffled, the Axis is told."""
    for turn, played, asked in ((5, "", True), (4, "", False), (6, "", False), (5, "allied-23", False)):
        match = position(
            "late overlord", turn=turn, vp=12, infrastructure=9, options={"19.2": False}, played=played,
            allied_discards="allied-23" if not played else "", allied_gone=played,
        )  # fmt: skip
        assert (match.prompt.step == "late overlord") is asked
    match = position(
        "late overlord", turn=5, vp=12, infrastructure=9, options={"19.2": False}, allied_discards="allied-23",
    )  # fmt: skip
    play(match, "take allied-23")
    assert lies(match, "allied-23") == "hand"
    assert hand(match, "allied") == 9
    assert any("Overlord" in line.sentence for line in match.log("axis"))
    held = position("late overlord", turn=5, vp=12, infrastructure=9, options={"19.2": False}, allied_hand="allied-23")
    assert refused(held, "take allied-23") == "R114"


@rule("19.1", "19.2")
@pytest.mark.parametrize("turn", [3, 7])
def test_a_new_match_has_both_picks_and_no_other_option(turn: int) -> None:
    """T178."""
    fresh = game()
    assert fresh.options == {}
    rules = fresh.rules
    assert (rules.axis_picks, rules.allies_pick, rules.late_overlord) == (True, True, True)
    off = (
        "antwerp_supplies", "disbanding", "war_crimes_doubled", "late_oil", "triple_support", "abbey", "industry_lost",
        "winter_skies", "norway_or_holland", "nearest_retreats", "antwerp_markers", "first_hand_by_industry",
        "antwerp_closed", "no_card_cap", "zones_out_of_boxes", "stand_ins_stay", "norway_by_sea",
    )  # fmt: skip
    assert [getattr(rules, name) for name in off] == [False] * len(off)
    assert rules.bid == 0
    assert set(position("new year", turn=turn, vp=12, infrastructure=9).prompts) == {"axis", "allied"}


# Places


@rule("6.55", "11.71", "R107")
def test_reinforcements_arrive_in_a_capital_that_is_cut_off() -> None:
    """T160: both units of First Parachute Army, three in all; they are lost at attrition unless they are relieved."""
    fields: dict[str, Any] = {"allied_control": "0710 0711 0809 0811 0910 0911", "turn": 5, "vp": 12}
    match = event("axis-26", "GE-LXXX 0810; US-V 0712", **fields)
    for unit in ("GE-1FJA", "GE-IIFJ"):
        play(match, f"pick {unit}") if f"pick {unit}" in map(str, match.prompt.actions) else None
        assert "0810" in offered(match, "place")
        play(match, "place 0810")
    full = event("axis-26", "GE-LXXX 0810; GE-LXXXI 0810; US-V 0712", **fields)
    play(full, "pick GE-1FJA", "place 0810")
    assert refused(full, "place 0810")
    last = event("axis-26", "GE-LXXX 0810; US-V 0712", round=6, **fields)
    play(last, "pick GE-1FJA", "place 0810", "place 0810")
    assert [place(last, unit) for unit in ("GE-LXXX", "GE-1FJA", "GE-IIFJ")] == ["pool"] * 3


@rule("6.55", "13.1", "R49")
def test_a_german_corps_may_arrive_in_rome_and_an_army_may_not() -> None:
    """T114: by 6.55, before Italian Disarmament."""
    match = event("axis-16", "US-V 0410", turn=1)
    play(match, "pick GE-10A")
    assert "1617" not in offered(match, "place")
    play(match, "place OKW")
    assert "1617" in offered(match, "place"), "LI Mountain Corps"
    later = event("axis-16", "US-V 0410", turn=1, flags=in_force("italian_disarmament"))
    play(later, "pick GE-10A")
    assert "1617" in offered(later, "place")


@rule("13.2", "6.51")
def test_italian_partisans_take_no_port() -> None:
    """T173: La Spezia may become Allied, Genoa and Trieste may not."""
    match = event("allied-55", "US-V 1718", turn=8, surrendered=True)
    while match.prompt.step != "hexes taken":
        play(match, str(match.prompt.actions[-1]))
    there = offered(match, "choose_hex")
    assert "1315" in there
    assert not there & {"1215", "1613"}
    play(match, "choose_hex 1315")
    assert controls(match, "allied", "1315")


@rule("11.32", "12.32", "6.51")
def test_the_alpine_fortress_takes_in_two_corps() -> None:
    """T175: to Salzburg and nowhere else; once it is lost the points serve only Germans in Austria."""
    units = "GE-LXXX pool reduced; GE-LXXXI pool reduced; GE-LXXXII 1511 reduced; GE-LXXXIV 1008 reduced; US-V 0712"
    match = event("axis-45", units, turn=8)
    assert "2 points" in match.prompt.text
    assert refused(match, "rebuild GE-LXXXIV") == "6.51"
    play(match, "pick GE-LXXX")
    assert place(match, "GE-LXXX") == "1411" or offered(match, "place") == {"1411"}
    lost = event("axis-45", units, turn=8, allied_control="1411")
    assert refused(lost, "pick GE-LXXX") == "12.3"
    assert refused(lost, "rebuild GE-LXXXII") == ""
    assert refused(lost, "rebuild GE-LXXXIV") == "6.51"


@rule("10.4", "10.8", "6.51")
def test_clarion_closes_germany_but_not_to_interior_lines_and_arrivals() -> None:
    """T182."""
    clarion = in_force("clarion")
    match = position("axis action", "GE-LXXX 1612; US-V 0712", turn=8, flags=clarion, axis_hand="axis-39 axis-49")
    play(match, "rd axis-39", "pick GE-LXXX")
    assert refused(match, "redeploy 1109") == "6.51"
    assert {"1511", "OKW"} <= offered(match, "redeploy")
    free = event("axis-39", "GE-LXXX 1612; US-V 0712", turn=8, flags=clarion)
    play(free, "pick GE-LXXX")
    assert "1109" in offered(free, "redeploy")
    arrive = event("axis-49", "US-V 0712", turn=8, flags=clarion)
    play(arrive, "pick GE-12A")
    assert RUHR in offered(arrive, "place")


@rule("10.2", "6.51")
def test_the_maquis_take_a_step_and_make_the_railways_dear() -> None:
    """T187: LXXXV in Montpellier may be reduced, LXXX, which is reduced, may not be picked."""
    match = event("allied-14", "GE-LXXXV 0816; GE-LXXX 0414 reduced; US-V UK", turn=5, axis_hand="axis-18 axis-3")
    assert refused(match, "pick GE-LXXX")
    if "GE-LXXXV" in offered(match, "pick"):
        play(match, "pick GE-LXXXV")
    assert steps(match, "GE-LXXXV") == 1
    assert "maquis" in match.position.flags


@rule("10.8", "6.51")
def test_hohenstaufen_and_frundsberg_come_at_full_strength() -> None:
    """T188: out of OKW to a supplied hex beyond interdiction, or it stays there; it is full either way."""
    for where in ("1109", "OKW"):
        match = event(
            "axis-27", "GE-XLVIIIPZ OKW reduced; GE-XII EAST; US-V 0410", turn=5, **INTERDICTED["UK"]
        )  # fmt: skip
        play(match, "pick GE-XLVIIIPZ")
        assert refused(match, "redeploy 0712") == "14.3"
        play(match, f"redeploy {where}")
        while match.prompt.step == "redeployment":
            play(match, "end")
        assert (place(match, "GE-XLVIIIPZ"), steps(match, "GE-XLVIIIPZ")) == (where, 2)


@rule("11.53", "6.51")
def test_the_nero_decree_lasts_for_one_allied_action() -> None:
    """T168: three units in Cologne cost 3 in that action, 1 with Red Ball Express, and 1 in the next one."""
    units = "US-V 1009; US-VII 1009; US-XX 1009; GE-LXXX 1109"
    match = event("axis-50", units, turn=8, round=3, allied_control="0709 0809 0909 1009", allied_hand="allied-36")

    def costs(now: Match) -> tuple[int, int]:
        node = now.game.board.index["1009"]
        return price(look(now), node, ATTACK), price(look(now), node, MOVE)

    play(match, "automatic")
    assert costs(match) == (3, 1)
    assert refused(match, "mark-attack 1009") == "11.52"
    play(match, "end", "automatic", "end")
    assert match.position.round == 4
    play(match, "automatic")
    assert costs(match) == (1, 1)
    red = event("axis-50", units, turn=8, round=3, allied_control="0709 0809 0909 1009", allied_hand="allied-36")
    play(red, "event allied-36")
    assert costs(red) == (1, 1)


@rule("6.561", "6.12")
def test_roundup_serves_for_points_after_husky() -> None:
    """T102: four points of operations, redeployment or replacements, and never its event."""
    units = "BR-2A UK; CA-1A UK reduced; US-V UK reduced; BR-I UK; US-II NA; GE-LXXX 1008"
    fields: dict[str, Any] = {"turn": 2, "allied_hand": "allied-5", "played": "allied-1", "vp": 18}
    match = position("allied action", units, **fields)
    assert refused(match, "event allied-5") == "6.51"
    for use, told in (("ops", "4 activation points"), ("rd", "4 points left"), ("rp", "4 points left")):
        match = play(position("allied action", units, **fields), f"{use} allied-5")
        assert told in match.prompt.text


@rule("19.4", "9.1")
def test_a_landing_opposite_amsterdam_attacks_amsterdam_alone() -> None:
    """T120: Beach Holland does not touch The Scheldt, and nobody goes there from it."""
    units = "US-1A UK; BR-2A UK; AB-C UK; US-V UK; BR-I UK; GE-LXXX 0808; GE-LXXXI 0709"
    match = event("allied-23", units, turn=5, options={"19.4": True})
    play(match, "land 0708")
    assert offered(match, "attack") == {"0808"}
    assert refused(match, "attack 0709") == "9.12"
    play(match, "end")
    assert match.prompt.side == "axis", "no vacant hex is beside it"
    plain = event("allied-23", units, turn=5)
    assert "0708" not in offered(plain, "land")
