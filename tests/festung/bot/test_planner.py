"""What the planner of Festung Europa knows: scripted situations, each with an answer that can be wrong."""

from __future__ import annotations

from typing import Any

from bocage import Match, bots
from bocage.bots.seat import take
from bocage.bots.sight import STEADY
from bocage.engine.actions import Action
from bocage.games.festung.bot import coming, questions
from bocage.games.festung.bot.cards import Uses
from bocage.games.festung.bot.marches import gain, place
from bocage.games.festung.bot.sight import Sight, sight_of
from bocage.games.festung.rules.invasion import Stepping
from bocage.games.festung.rules.position import ALLIED, AXIS, Obligation
from tests.festung.playing import game, in_force, look, midway, play, position

FORCE = "US-1A UK; BR-2A UK; AB-C UK; US-V UK; BR-I UK"


def answer(match: Match, seed: int = 1) -> str:
    """What the planner answers."""
    side = match.prompt.side
    return str(bots.make("planner", seed).choose(take(match, side)))


def sight(match: Match, side: str) -> Sight:
    return sight_of(look(match), side, STEADY)


def node(match: Match, label: str) -> int:
    found: int = match.game.board.index[label]
    return found


def number(match: Match, unit: str) -> int:
    found: int = match.game.unit_numbers[unit]
    return found


# Landings


def test_a_landing_that_can_be_made_is_made() -> None:
    match = position("allied action", FORCE, allied_hand="allied-23 allied-17 allied-37")
    assert answer(match) == "event allied-23"


def test_the_card_of_a_landing_is_not_spent_in_winter() -> None:
    """Overlord cannot come in winter (6.562), but it can in spring."""
    match = position("allied action", FORCE + "; US-7A 1718; GE-XIVPZ 1717", turn=3, allied_hand="allied-23 allied-3",
                     allied_control="1718 1818", marked="1818", invasions={"allied-6": 2})  # fmt: skip
    assert "allied-23" not in answer(match)


def test_a_landing_force_stays_together() -> None:
    """All units that the card names must be in their box (6.564): none is sent to Italy before."""
    match = position("allied action", FORCE + "; US-7A 1718; GE-XIVPZ 1717", turn=4, allied_hand="allied-23",
                     allied_control="1718 1818", marked="1818", invasions={"allied-6": 2})  # fmt: skip
    seen = sight(match, ALLIED)
    box = match.game.data.boxes["UK"]  # type: ignore[attr-defined]
    for unit in ("US-1A", "BR-2A", "AB-C", "US-V", "BR-I"):
        assert seen.posts[number(match, unit)] == box
        assert place(seen, number(match, unit), box) > place(seen, number(match, unit), node(match, "1718"))


def test_a_corps_is_fetched_for_a_landing() -> None:
    """A landing that lacks a corps cannot be made (6.564): one in the other box is wanted, also two turns before."""
    match = position("allied action", "BR-2A UK; BR-I UK; US-V NA; US-7A 1821; GE-XIVPZ 1920", turn=2,
                     allied_hand="allied-3", allied_control="1821 1922", marked="1922",
                     played="allied-1", invasions={"allied-1": 1})  # fmt: skip
    seen, box = sight(match, ALLIED), match.game.data.boxes["UK"]  # type: ignore[attr-defined]
    assert seen.posts[number(match, "US-V")] == box
    assert gain(seen, number(match, "US-V"), box) > 0


def test_aircraft_bar_the_way_to_where_the_allies_land() -> None:
    """On the first turn panzers would come to Sicily from the East; one marker in North Africa bars them (14.32)."""
    force = "US-7A NA; BR-8A NA; US-II NA; BR-XIII NA; BR-XXX NA; US-V UK; BR-2A UK"
    match = position("allied action", force + "; GE-XIVPZ 1920", turn=1, allied_hand="allied-1")
    boxes = match.game.data.boxes  # type: ignore[attr-defined]
    seen = sight(match, ALLIED)
    assert seen.cover(boxes["NA"]) > seen.cover(boxes["UK"])


def test_landings_that_cannot_come_any_more_bind_nobody() -> None:
    match = position("allied action", FORCE, turn=4, played="allied-23", allied_hand="allied-3")
    assert not coming.posts(look(match), ALLIED)
    gone = position("axis action", FORCE, turn=4, allied_gone="allied-23")
    names = {one.effect.units[0] for one in coming.landings(look(gone)) if one.turn <= 5}
    assert "US-1A" not in names


def test_the_axis_sees_the_landing_coming() -> None:
    """A coast before which a force waits asks for guards, one that nobody can reach does not."""
    waiting = position("axis action", FORCE + "; GE-7A 0412", turn=4)
    played = position("axis action", "GE-7A 0412; US-7A 1718", turn=4, played="allied-23 allied-1 allied-6 allied-22")
    caen = node(waiting, "0411")
    assert sight(waiting, AXIS).guard(caen, 6) > 2 * sight(played, AXIS).guard(caen, 6)


def test_the_axis_does_not_always_begin_with_the_same_card() -> None:
    found = set()
    for seed in range(12):
        match = Match(game("campaign"), seed="opening")
        while match.prompt.side != AXIS or match.prompt.step != "opening choice":
            match.play(match.prompt.actions[0], side=match.prompt.side)
        found.add(answer(match, seed))
    assert len(found) > 2


def test_a_raid_beyond_everybody_is_worth_less() -> None:
    """A unit that goes far from all others is soon cut off (11.71)."""
    units = "US-3A 0511; GE-XII 1307"
    alone = position("allied action", units, turn=6, allied_control="0410 0411 0511", marked="0410")
    along = position("allied action", units + "; US-V 0612", turn=6, allied_control="0410 0411 0511", marked="0410")
    paris, army = node(alone, "0712"), number(alone, "US-3A")
    far = node(alone, "0914")
    assert gain(sight(alone, ALLIED), army, far) < gain(sight(along, ALLIED), army, far)
    assert gain(sight(along, ALLIED), army, paris) > 0


# What the other side may ask for


def test_somebody_stays_in_the_east_and_the_balkans() -> None:
    match = position("axis action", "GE-XII EAST; GE-IISS EAST; GE-XVM BALKANS; US-7A 1718")
    bound = coming.posts(look(match), AXIS)
    assert number(match, "GE-XII") in bound
    assert number(match, "GE-XVM") in bound
    assert number(match, "GE-IISS") not in bound, "the weakest will do"


def test_who_must_attack_does() -> None:
    """Orders from Berlin: an attack at 1:2 in the next action, or a victory point is lost."""
    units = "GE-LXXXI 0711; GE-LXXXII 0711; US-V 0611; US-1A 0411; US-II 0511; US-VI 0610; US-VII 0609"
    more: dict[str, Any] = {"allied_control": "0411 0511 0611 0610 0609", "axis_hand": "axis-9"}
    free = position("axis action", units, **more)
    assert "mark-attack 0711" not in (answer(free), answer(play(free, "ops axis-9")))
    duty = Obligation(AXIS, "allied-11", "1:2", -1, -2)
    owed = position("axis action", units, obligation=duty, **more)
    first = answer(owed)
    assert first.split()[0] in ("ops", "automatic")
    assert answer(play(owed, first)) == "mark-attack 0711"


# Redeployment


def test_nobody_is_sent_where_there_is_no_room() -> None:
    """Naples holds three (7.11); who is redeployed goes somewhere else, or nowhere."""
    units = "US-5A 1718; US-II 1718; FF-CEF 1718; US-VI NA; GE-XIVPZ 1717"
    match = position("allied action", units, turn=6, allied_hand="allied-3", allied_control="1718 1818", marked="1818",
                     invasions={"allied-6": 2}, played="allied-1 allied-6 allied-23 allied-28")  # fmt: skip
    play(match, "rd allied-3")
    for _ in range(4):
        if match.prompt.side != ALLIED or match.prompt.step != "redeployment":
            break
        action = answer(match)
        assert action != "redeploy 1718"
        play(match, action)


# The end of the war


def test_berlin_decides_once_stalin_is_betrayed() -> None:
    units = "US-3A 1107; GE-XII 1307"
    shut = sight(position("allied action", units, turn=8, closed="allied"), ALLIED)
    match = position("allied action", units, turn=8, flags=in_force("tehran", "stalin_betrayed"))
    assert sight(match, ALLIED).worth(node(match, "1307")) > shut.worth(node(match, "1307")) + 20


def test_both_sides_look_to_berlin_then() -> None:
    units = "US-3A 1107; GE-XII 1307"
    before = position("allied action", units, turn=8, vp=14)
    after = position("allied action", units, turn=8, vp=14, flags=in_force("tehran", "stalin_betrayed"))
    for side in (ALLIED, AXIS):
        assert sight(after, side).number("berlin") > sight(before, side).number("berlin")


def test_stalin_is_betrayed_when_armies_stand_before_berlin() -> None:
    """Taken with Hitler in it, Berlin ends the war (16.2); with nobody near the card waits and is not spent."""
    units, more = "US-3A 1107; US-9A 1107; US-XV 1107", {"turn": 8, "vp": 14, "flags": in_force("tehran")}
    more |= {"allied_hand": "allied-42", "played": "allied-21 allied-23", "closed": "allied"}
    more |= {"allied_control": "1106 1107", "hitler": "1307"}
    near = position("allied action", units + "; GE-XII 1307", **more)
    far = position("allied action", "US-3A 0412; US-9A 0412; GE-XII 1307; GE-7A 0712", **more)
    card = near.game.card_numbers["allied-42"]  # type: ignore[attr-defined]
    hopeful, waiting = (Uses(sight(match, ALLIED)) for match in (near, far))
    assert hopeful.event(card) > 15.0 > waiting.event(card)
    assert waiting.cost(card) > 5.0, "it is not spent on a march"


def test_the_last_sources_of_the_germans_are_worth_most() -> None:
    """Who has no source left starves (11.31): once the East is closed The Ruhr and Munich are the last two."""
    early = sight(position("allied action", "US-3A 0909; GE-XII 1008", turn=5), ALLIED)
    late = sight(position("allied action", "US-3A 0909; GE-XII 1008", turn=8, closed="both"), ALLIED)
    ruhr = node(position("allied action"), "1008")
    assert late.worth(ruhr) > early.worth(ruhr) + 2


def test_hitler_does_not_die_where_it_only_helps_the_allies() -> None:
    """With an Allied unit in Germany Donitz cannot win; Berlin would be enough for the Allies then (16.2)."""
    entered = position("axis action", "US-3A 1107; GE-XII 1307", turn=7, allied_control="1107")
    whole = position("axis action", "US-3A 0712; GE-XII 1307", turn=7, allied_control="0712")
    card = next(one for one in whole.game.data.cards if one.name == "Hitler Dies")  # type: ignore[attr-defined]
    action = Action("take", f"{card.id}", whole.game.card_numbers[card.id])  # type: ignore[attr-defined]
    worths = []
    for match in (entered, whole):
        seat = take(match, AXIS)
        worths.append(questions.take(seat, sight(match, AXIS))(action))
    assert worths[0] == 0.0 < worths[1]


def test_on_the_last_turn_losses_count_less() -> None:
    units = "US-V 0611; GE-LXXXI 0711"
    early = sight(position("allied action", units, turn=6, vp=5), ALLIED)
    late = sight(position("allied action", units, turn=10, vp=5), ALLIED)
    assert late.number("own_loss") < early.number("own_loss")
    assert late.number("good_attack") < early.number("good_attack")


def test_the_allies_press_harder_when_they_are_behind() -> None:
    units = "US-V 0611; GE-LXXXI 0711"
    ahead, behind = (sight(position("allied action", units, turn=8, vp=vp), ALLIED) for vp in (4, 16))
    assert behind.number("own_loss") < ahead.number("own_loss")
    careful = sight(position("axis action", units, turn=8, vp=16), AXIS)
    assert careful.number("own_loss") > 1.0, "the Axis has what it needs, and takes no risks"


def test_units_go_ashore_one_after_the_other() -> None:
    """Two that may both step ashore are not taken up in turns without end."""
    units = "US-5A 1818; US-VI 1818; BR-X 1818; GE-XXIVPZ 1817"
    match = midway(lambda run: run.push(_ashore(run)), units, allied_control="1818", marked="1818", turn=2)
    bot, answers = bots.make("planner", 1), []
    while match.prompts and match.prompt.step == "steps ashore":
        answers.append(str(bots.answer(match, bot).action))
        assert len(answers) < 10, answers
    assert answers


def _ashore(run: Any) -> Stepping:
    game, beach = run.game, run.game.board.index["1818"]
    force = sum(1 << game.unit_numbers[name] for name in ("US-5A", "US-VI", "BR-X"))
    vacant = game.data.open_sides.step(1 << beach) & game.data.land & ~game.named_hexes("Salerno")
    return Stepping(ALLIED, -1, beach, force, vacant)


# Losses


def test_a_beaten_side_gives_up_what_is_worth_least() -> None:
    match = midway(lambda run: _losing(run), "GE-7A 0711; GE-LXXXI 0711; US-V 0611")
    assert answer(match) == "lose GE-LXXXI"


def _losing(run: Any) -> None:
    from bocage.games.festung.rules.combat.fight import Owing

    units = sum(1 << run.game.unit_numbers[name] for name in ("GE-7A", "GE-LXXXI"))
    run.push(Owing(AXIS, units, 1, "9.31"))
