"""What happens to units: step losses, elimination and where the eliminated go (7.2), and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.parts.combat.losses import StepLoss
from bocage.parts.ending import Ending
from bocage.rules import SIDE, UNITS, WORD, Frame, Place, Question, UnitNumber, event, going_on

from .look import Play, StormingLook
from .position import ALLIED, CUP, DEAD, DROPPED, GERMAN, TRACK, WATCH

if TYPE_CHECKING:
    from ..game import Storming


def _eliminated_words(game: Storming, unit: int, place: Place, turn: int) -> str:
    name = game.unit_name(unit)
    if place == TRACK:
        return f"{name} is eliminated; it comes back on turn {turn}."
    if place == CUP:
        return f"{name} is eliminated and goes into the cup."
    if place == WATCH:
        return f"{name} is eliminated and rebuilt in the Watch on the Rhine Box."
    return f"{name} is eliminated." if turn < 0 else f"{name} is eliminated for good."


def _rebuilt_words(game: Storming, unit: int, place: Place, turn: int) -> str:
    where = f"comes back on turn {turn}" if place == TRACK else "is rebuilt in the Watch on the Rhine Box"
    return f"{game.unit_name(unit)} {where}."


reduced = event("reduced", "13.7", "{unit} loses a step.", sort="loss", unit=UNITS)
eliminated = event("eliminated", "7.2", _eliminated_words, sort="loss", unit=UNITS)
rebuilt = event("rebuilt", "7.2.2.A", _rebuilt_words, unit=UNITS)
broken_out = event("breakout", "17.6", "Normandy Breakout! The Allies may cross the Seine Line.", side=ALLIED)
won = event("won", "3.2.C", "{winner} win: {level}.", winner=SIDE, level=WORD)

win = Ending(won)  # whatever comes first wins (ruling R53)


def check_breakout(play: Play) -> None:
    """The Normandy Breakout is achieved at the instant when both conditions hold (17.6; ruling R29)."""
    position, game = play.position, play.game
    if position.breakout or not position.brittany_closed or position.outcome is not None:
        return
    beyond = game.beyond_breakout & position.allied_control
    needed = game.rules.numbers["breakout_towns"]
    if beyond.bit_count() < needed or (beyond & play.look.allied_supply()).bit_count() < needed:
        return
    position.breakout = True
    broken_out(play)
    if position.turn <= game.rules.numbers["breakout_wins_until_turn"]:
        rule = "3.3.C.1" if game.scenario == "breakout" else "3.2.C.1"
        win(play, ALLIED, "the Normandy Breakout is achieved in time", rule)


def leave_map(play: Play, unit: int, place: Place) -> None:
    """Take a unit off the map; every marker on it goes too."""
    if play.position.units[unit].marks & DROPPED:
        play.set_marks(unit, 0)
    play.take_off(unit, place)


def eliminate(play: Play, unit: int, rule: str, for_good: bool = False) -> None:
    """A unit is eliminated and goes where its owner may get it back from, if at all (7.2)."""
    position, counter = play.position, play.game.counters[unit]
    if counter.side == ALLIED and counter.division and position.offensive_turn == position.turn:
        position.offensive_kills += 1
    if counter.side == GERMAN and counter.mechanized and not counter.staff and counter.replaceable and not for_good:
        _mechanized(play, unit, rule)
    else:
        place, turn = (DEAD, 0) if for_good else fate(play.look, unit)
        _remove(play, unit, place, turn)
        eliminated(play, unit, place, turn, rule=rule)
    if counter.side == GERMAN:
        # Its zone may have been all that cut a town off.
        check_breakout(play)


lose_step = StepLoss(reduced, eliminate)  # HQs and leaders have one step (R41, R42)


def _remove(play: Play, unit: int, place: Place, turn: int = 0) -> None:
    """A unit leaves the map for a place from which it may come back at full strength."""
    counter = play.game.counters[unit]
    leave_map(play, unit, place)
    play.set_steps(unit, counter.steps)
    if place == TRACK:
        play.position.due = {**play.position.due, counter.id: turn}


def fate(look: StormingLook, unit: int) -> tuple[Place, int]:
    """Where an eliminated unit (other than German Mechanized) goes, and the turn on which it comes back (7.2)."""
    position, rules = look.position, look.game.rules
    counter, numbers = look.counter(unit), rules.numbers
    if counter.staff:  # gone for good, unless option R41 brings it back
        turn = position.turn + numbers["commander_return_delay"]
        return (TRACK, turn) if rules.staff_comes_back and turn <= rules.last_turn else (DEAD, 0)
    if not counter.replaceable:
        return DEAD, 0
    if counter.side == GERMAN:
        return (CUP, 0) if position.turn <= numbers["cup_fills_until_turn"] else (DEAD, 0)
    if counter.type == "armor":
        delay = numbers["allied_armor_delay"]
    else:
        delay = numbers["cw_infantry_delay" if counter.nation == "CW" else "us_infantry_delay"]
    turn = position.turn + delay
    return (TRACK, turn) if turn <= numbers["campaign_last_turn"] else (DEAD, 0)


def _mechanized(play: Play, unit: int, rule: str) -> None:
    """A replaceable German Mechanized unit comes back by the track, once, or in the Watch Box (7.2.2.A)."""
    position, numbers = play.position, play.game.rules.numbers
    launched = position.offensive_turn or not position.offensive_declined
    last = numbers["mechanized_last_turn_launched" if launched else "mechanized_last_turn_declined"]
    turn = position.turn + numbers["german_mechanized_delay"]
    track = turn <= last and not (play.game.counters[unit].division and position.rebuilt >> unit & 1)
    # Without the East Map there is no Watch on the Rhine (ruling R78).
    box = position.turn <= numbers["watch_direct_last_turn"] and play.game.scenario != "breakout"
    if track and box:
        _remove(play, unit, DEAD)
        eliminated(play, unit, DEAD, -1, rule=rule)
        play.push(Rebuilding(GERMAN, unit, turn))
        return
    place = TRACK if track else WATCH if box else DEAD
    _remove(play, unit, place, turn)
    eliminated(play, unit, place, turn if track else 0, rule=rule)


class Rebuilding(Frame, frozen=True):
    """A replaceable German Mechanized unit has been eliminated; its owner says where it is rebuilt."""

    side: str
    unit: UnitNumber
    turn: int


class Rebuild(Question[Rebuilding]):
    """The Turn Record Track, or straight into the Watch on the Rhine Box (7.2.2.A)."""

    name, rule = "rebuilding", "7.2.2.A"

    def text(self, look: StormingLook, frame: Rebuilding) -> str:
        name = look.counter(frame.unit).name
        return f"{name} is eliminated: rebuild it on the Turn Record Track or in the Watch on the Rhine Box?"

    def hand(self, look: StormingLook, frame: Rebuilding) -> int:
        return 1 << frame.unit

    on_track = going_on("7.2.2.A", words="put it on the Turn Record Track", verb="rebuild-on-track")
    in_box = going_on("7.2.2.A", words="put it into the Watch on the Rhine Box", verb="rebuild-in-box")

    @on_track.does
    def _(self, play: Play, frame: Rebuilding, _: int) -> None:
        self._rebuild(play, frame, TRACK)

    @in_box.does
    def _(self, play: Play, frame: Rebuilding, _: int) -> None:
        self._rebuild(play, frame, WATCH)

    def _rebuild(self, play: Play, frame: Rebuilding, place: Place) -> None:
        play.pop()
        _remove(play, frame.unit, place, frame.turn)
        rebuilt(play, frame.unit, place, frame.turn)
