"""What the bots know of the winter starts: scripted situations, each with an answer that can be wrong."""

from __future__ import annotations

from typing import Any

from bocage import Match, bots
from bocage.bots.seat import take
from bocage.bots.sight import STEADY
from bocage.games.fortress.bot.aims import winter
from bocage.games.fortress.bot.judgement import EFFORT, FIRST_PART, judge
from bocage.games.fortress.bot.orders.contact import kept, last_word, stuck
from bocage.games.fortress.bot.orders.crowded import chain
from bocage.games.fortress.bot.orders.march import Muster
from bocage.games.fortress.bot.sight import Ground, Sight
from bocage.games.fortress.rules.position import ALLIED, GERMAN
from tests.fortress.bot.test_bot import hex_of, play_row
from tests.fortress.playing import game, look
from tests.fortress.playing import position as arranged


def position(at: str, units: str, *, scenario: str = "bulge", turn: int = 30, **fields: Any) -> Match:
    """A match of the winter in the middle of an impulse, in overcast weather."""
    side, which, _ = at.split()
    impulse = 1 if which == "first" else 2
    fields.setdefault("weather", "Overcast")
    return arranged(at, units, scenario=scenario, turn=turn, impulse=impulse, phasing=side, **fields)


def sight_of(match: Match, side: str) -> Sight:
    style = winter.mood(look(match), side, STEADY)
    return Sight(look(match), side, Ground(match.game), style)  # type: ignore[arg-type]


def node(match: Match, label: str) -> int:
    found: int = match.game.board.index[label]
    return found


# Goals


def test_bastogne_is_occupied_though_it_was_entered_before() -> None:
    """The goals must be occupied in the end (33.3.10); that they are German already is not enough."""
    match = position("german second movement", "GE-26-VG FF12; GE-Rundstedt GG12; US-1-Inf BB11", allied_control="BB11")
    play_row(match)
    assert hex_of(match, "GE-26-VG") == "EE12"


def test_on_the_last_turn_nobody_attacks_where_nothing_is_decided() -> None:
    match = position(
        "german first movement", "GE-9-Pz HH17; GE-11-Pz HH17; GE-Blaskowitz HH17; US-106-Cav FF18; US-1-Inf EE10",
        allied_control="FF18 EE10",
    )  # fmt: skip
    play_row(match)
    beside = look(match).sides().step(1 << node(match, "FF18"))
    assert not [unit for unit in ("GE-9-Pz", "GE-11-Pz") if beside >> node(match, hex_of(match, unit)) & 1]


def test_the_allies_stand_in_bastogne_when_it_counts() -> None:
    match = position(
        "allied first movement", "US-1-Inf DD11; US-2-Inf DD11; US-Bradley CC11; GE-12-VG GG11",
        allied_control="DD11 CC11",
    )  # fmt: skip
    play_row(match)
    assert "EE12" in {hex_of(match, "US-1-Inf"), hex_of(match, "US-2-Inf")}


def test_what_goes_with_bastogne_is_what_is_held_or_weakest() -> None:
    match = position("german first movement", "GE-12-VG GG11; US-1-Inf GG10; US-2-Inf GG10; US-9-Inf EE10")
    assert winter.companion(sight_of(match, GERMAN)) != node(match, "CC10")
    held = position("german first movement", "GE-12-VG CC10; US-1-Inf GG10; US-2-Inf EE10")
    assert winter.companion(sight_of(held, GERMAN)) == node(held, "CC10")


def test_an_empty_place_is_walked_into_whichever_it_is() -> None:
    """Any of the three goes with Bastogne (33.3.10): one that lies open counts as much as the one that was chosen."""
    units = "GE-26-VG EE12; GE-12-VG HH10; GE-9-VG HH10; GE-Rundstedt HH10; US-1-Inf CC10; US-9-Inf EE10; US-2-Inf FF9"
    match = position("german second movement", units, allied_control="GG10 CC10 EE10 FF9")
    assert winter.asked(sight_of(match, GERMAN))[node(match, "GG10")] == winter.SECOND
    play_row(match)
    assert "GG10" in {hex_of(match, "GE-12-VG"), hex_of(match, "GE-9-VG")}


def test_on_the_last_turn_only_what_is_missing_is_a_prize() -> None:
    units = "GE-12-VG GG10; GE-9-VG HH10; US-1-Inf EE10; US-2-Inf EE12; US-9-Inf BB8"
    last = position("german first movement", units, allied_control="EE10 EE12 BB8 CC10")
    labels = {last.game.board.labels[place] for place in winter.goals(sight_of(last, GERMAN)).prizes}
    assert "EE12" in labels
    assert not labels & {"EE10", "CC10", "BB8"}  # Aachen is had; Bruxelles decides nothing
    before = position("german first movement", units, turn=29, allied_control="EE10 EE12 BB8 CC10")
    labels = {before.game.board.labels[place] for place in winter.goals(sight_of(before, GERMAN)).prizes}
    assert {"EE12", "EE10"} <= labels


def test_after_the_offensive_the_usual_goals_are_back() -> None:
    units = "GE-12-VG GG11; US-1-Inf GG9"
    during = position("german first movement", units, scenario="berlin", turn=30)
    after = position("german first movement", units, scenario="berlin", turn=31)
    assert winter.offensive(sight_of(during, GERMAN))
    assert not winter.offensive(sight_of(after, GERMAN))
    assert winter.goals(sight_of(during, GERMAN)).guards[node(during, "EE12")] == winter.FIRST
    assert winter.goals(sight_of(after, GERMAN)).guards.get(node(after, "EE12"), 0.0) < winter.FIRST


def test_the_last_player_turn_spares_nothing() -> None:
    for scenario, last in (("bulge", 30), ("berlin", 37), ("west_wall", 12)):
        numbers = game(scenario).rules.last_turn
        assert numbers == last
        match = position("german first movement", "GE-12-VG GG11; US-1-Inf GG9", scenario=scenario, turn=last)
        assert last_word(sight_of(match, GERMAN))
        assert not last_word(sight_of(match, ALLIED))  # the Germans still move after them
        assert sight_of(match, GERMAN).style.get("losses", 1.0) < sight_of(match, ALLIED).style.get("losses", 1.0)


def test_around_bastogne_the_germans_hold_what_they_have_and_clear_what_they_lack() -> None:
    units = "GE-12-VG EE12; GE-26-VG FF12; US-1-Inf DD11; US-2-Inf DD12"
    match = position("german first movement", units, turn=28, allied_control="DD11 DD12")
    aims = winter.goals(sight_of(match, GERMAN))
    assert {name for name in ("EE11", "EE13", "FF11", "FF12", "DD11") if node(match, name) in aims.guards} == {
        "EE11", "EE13", "FF11", "FF12",
    }  # fmt: skip
    assert aims.prizes[node(match, "DD11")] == winter.BESIDE
    assert winter.kept(sight_of(match, GERMAN), aims) == 1 << node(match, "EE12")
    assert not winter.kept(sight_of(match, ALLIED), winter.goals(sight_of(match, ALLIED)))


def test_who_holds_bastogne_strikes_with_all_he_has_or_is_lost_bit_by_bit() -> None:
    """Two divisions that must attack two hexes (14.6) do it as one: losses are shared and somebody is left."""
    units = "GE-12-VG EE12; GE-26-VG EE12; GE-Rundstedt GG12; US-1-Inf DD11; US-2-Inf DD12"
    match = position("german first combat", units, turn=28, allied_control="DD11 DD12")
    bot = bots.make("planner", 1)
    while match.prompt.step == "combat" and match.prompt.frame.targets.bit_count() < 2:
        match.play(bot.choose(take(match, GERMAN)))
    assert match.prompt.frame.targets == 1 << node(match, "DD11") | 1 << node(match, "DD12")


# Contact


def test_who_has_no_room_outside_enemy_zones_is_stuck() -> None:
    """Whoever cannot get away must attack (14.1): he is reckoned with when attacks are planned."""
    match = position("allied first movement", "US-1-Inf P9; US-Bradley O9; GE-2-Pz Q9", scenario="campaign", turn=5)
    free = Muster(sight_of(match, ALLIED))
    unit = match.game.unit_numbers["US-1-Inf"]
    assert not stuck(free, [unit])
    free._ways[unit] = 0
    assert stuck(free, [unit]) == {unit}


def test_nobody_has_to_attack_out_of_anything_on_december_iii() -> None:
    units = "GE-12-VG FF11; GE-9-VG HH13; GE-Rundstedt GG11; US-1-Inf FF10"
    opening = position("german second movement", units, turn=27)
    later = position("german second movement", units, turn=28)
    assert sight_of(opening, GERMAN).unbound >> node(opening, "FF11") & 1
    assert not sight_of(later, GERMAN).unbound >> node(later, "FF11") & 1


def test_rough_ground_keeps_a_stack_where_a_city_does_not() -> None:
    """At 1-1 half of the results throw attackers back (15.3); in rough ground they may stay (16.4)."""
    match = position("german second movement", "GE-12-VG EE12; US-1-Inf DD11")
    sight = sight_of(match, GERMAN)
    even = match.game.data.odds.index("1-1")  # type: ignore[attr-defined]
    assert kept(sight, node(match, "EE12"), even) == 1.0
    assert kept(sight, node(match, "EE10"), even) == 0.5


def test_a_strafed_unit_takes_up_room_where_it_stopped() -> None:
    match = position("german first movement", "GE-12-VG HH12; GE-18-VG HH12; US-1-Inf DD11", turn=28, weather="Clear")
    at, unit = node(match, "HH12"), match.game.unit_numbers["GE-12-VG"]
    orders = Muster(sight_of(match, GERMAN))
    before = orders.room(at)
    orders.goals[unit] = node(match, "HH11")
    assert orders.room(at) == before + 1  # it is to leave
    match.position.moved |= 1 << unit
    orders.sight = sight_of(match, GERMAN)
    assert orders.room(at) == before  # it was stopped and is still there


# Search


def test_the_search_looks_to_the_end_and_keeps_some_thought_for_the_second_impulse() -> None:
    for scenario, turn, left in (("bulge", 28, 5), ("berlin", 37, 1)):
        first = position("german first movement", "GE-12-VG GG11; US-1-Inf GG9", scenario=scenario, turn=turn)
        judgement = judge(first.game)
        seat = take(first, GERMAN)
        assert judgement.horizon(seat) == left  # this one, and those of both that follow
        assert judgement.effort(seat) == EFFORT._replace(share=FIRST_PART)
        second = position("german second movement", "GE-12-VG GG11; US-1-Inf GG9", scenario=scenario, turn=turn)
        assert judgement.effort(take(second, GERMAN)) == EFFORT


# Crowds


def test_the_stacks_of_the_start_are_spread_before_they_cost_a_division() -> None:
    """Seven Germans too many stand in the start line (33.3.1, R106): somebody behind them makes room."""
    match = Match(game("bulge"), seed="crowds")
    players = {side: bots.make("planner", side) for side in (ALLIED, GERMAN)}
    too_many = look(match).overstacked(GERMAN)
    assert too_many
    while match.position.turn < 29:
        side = next(iter(match.prompts))
        assert match.prompts[side].step != "crowded hex"
        match.play(players[side].choose(take(match, side)), side=side)


def test_whoever_stands_behind_a_crowd_steps_back_first() -> None:
    """GG12 holds one too many, and all around is full: somebody behind leaves, and nobody goes among the enemy."""
    units = (
        "GE-12-VG GG12; GE-9-VG GG12; GE-18-VG GG12; GE-62-VG HH12; GE-79-VG HH12; GE-89-Inf HH12; GE-26-VG GG13; "
        "GE-167-VG GG13; GE-276-Inf GG13; GE-212-VG GG11; GE-352-Inf GG11; GE-246-VG HH11; GE-340-VG HH11; "
        "GE-560-VG HH11; US-1-Inf EE12; US-2-Inf EE11; US-9-Inf EE13; US-8-Inf FF10"
    )
    match = position("german second movement", units, turn=30)
    crowd = node(match, "GG12")
    assert list(look(match).overstacked(GERMAN)) == [crowd]
    (behind, back), (unit, freed) = chain(Muster(sight_of(match, GERMAN)), crowd)
    assert match.position.units[unit].at == crowd
    assert match.position.units[behind].at == freed
    assert not look(match).zone(ALLIED) >> back & 1
