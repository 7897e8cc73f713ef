"""The sky of a turn: weather (6.0), air superiority and Tactical Air Support (7.0)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from bocage.parts.questions import Acted, Acting
from bocage.rules import (
    DIE,
    HEXES,
    SIDE,
    WORD,
    About,
    Choice,
    Conditions,
    Roll,
    automatic,
    event,
    going_on,
    offer,
    provided,
)

from .look import Play, RoundupLook
from .position import ALLIED, GERMAN

if TYPE_CHECKING:
    from ..game import Roundup


def _air_words(game: Roundup, side: str, allied: Sequence[int], german: Sequence[int], markers: int) -> str:
    ours, theirs = ("+".join(map(str, dice)) or "none" for dice in (allied, german))
    rolls = f"Air dice: Allies {ours}, Germans {theirs}"
    if not side:
        return f"{rolls}. Nobody has air superiority."
    won = f"{markers} TAS marker{'' if markers == 1 else 's'}"
    return f"{rolls}. {game.side_name(side)} have air superiority and {won}."


def _about_air(game: Roundup, side: str, allied: Sequence[int], german: Sequence[int], markers: int) -> About:
    rolls = [Roll(name, tuple(dice)) for name, dice in (("Allies", allied), ("Germans", german)) if dice]
    return About("dice", side, rolls)


def _weather_words(game: Roundup, weather: str, die: int) -> str:
    return f"The weather is {weather}" + (f" (die {die})." if die else ".")


def _tas_words(game: Roundup, side: str, node: int, nation: str) -> str:
    return f"{game.side_name(side)} place a {nation}{nation and ' '}TAS marker on {game.hex_name(node)}."


settled = event("weather", "6.0", _weather_words, sort="dice", roll="Weather", weather=WORD, die=DIE)
contested = event("air", "7.2", _air_words, about=_about_air)
placed = event("tas", "7.3", _tas_words, who=SIDE, at=HEXES)


@automatic("weather", "6.0")
def weather(play: Play, side: str) -> None:
    """Clear on turn 1, later by a die (6.0)."""
    position, die = play.position, 0
    position.weather = play.game.data.turns[position.turn - 1][1]
    if position.weather == "roll":
        (die,) = play.roll()
        position.weather = play.game.rules.weather[die - 1]
    settled(play, position.weather, die)


@automatic("air superiority", "7.2")
def air_superiority(play: Play, side: str) -> None:
    """The difference of the two rolls is the number of TAS markers of the higher side (7.1, 7.2; R3)."""
    position, rules = play.position, play.game.rules
    if position.turn == 1:
        position.superiority = ALLIED
        dice = () if position.bluepoint_cancelled else play.roll(rules.turn1_tas_dice)
        position.tas_left = sum(dice)
        contested(play, ALLIED, dice, (), position.tas_left, rule="7.1")
        return
    allied_dice, german_dice, luftwaffe_dice = rules.air_dice[position.weather]
    if play.game.data.strategies[position.strategy].luftwaffe:
        german_dice = luftwaffe_dice
    allied, german = play.roll(allied_dice), play.roll(german_dice)
    difference = sum(allied) - sum(german)
    position.superiority = ALLIED if difference > 0 else GERMAN if difference < 0 else ""
    position.tas_left = abs(difference)
    contested(play, position.superiority, allied, german, position.tas_left)


def _by_nation(look: RoundupLook, frame: Acted) -> bool:
    return look.game.rules.air_coordination and frame.side == ALLIED


def _by_side(look: RoundupLook, frame: Acted) -> bool:
    return not _by_nation(look, frame)


def _place(nation: str) -> Choice:
    """The offer that places a TAS marker, of a nation if they fly apart (15.6)."""
    verb, rule, when = (f"{nation.lower()}-tas", "15.6", _by_nation) if nation else ("tas", "7.3", _by_side)

    @offer(verb, HEXES, rule, when=when)
    def place(self: AirSupport, look: RoundupLook, frame: Acted) -> Conditions:
        yield provided(look.position.tas_left > 0), "7.2", "there is no TAS marker left"

    @place.does
    def _(self: AirSupport, play: Play, frame: Acted, node: int) -> None:
        position = play.position
        position.tas = (*position.tas, node)
        position.tas_left -= 1
        if nation:
            position.tas_nations = (*position.tas_nations, nation)
        placed(play, frame.side, node, nation)
        play.swap(replace(frame, acted=True))

    return place


class AirSupport(Acting[Acted]):
    """Some, none or all TAS markers on any hexes; the rest may wait for the German phase (7.3)."""

    name, rule = "air support", "7.3"

    def begin(self, play: Play, side: str) -> Acted:
        return super().begin(play, play.position.superiority)

    def text(self, look: RoundupLook, frame: Acted) -> str:
        left = look.position.tas_left
        if not left:
            return "All TAS markers are placed."
        kept = "" if look.game.phase(look.position).startswith("german") else "; what is left may be placed later"
        return f"Place TAS markers on any hexes: {left} left{kept}."

    def warnings(self, look: RoundupLook, frame: Acted) -> list[str]:
        left, last_chance = look.position.tas_left, look.game.phase(look.position) == "german air support"
        return [f"TAS markers that are not placed now are lost: {left} (7.3)"] if left and last_chance else []

    tas, us, uk = _place(""), _place("US"), _place("UK")
    end = going_on("7.3", "No more markers now", "no more markers now")


def tas_to_place(look: RoundupLook) -> bool:
    """Has anyone TAS markers in hand?"""
    return look.position.tas_left > 0
