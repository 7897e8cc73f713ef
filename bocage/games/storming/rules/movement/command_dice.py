"""Movement Allowance Determination (10.2, 9.4, 10.6.A) and Combat Duration (13.5): what is on the Allowance Track."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bocage.rules import (
    DIE,
    NUMBERS,
    SIDE,
    WORD,
    About,
    Conditions,
    OfSide,
    Question,
    Roll,
    event,
    going_on,
    listed,
    offer,
    provided,
)

from ..look import Play, StormingLook, members
from ..position import ALLIED, BRITTANY, GERMAN

if TYPE_CHECKING:
    from ...game import Storming

# In the order in which their dice are rolled.
COMMANDS = ("12AG", "21AG", "6AG")
GROUPS = {"21AG": "group_21", "12AG": "group_12", "6AG": "group_6"}
TYPES = ("infantry", "mechanized")
TRACK = {
    "21AG": "21st Army Group", "12AG": "12th Army Group", "6AG": "6th Army Group", "infantry": "Infantry",
    "mechanized": "Mechanized",
}  # fmt: skip


def marker_name(game: Storming, turn: int, key: str) -> str:
    """What stands on the marker: until the 12th Army Group comes into being it is the 1st Army's."""
    early = key == "12AG" and turn < game.rules.numbers["twelfth_army_group_turn"]
    return "1A" if early else key


def track_name(game: Storming, turn: int, key: str) -> str:
    """What a marker of the Movement Allowance Track stands for, in words."""
    return "US 1st Army" if marker_name(game, turn, key) == "1A" else TRACK[key]


def _track(game: Storming, turn: int, left: Iterable[Sequence[Any]]) -> str:
    return listed([f"{track_name(game, turn, key)} {value}" for key, value in left])


def _allied_words(game: Storming, turn: int, rolls: Sequence[Sequence[Any]]) -> str:
    told = [
        f"{track_name(game, turn, command)} {points} MP (die {die}, {'Limited' if limited else 'Full'} Supply)"
        for command, die, points, limited in rolls
    ]
    return f"Command Dice: {listed(told)}." if told else "No Command has units on the map."


allied_rolled = event(
    "allied command dice", "10.2.5.A", _allied_words,
    about=lambda game, turn, rolls: About("dice", ALLIED, [
        Roll(marker_name(game, turn, str(roll[0])), (int(roll[1]),)) for roll in rolls
    ]),
)  # fmt: skip
german_rolled = event(
    "german command die", "10.2.5.A",
    lambda game, die, infantry, mechanized, given: (
        f"{'The Command Die is' if given else 'Command Die'} {die}{' on turn 1' if given else ''}: "
        f"Infantry {infantry} MP, Mechanized {mechanized} MP."
    ),
    about=lambda game, die, *rest: About("dice", GERMAN, [] if rest[-1] else [Roll("Command", (die,))]),
)  # fmt: skip
given_over = event(
    "points given", "9.4",
    lambda game, turn, given, us, monty: (
        f"The {track_name(game, turn, '12AG')} gives {given} MP to the 21st Army Group: {us} and {monty} MP."
    ),
    side=ALLIED,
)  # fmt: skip
declared = event(
    "declared", "10.6.A.1",
    lambda game, turn, side, points, left: (
        f"{game.side_name(side)} declare {points} MP before combat; left are {_track(game, turn, left)}."
    ),
    turn=WORD, who=SIDE,
)  # fmt: skip
no_combat = event(
    "no combat", "10.6.B.1", "No Movement Point is kept back: there is no Combat Segment and no Breakthrough.", who=SIDE
)
lasted = event(
    "duration", "13.5",
    lambda game, turn, die, lost, left: f"Combat Duration {lost} MP (die {die}); left are {_track(game, turn, left)}.",
    sort="dice", roll="Combat duration", turn=WORD, die=DIE,
)  # fmt: skip


def assign_commands(play: Play) -> None:
    """Allied units belong to the Command in which they begin their Movement Segment (10.2.4).

    Units that have been noted keep their Command, for the Breakthrough continues the Assault Movement (10.A).
    """
    position, look = play.position, play.look
    noted = position.group_21 | position.group_12 | position.group_6
    for unit in members(position.on_board & play.game.side_units[ALLIED] & ~noted):
        group = GROUPS[look.command_at(unit, position.units[unit].at)]
        setattr(position, group, getattr(position, group) | 1 << unit)
    position.group_12 |= look.in_place(BRITTANY, ALLIED)


def lowest(points: Mapping[str, int]) -> int:
    """The lowest allowance on the track: of all Commands, or of Infantry and Mechanized (10.6.A.2, 10.6.A.3)."""
    return min(points.values(), default=0)


class CommandDice(Question[OfSide]):
    """A die for each Allied Command with units on the map; one die for both types of German units (10.2.5.A, R9)."""

    name, rule = "command dice", "10.2.5.A"

    def begin(self, play: Play, side: str) -> OfSide:
        play.clear("allowances")
        play.position.duration = 0
        if side == ALLIED:
            assign_commands(play)
        return super().begin(play, side)

    def keep(self, look: StormingLook, frame: OfSide) -> bool:
        # On turn 1 the German die is given (3.2.E.3); who has nobody on the map has nothing to roll.
        if frame.side == GERMAN:
            return look.position.turn > 1
        return bool(rolling(look))

    def text(self, look: StormingLook, frame: OfSide) -> str:
        if frame.side == GERMAN:
            return "Roll the Command Die: it sets the Movement Allowances of Infantry and Mechanized units."
        names = [track_name(look.game, look.position.turn, command) for command in rolling(look)]
        return f"Roll a Command Die for each Command: {listed(names)}." if names else "No Command has units on the map."

    roll = going_on("10.2.5.A", "Roll the command dice", "roll the dice", verb="roll")

    @roll.does
    def _(self, play: Play, frame: OfSide, _: int) -> None:
        play.pop()
        if frame.side == GERMAN:
            _roll_german(play)
        else:
            _roll_allied(play)


def rolling(look: StormingLook) -> list[str]:
    """The Allied Commands that have units on the map (10.2.5.A; ruling R14)."""
    position = look.position
    return [command for command in COMMANDS if getattr(position, GROUPS[command]) & position.on_board]


def _roll_allied(play: Play) -> None:
    position, table, look = play.position, play.game.data.allowances, play.look
    points, rolls = {}, []
    for command in rolling(look):
        (die,) = play.roll()
        limited = look.limited(command)
        points[command] = table["allied_limited" if limited else "allied_full"][die - 1]
        rolls.append((command, die, points[command], limited))
    position.points = points
    allied_rolled(play, position.turn, tuple(rolls))


def _roll_german(play: Play) -> None:
    position, table = play.position, play.game.data.allowances
    given = position.turn == 1
    die = play.game.rules.numbers["turn_one_german_die"] if given else play.roll()[0]
    position.points = {kind: table[f"german_{kind}"][die - 1] for kind in TYPES}
    german_rolled(play, die, *position.points.values(), given, rule="3.2.E.3" if given else "")


class Transfer(Question[OfSide]):
    """In Limited Supply, on turns 1 and 2 too, Ike favours Monty before anything is declared (9.4; R15, R106)."""

    name, rule = "transfer", "9.4"

    def text(self, look: StormingLook, frame: OfSide) -> str:
        points, turn = look.position.points, look.position.turn
        givers = track_name(look.game, turn, "12AG")
        return (
            f"Give Movement Points of the {givers} ({points.get('12AG', 0)}) to the 21st Army Group "
            f"({points.get('21AG', 0)}), or go on."
        )

    @offer("give", NUMBERS, "9.4")
    def give(self, look: StormingLook, frame: OfSide) -> Conditions:
        points = look.position.points
        most = points.get("12AG", 0)
        yield provided(look.limited("12AG")), "9.4", "points are given only while Limited Supply is in effect"
        yield ~1, "9.4", "to give nothing, just go on"
        yield (1 << most + 1) - 1 if "21AG" in points else 0, "9.4", f"only {most} MP can be given"

    @give.does
    def _(self, play: Play, frame: OfSide, given: int) -> None:
        play.pop()
        position = play.position
        ours, monty = position.points["12AG"] - given, position.points["21AG"] + given
        position.points = {**position.points, "12AG": ours, "21AG": monty}
        given_over(play, position.turn, given, ours, monty)

    end = going_on("9.4", "Give no points", "give no points")


class Declaration(Question[OfSide]):
    """How many points all units may spend before combat: from nothing to the lowest allowance on the track (10.6.A)."""

    name, rule = "declaration", "10.6.A.1"

    def text(self, look: StormingLook, frame: OfSide) -> str:
        points = look.position.points
        most = lowest(points) - look.game.rules.numbers["assault_remaining_mp"]
        return (
            "Declare how many MP all units may spend before combat "
            f"({_track(look.game, look.position.turn, points.items())}). "
            + (f"More than {most} forfeits combat and Breakthrough." if most >= 0 else "There can be no combat.")
            + _entering(look, frame.side)
        )  # fmt: skip

    def warnings(self, look: StormingLook, frame: OfSide) -> list[str]:
        if frame.side != ALLIED or not look.in_place(BRITTANY, ALLIED):
            return []
        return [
            "divisions return from Brittany for 1 MP in this Movement Step or are lost: declare at least 1 (7.1.2.K)"
        ]

    @offer("declare", NUMBERS, "10.6.A.1")
    def declare(self, look: StormingLook, frame: OfSide) -> Conditions:
        most = lowest(look.position.points)
        allied, german = ("10.6.A.2", "lowest allowance of any Command"), ("10.6.A.3", "Infantry allowance")
        rule, whose = allied if frame.side == ALLIED else german
        yield (1 << most + 1) - 1, rule, f"no more can be declared than the {whose}: {most} MP"

    @declare.does
    def _(self, play: Play, frame: OfSide, points: int) -> None:
        position = play.position
        play.pop()
        position.declared = points
        position.points = {key: value - points for key, value in position.points.items()}
        declared(play, position.turn, frame.side, points, tuple(position.points.items()))
        if lowest(position.points) < play.game.rules.numbers["assault_remaining_mp"]:  # rulings R5, R12
            no_combat(play, frame.side, rule="10.6.B.1" if frame.side == ALLIED else "10.6.B.2")


def _entering(look: StormingLook, side: str) -> str:
    """A word about arrivals who need points now: they must leave their Entrance Hexes before combat (7.1.2.C)."""
    game = look.game
    waiting = look.units_in(game.mute_hexes, GERMAN) & ~game.staff_units if side == GERMAN else 0
    if not waiting:
        return ""
    names = game.named("units", members(waiting))
    return f" These must leave their Entrance Hexes with them or are eliminated (7.1.2.C): {names}."


class CombatDuration(Question[OfSide]):
    """Half a die, and at least one point, is lost by every marker before combats are resolved (13.5)."""

    name, rule = "combat duration", "13.5"

    kept = True

    asks = "Roll for Combat Duration: half the die is taken from every Movement Allowance."

    roll = going_on("13.5", "Roll for combat duration", "roll the dice", verb="roll")

    @roll.does
    def _(self, play: Play, frame: OfSide, _: int) -> None:
        position, numbers = play.position, play.game.rules.numbers
        play.pop()
        (die,) = play.roll()
        lost = position.duration = max(numbers["combat_duration_minimum"], die // numbers["combat_duration_divisor"])
        position.points = {key: max(0, value - lost) for key, value in position.points.items()}
        lasted(play, position.turn, die, lost, tuple(position.points.items()))
