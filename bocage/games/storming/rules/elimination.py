"""What happens to units: step losses, elimination and where the eliminated go (7.2), and the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from bocage.engine.actions import Action
from bocage.engine.position import Frame, Outcome, UnitNumber
from bocage.engine.steps import Clause, Offer, Question

from .look import Play, StormingLook
from .position import ALLIED, CUP, DEAD, DROPPED, GERMAN, TRACK, WATCH


def win(play: Play, side: str, level: str, rule: str) -> None:
    """The game is over."""
    if play.position.outcome is None:
        play.position.outcome = Outcome(side, level, rule)
        play.tell("won", rule, side, level)


def check_breakout(play: Play) -> None:
    """The Normandy Breakout is achieved at the instant when both conditions hold (17.6; ruling R29)."""
    position, game = play.position, play.game
    if position.breakout or not position.brittany_closed or position.outcome is not None:
        return
    beyond = game.beyond_breakout & position.allied_control
    needed = play.rules.numbers["breakout_towns"]
    if beyond.bit_count() < needed:
        return
    if (beyond & game.look(position).allied_supply()).bit_count() < needed:
        return
    position.breakout = True
    play.tell("breakout", "17.6")
    if position.turn <= play.rules.numbers["breakout_wins_until_turn"]:
        rule = "3.3.C.1" if game.scenario == "breakout" else "3.2.C.1"
        win(play, ALLIED, "the Normandy Breakout is achieved in time", rule)


def leave_map(play: Play, unit: int, place: int) -> None:
    """Take a unit off the map; every marker on it goes too."""
    position = play.position
    keep = ~(1 << unit)
    position.oos &= keep
    position.disrupted &= keep
    position.refit &= keep
    position.grounded &= keep
    position.priority &= keep
    position.red_ball &= keep
    position.moved &= keep
    position.attacked &= keep
    position.assaulted &= keep
    position.dropped_now &= keep
    position.group_21 &= keep
    position.group_12 &= keep
    position.group_6 &= keep
    name = play.game.unit_ids[unit]
    if name in position.strafed:
        position.strafed = {other: points for other, points in position.strafed.items() if other != name}
    if position.units[unit].marks & DROPPED:
        play.set_marks(unit, 0)
    play.put(unit, place)


def lose_step(play: Play, unit: int, rule: str) -> None:
    """A unit loses a step: it is reduced, or eliminated with its last one."""
    steps = play.position.units[unit].steps
    if steps > 1:
        play.set_steps(unit, steps - 1)
        play.tell("reduced", rule, unit)
    else:
        eliminate(play, unit, rule)


def eliminate(play: Play, unit: int, rule: str, for_good: bool = False) -> None:
    """A unit is eliminated and goes where its owner may get it back from, if at all (7.2)."""
    position, game = play.position, play.game
    counter = game.counters[unit]
    if counter.side == ALLIED and counter.division and position.offensive_turn == position.turn:
        position.offensive_kills += 1
    if counter.side == GERMAN and counter.mechanized and not counter.staff and counter.replaceable and not for_good:
        _mechanized(play, unit, rule)
    else:
        _leave_for(play, unit, rule, for_good)
    if counter.side == GERMAN:
        # Its zone may have been all that cut a town off.
        check_breakout(play)


def _leave_for(play: Play, unit: int, rule: str, for_good: bool) -> None:
    position, game = play.position, play.game
    counter = game.counters[unit]
    place, turn = (DEAD, 0) if for_good else fate(game.look(position), unit)
    leave_map(play, unit, place)
    play.set_steps(unit, counter.steps)
    if place == TRACK:
        position.due = {**position.due, counter.id: turn}
    play.tell("eliminated", rule, unit, place, turn)


def fate(look: StormingLook, unit: int) -> tuple[int, int]:
    """Where an eliminated unit (other than German Mechanized) goes, and the turn on which it comes back (7.2)."""
    game, position = look.game, look.position
    counter, numbers = game.counters[unit], game.rules.numbers
    if counter.staff:
        turn = position.turn + numbers["commander_return_delay"]
        return (TRACK, turn) if game.rules.staff_comes_back and turn <= game.rules.last_turn else (DEAD, 0)
    if not counter.replaceable:
        return DEAD, 0
    if counter.side == GERMAN:
        return (CUP, 0) if position.turn <= numbers["cup_fills_until_turn"] else (DEAD, 0)
    if counter.type == "armor":
        delay = numbers["allied_armor_delay"]
    elif counter.nation == "CW":
        delay = numbers["cw_infantry_delay"]
    else:
        delay = numbers["us_infantry_delay"]
    turn = position.turn + delay
    return (TRACK, turn) if turn <= numbers["campaign_last_turn"] else (DEAD, 0)


class Rebuilding(Frame, frozen=True):
    """A replaceable German Mechanized unit has been eliminated; its owner says where it is rebuilt."""

    step: ClassVar[str] = "rebuilding"
    side: str
    unit: UnitNumber
    turn: int


class Rebuild(Question[Rebuilding]):
    """The Turn Record Track, or straight into the Watch on the Rhine Box (7.2.2.A)."""

    name = "rebuilding"
    rule = "7.2.2.A"
    offers = ("rebuild on track", "rebuild in box")

    def text(self, look: StormingLook, frame: Rebuilding) -> str:
        name = look.game.counters[frame.unit].name
        return f"{name} is eliminated: rebuild it on the Turn Record Track or in the Watch on the Rhine Box?"

    def answer(self, play: Play, frame: Rebuilding, action: Action) -> None:
        play.pop()
        if action.verb == "rebuild-on-track":
            _to_track(play, frame.unit, frame.turn)
        else:
            play.put(frame.unit, WATCH)
        play.tell("rebuilt", "7.2.2.A", frame.unit, play.position.units[frame.unit].at, frame.turn)


def _mechanized(play: Play, unit: int, rule: str) -> None:
    position, numbers = play.position, play.rules.numbers
    counter = play.game.counters[unit]
    launched = position.offensive_turn or not position.offensive_declined
    last = numbers["mechanized_last_turn_launched" if launched else "mechanized_last_turn_declined"]
    turn = position.turn + numbers["german_mechanized_delay"]
    track = turn <= last and not (counter.division and position.rebuilt >> unit & 1)
    # Without the East Map there is no Watch on the Rhine (ruling R78).
    box = position.turn <= numbers["watch_direct_last_turn"] and play.game.scenario != "breakout"
    leave_map(play, unit, DEAD)
    play.set_steps(unit, counter.steps)
    if track and box:
        play.tell("eliminated", rule, unit, DEAD, -1)
        play.push(Rebuilding(GERMAN, unit, turn))
    elif track:
        _to_track(play, unit, turn)
        play.tell("eliminated", rule, unit, TRACK, turn)
    elif box:
        play.put(unit, WATCH)
        play.tell("eliminated", rule, unit, WATCH, 0)
    else:
        play.tell("eliminated", rule, unit, DEAD, 0)


def _to_track(play: Play, unit: int, turn: int) -> None:
    play.put(unit, TRACK)
    play.position.due = {**play.position.due, play.game.unit_ids[unit]: turn}


def _yes(look: StormingLook, frame: Rebuilding) -> int:
    return 1


def _eliminated(game: Any, unit: int, place: int, turn: int) -> str:
    name = game.counters[unit].name
    if place == TRACK:
        return f"{name} is eliminated; it comes back on turn {turn}."
    if place == CUP:
        return f"{name} is eliminated and goes into the cup."
    if place == WATCH:
        return f"{name} is eliminated and rebuilt in the Watch on the Rhine Box."
    return f"{name} is eliminated." if turn < 0 else f"{name} is eliminated for good."


def _rebuilt(game: Any, unit: int, place: int, turn: int) -> str:
    where = f"comes back on turn {turn}" if place == TRACK else "is rebuilt in the Watch on the Rhine Box"
    return f"{game.counters[unit].name} {where}."


FRAMES = (Rebuilding,)
STEPS = (Rebuild(),)
OFFERS = {
    "rebuild on track": Offer("rebuild-on-track", "7.2.2.A", (Clause("any", "7.2.2.A", "", _yes),)),
    "rebuild in box": Offer("rebuild-in-box", "7.2.2.A", (Clause("any", "7.2.2.A", "", _yes),)),
}
VERBS: Mapping[str, tuple[str, ...]] = {"plain": ("rebuild-on-track", "rebuild-in-box")}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "reduced": lambda game, unit: f"{game.counters[unit].name} loses a step.",
    "eliminated": _eliminated,
    "rebuilt": _rebuilt,
    "breakout": lambda game: "Normandy Breakout! The Allies may cross the Seine Line.",
    "won": lambda game, side, level: f"{'The Allies' if side == ALLIED else 'The Germans'} win: {level}.",
}
