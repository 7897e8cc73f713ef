"""How a game begins: tracks, units, decks and opening hands of both scenarios (2, 3, 17, 18, 19.51)."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from bocage import Match
from bocage.games.festung.data import load
from bocage.games.festung.data.effects import Invade
from tests.cases import rule
from tests.festung.playing import game, look, place, play, refused

HUSKY, ROUNDUP, OVERLORD, V1 = "allied-1", "allied-5", "allied-23", "axis-22"
U_BOATS, ASW = "axis-2", "allied-2"


def opened(seed: str = "opening", allied: str = HUSKY, axis: str = "axis-6", **options: Any) -> Match:
    """A campaign in which both sides have chosen the card with which they begin."""
    match = Match(game(**options), seed=seed)
    match.play(f"take {axis}", side="axis")
    match.play(f"take {allied}", side="allied")
    return match


def overlord(seed: str = "overlord", v1: bool = False) -> Match:
    """The scenario of 1944, when the Axis has said whether it begins with V-1."""
    match = Match(game("overlord"), seed=seed)
    return play(match, f"take {V1}" if v1 else "pass")


def pile(match: Match, side: str, name: str) -> set[str]:
    """The cards of a side in a pile."""
    found = getattr(match.position.decks[side], name)
    return {card for number, card in enumerate(match.game.card_ids) if found >> number & 1}


def cards(side: str, *years: int) -> set[str]:
    """The cards of a side of some years."""
    return {card.id for card in game().data.cards if card.side == side and card.year in years}


# The pieces


@rule("2.3")
def test_each_deck_has_its_cards_of_three_years() -> None:
    """T004: 21, 20 and 14 cards a side, worth 1 to 4."""
    for side in ("axis", "allied"):
        assert [len(cards(side, year)) for year in (1943, 1944, 1945)] == [21, 20, 14]
        kinds = {card.type for card in game().data.cards if card.side == side}
        assert kinds == {"Event", "Event + OPS", "Combat"} | ({"Invasion"} if side == "allied" else set())
    assert {card.ops for card in game().data.cards} == {1, 2, 3, 4}
    for card in game().data.cards:
        invades = any(isinstance(effect, Invade) for effect in card.effects)
        assert (card.type == "Invasion", card.type == "Combat") == (invades, card.combat)


@rule("2.21", "2.23", "2.24")
def test_counters_are_corps_armies_and_axis_fortresses_with_two_steps() -> None:
    counters = game().counters
    for counter in counters:
        assert counter.steps == 2
        assert [counter.corps, counter.army, counter.fortress].count(True) == 1
        assert not (counter.fortress and (counter.side == "allied" or counter.mechanized or any(counter.move)))
        assert counter.attack[0] <= counter.attack[1]
        assert counter.defence[0] <= counter.defence[1]
    homes = game().fortress_homes
    assert {counters[unit].name.removeprefix("Fortress ") for unit in homes} == {
        game().hex_name(node) for node in homes.values()
    }


@rule("16.1", "18.3")
def test_there_are_twenty_one_hexes_of_victory_points() -> None:
    """T090: all Axis at the start of the campaign; in 1944 Palermo, Naples and the point of Vemork are gone."""
    vp = game().data.vp
    assert vp.bit_count() == 21
    assert not vp & game().first_position().allied_control
    start = game("overlord").first_position()
    assert {game().hex_name(node) for node in game().board.nodes(vp & start.allied_control)} == {"Palermo", "Naples"}
    assert start.played >> game().card_numbers["allied-12"] & 1
    assert start.vp == 21 - 2 - 1


# The campaign


@rule("3.11", "3.12", "3.13", "3.14", "3.15", "17.1", "17.3")
def test_the_campaign_begins_in_summer_1943() -> None:
    """T001: 21 victory points, Infrastructure 20, eight cards for each, and the first of six rounds."""
    match = opened()
    view = match.view("axis")
    assert (view["turn"], view["turn_name"], view["last_turn"]) == (1, "Summer 1943", 10)
    assert (view["vp"], view["infrastructure"]) == (21, 20)
    assert [view["cards"][side]["in_hand"] for side in ("axis", "allied")] == [8, 8]
    play(match, "end", "end")
    assert (match.position.round, match.position.active) == (1, "axis")
    while match.position.active == "axis":
        match.play("automatic" if match.prompt.step == "action" else "end")
    assert (match.position.round, match.position.active) == (1, "allied")


@rule("3.16", "14.2", "14.3", "16.41")
def test_airfields_aircraft_and_hitler_have_their_places() -> None:
    match = Match(game(), seed="places")
    labels = match.game.board.labels
    assert [labels[node] for node in match.position.airfields] == ["UK", "NA"]
    assert set(match.position.bombers) == {"UK BC", "US 8th AF"}
    assert set(match.position.fighters) == {"US-A", "US-B", "UK-A", "UK-B"}
    assert match.game.hex_name(match.position.hitler) == "Berlin"


@rule("3.2", "17.2")
@pytest.mark.parametrize("scenario", ["campaign", "overlord"])
def test_all_units_of_the_display_stand_where_it_says(scenario: str) -> None:
    match = Match(game(scenario), seed="display")
    position, start = match.position, load().starts[scenario]
    assert start.units
    for name, (where, steps) in start.units.items():
        unit = position.units[match.game.unit_numbers[name]]
        assert (unit.at, unit.steps) == (where, steps)
    off = [name for name in match.game.unit_ids if name not in start.units]
    assert {place(match, name) for name in off} == {"unused"}
    assert not any(look(match).overfull(node) for node in position.stacks if node >= 0)


@rule("3.3", "6.11", "3.31")
def test_only_cards_of_1943_are_in_use_at_first() -> None:
    match = Match(game(), seed="decks")
    for side in ("axis", "allied"):
        assert pile(match, side, "pile") == cards(side, 1943)
        assert pile(match, side, "later") == cards(side, 1944, 1945)
    assert {str(action) for action in match.prompts["axis"].actions} == {f"take {card}" for card in cards("axis", 1943)}
    refusal = match.why_not("take axis-22", side="axis")
    assert refusal is not None
    assert refusal.rule == "3.31", "a card of 1944"


@rule("3.31", "R41", "R80", "R68")
@pytest.mark.parametrize(("chosen", "other"), [(HUSKY, ROUNDUP), (ROUNDUP, HUSKY)])
def test_the_allies_begin_with_husky_or_roundup_and_seven_others(chosen: str, other: str) -> None:
    """T002: the second invasion may be among the seven that are drawn from the other twenty cards."""
    fresh = Match(game(), seed="fresh")
    assert {str(action) for action in fresh.prompts["allied"].actions} == {f"take {HUSKY}", f"take {ROUNDUP}"}
    drawn: set[str] = set()
    for seed in range(40):
        match = opened(f"allied {seed}", allied=chosen)
        hand = pile(match, "allied", "hand")
        assert len(hand) == 8
        assert chosen in hand
        assert hand | pile(match, "allied", "pile") == cards("allied", 1943)
        drawn |= hand - {chosen}
        assert chosen not in str(match.view("axis")["cards"])
        assert not any("Husky" in line.sentence or "Roundup" in line.sentence for line in match.log("axis"))
    assert drawn == cards("allied", 1943) - {chosen}
    assert other in drawn


@rule("3.31", "R43")
@pytest.mark.parametrize("missions", [(), ("industry UK_BC", "infrastructure US_8th_AF")])
def test_the_axis_begins_with_any_card_and_seven_others_whatever_the_bombers_do(missions: tuple[str, ...]) -> None:
    """T003."""
    for card in ("axis-6", "axis-20"):
        match = opened("axis", axis=card)
        play(match, "end", *missions, "end")
        hand = pile(match, "axis", "hand")
        assert len(hand) == 8
        assert card in hand
        assert hand <= cards("axis", 1943)


@rule("19.51", "R75")
def test_points_ceded_in_the_bidding_change_the_victory_points() -> None:
    """T094: three points ceded by who plays the Axis make 18, by who plays the Allies 24."""
    for bid, vp in ((-3, 18), (3, 24), (0, 21)):
        assert Match(game(**{"19.51": bid} if bid else {}), seed="bid").position.vp == vp


# Positions for tests and reports


def test_a_position_is_written_with_labels_and_names() -> None:
    fields = {"airfields": "0512 UK", "flags": "rommel isr", "hitler": "1311", "axis_hand": "axis-3"}
    match = bocage.position("festung", turn=5, at="allied action", units="US-V 0512; GE-LXXX 0612", **fields)
    labels = match.game.board.labels
    assert [labels[node] for node in match.position.airfields] == ["0512", "UK"]
    assert match.position.flags["rommel"].card == "axis-20"
    assert match.position.round == 1
    assert match.prompt.text.startswith("Action 1:")


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"airfields": "0512 9999"}, "no hex '9999'"),
        ({"airfields": "0512"}, "2 Airfields"),
        ({"hitler": "9999"}, "no hex '9999'"),
        ({"axis_hand": "allied-3"}, "the other side"),
        ({"flags": "sunshine"}, "sunshine"),
        ({"allied_hand": "allied-99"}, "allied-99"),
        ({"weather": "mud"}, "weather"),
        ({"vp": "many"}, "vp of a position cannot be 'many'"),
        ({"surrendered": 3}, "surrendered of a position cannot be 3"),
        ({"bombers": "US 8th AF"}, "bombers of a position cannot be"),
        ({"coming": ("US 9th",)}, "coming cannot be 'US 9th'"),
        ({"round": 9}, "round cannot be 9"),
        ({"infrastructure": 40}, "infrastructure cannot be 40"),
        ({"antwerp_turn": 77}, "antwerp turn cannot be 77"),
        ({"card": "axis-99"}, "card cannot be 'axis-99'"),
        ({"invasions": {"allied-1": 99}}, "invasions cannot be 99"),
        ({"turn": 55}, "turns 1 to 10"),
    ],
)
def test_what_cannot_be_in_a_position_is_named(fields: dict[str, Any], told: str) -> None:
    with pytest.raises(bocage.BadInput) as refusal:
        bocage.position("festung", at="allied action", units="US-V UK", **{"turn": 5, **fields})
    assert told in str(refusal.value)


# The scenario of 1944


@rule("18.1", "18.2", "18.3")
def test_the_overlord_scenario_begins_in_spring_1944() -> None:
    """T087: 18 victory points, Infrastructure 15, and two cards that have been discarded."""
    match = Match(game("overlord"), seed="spring")
    view = match.view("allied")
    assert (view["turn"], view["turn_name"], view["last_turn"]) == (4, "Spring 1944", 10)
    assert (view["vp"], view["infrastructure"]) == (18, 15)
    assert pile(match, "axis", "discards") == {U_BOATS}
    assert pile(match, "allied", "discards") == {ASW}
    assert match.position.surrendered
    assert set(match.position.bombers) == {"UK BC", "US 8th AF", "US 15th AF"}


@rule("18.4", "18.5")
def test_removed_cards_are_out_of_the_game_and_the_rest_is_in_use() -> None:
    """T088: thirty Allied cards and thirty-two of the Axis, one of each discarded."""
    start = game("overlord").first_position()
    match = Match(game("overlord"), seed="live", start=start)
    numbers = {
        "allied": (1, 5, 6, 12, 13, 18, 20, 22, 24, 25, 33),
        "axis": (1, 7, 8, 10, 11, 13, 16, 17, 20),
    }
    for side, live in (("allied", 30), ("axis", 32)):
        gone = {f"{side}-{number}" for number in numbers[side]}
        assert pile(match, side, "gone") == gone
        assert pile(match, side, "later") == cards(side, 1945)
        in_use = [pile(match, side, name) for name in ("hand", "pile", "discards")]
        assert set().union(*in_use) == cards(side, 1943, 1944) - gone
        assert sum(map(len, in_use)) == live
    track = {"axis-1", "axis-7", "axis-11", "axis-13", "axis-20"}
    track |= {"allied-1", "allied-6", "allied-12", "allied-22", "allied-24", "allied-25"}
    assert all(start.played >> game().card_numbers[card] & 1 for card in track)
    assert start.invasions == {HUSKY: 1, "allied-6": 1, "allied-22": 3}


@rule("18.3", "4.21", "14.2")
@pytest.mark.parametrize("v1", [False, True])
@pytest.mark.parametrize("markers", [0, 1, 2])
def test_overlord_is_in_the_first_hand_and_bombers_over_industry_cost_cards(v1: bool, markers: int) -> None:
    """T089: nine cards for the Allies with Overlord; nine for the Axis, V-1 or not, less the markers on industry."""
    match = overlord(v1=v1)
    assert pile(match, "allied", "hand") == {OVERLORD}
    play(match, "end", *[f"industry {name}" for name in ("UK_BC", "US_8th_AF")[:markers]], "end")
    hands = {side: pile(match, side, "hand") for side in ("allied", "axis")}
    assert (len(hands["allied"]), len(hands["axis"])) == (9, 9 - markers)
    assert OVERLORD in hands["allied"]
    assert V1 in hands["axis"] or not v1


@rule("18.3")
def test_only_v1_may_be_elected() -> None:
    match = Match(game("overlord"), seed="elect")
    assert match.prompt.side == "axis"
    assert refused(match, "take axis-23") == "18.3"
    plain = overlord("no v-1")
    assert not pile(plain, "axis", "hand")
