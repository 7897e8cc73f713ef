"""Movement Allowance Determination (10.2, 9.4, 10.6.A) and Combat Duration (13.5): what is on the Allowance Track."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from bocage.engine.actions import Action
from bocage.engine.position import Frame
from bocage.engine.steps import Clause, Offer, Question

from ..look import Play, StormingLook, members
from ..position import ALLIED, BRITTANY, GERMAN
from ..telling import SIDE, listed

# In the order in which their dice are rolled.
COMMANDS = ("12AG", "21AG", "6AG")
GROUPS = {"21AG": "group_21", "12AG": "group_12", "6AG": "group_6"}
TYPES = ("infantry", "mechanized")


def track_name(game: Any, turn: int, key: str) -> str:
    """What a marker of the Movement Allowance Track stands for, in words."""
    if key == "12AG" and turn < game.rules.numbers["twelfth_army_group_turn"]:
        return "US 1st Army"
    names = {
        "21AG": "21st Army Group", "12AG": "12th Army Group", "6AG": "6th Army Group", "infantry": "Infantry",
        "mechanized": "Mechanized",
    }  # fmt: skip
    return names[key]


def assign_commands(play: Play) -> None:
    """Allied units belong to the Command in which they begin their Movement Segment (10.2.4).

    Units that have been noted keep their Command, for the Breakthrough continues the Assault Movement (10.A).
    """
    position = play.position
    look: StormingLook = play.game.look(position)
    noted = position.group_21 | position.group_12 | position.group_6
    for unit in members(position.on_board & play.game.side_units[ALLIED] & ~noted):
        group = GROUPS[look.command_at(unit, position.units[unit].at)]
        setattr(position, group, getattr(position, group) | 1 << unit)
    position.group_12 |= look.in_place(BRITTANY, ALLIED)


def lowest(points: Mapping[str, int]) -> int:
    """The lowest allowance on the track: of all Commands, or of Infantry and Mechanized (10.6.A.2, 10.6.A.3)."""
    return min(points.values(), default=0)


# Command dice


class Commanding(Frame, frozen=True):
    """A side is about to find its Movement Allowances."""

    step: ClassVar[str] = "command dice"
    side: str


class CommandDice(Question[Commanding]):
    """A die for each Allied Command with units on the map; one die for both types of German units (10.2.5.A)."""

    name = "command dice"
    rule = "10.2.5.A"
    offers = ("roll command dice",)

    def begin(self, play: Play, side: str) -> Commanding:
        position = play.position
        position.points = {}
        position.declared = position.duration = 0
        position.group_21 = position.group_12 = position.group_6 = 0
        position.priority_used = ()
        if side == ALLIED:
            assign_commands(play)
        return Commanding(side)

    def keep(self, look: StormingLook, frame: Commanding) -> bool:
        # On turn 1 the German die is given (3.2.E.3); who has nobody on the map has nothing to roll.
        if frame.side == GERMAN:
            return look.position.turn > 1
        return bool(rolling(look))

    def text(self, look: StormingLook, frame: Commanding) -> str:
        if frame.side == GERMAN:
            return "Roll the Command Die: it sets the Movement Allowances of Infantry and Mechanized units."
        names = [track_name(look.game, look.position.turn, command) for command in rolling(look)]
        return f"Roll a Command Die for each Command: {listed(names)}." if names else "No Command has units on the map."

    def answer(self, play: Play, frame: Commanding, action: Action) -> None:
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
    position, table = play.position, play.game.data.allowances
    look: StormingLook = play.game.look(position)
    points = {}
    rolls = []
    for command in rolling(look):
        (die,) = play.roll()
        limited = look.limited(command)
        points[command] = table["allied_limited" if limited else "allied_full"][die - 1]
        rolls.append((command, die, points[command], limited))
    position.points = points
    play.tell("allied command dice", "10.2.5.A", position.turn, tuple(rolls))


def _roll_german(play: Play) -> None:
    position, table = play.position, play.game.data.allowances
    given = position.turn == 1
    die = play.rules.numbers["turn_one_german_die"] if given else play.roll()[0]
    position.points = {kind: table[f"german_{kind}"][die - 1] for kind in TYPES}
    play.tell("german command die", "3.2.E.3" if given else "10.2.5.A", die, *position.points.values(), given)


# Patton versus Monty


class Transferring(Frame, frozen=True):
    """The Allies may give points of the 12th Army Group to the 21st."""

    step: ClassVar[str] = "transfer"
    side: str


class Transfer(Question[Transferring]):
    """In Limited Supply, Ike favours Monty (9.4)."""

    name = "transfer"
    rule = "9.4"
    offers = ("give points", "end transfer")

    def begin(self, play: Play, side: str) -> Transferring:
        return Transferring(side)

    def text(self, look: StormingLook, frame: Transferring) -> str:
        points, turn = look.position.points, look.position.turn
        givers = track_name(look.game, turn, "12AG")
        return (
            f"Give Movement Points of the {givers} ({points.get('12AG', 0)}) to the 21st Army Group "
            f"({points.get('21AG', 0)}), or go on."
        )

    def answer(self, play: Play, frame: Transferring, action: Action) -> None:
        play.pop()
        if action.verb == "give":
            points = play.position.points
            given = action.index
            changed = {"12AG": points["12AG"] - given, "21AG": points["21AG"] + given}
            play.position.points = {**points, **changed}
            play.tell("points given", "9.4", play.position.turn, given, changed["12AG"], changed["21AG"])


def _givable(look: StormingLook, frame: Transferring) -> int:
    points = look.position.points
    if not look.limited("12AG") or "12AG" not in points or "21AG" not in points:
        return 0
    return (1 << points["12AG"] + 1) - 2


def _explain_gift(look: StormingLook, frame: Transferring, number: int) -> tuple[str, str]:
    if not look.limited("12AG"):
        return "9.4", "points are given only while Limited Supply is in effect"
    if not number:
        return "9.4", "to give nothing, just go on"
    return "9.4", f"only {look.position.points.get('12AG', 0)} MP can be given"


# Declaration


class Declaring(Frame, frozen=True):
    """A side says how many points it will spend before combat."""

    step: ClassVar[str] = "declaration"
    side: str


class Declaration(Question[Declaring]):
    """One number for all: from nothing to the lowest allowance on the track (10.6.A)."""

    name = "declaration"
    rule = "10.6.A.1"
    offers = ("declare points",)

    def begin(self, play: Play, side: str) -> Declaring:
        return Declaring(side)

    def text(self, look: StormingLook, frame: Declaring) -> str:
        points, turn = look.position.points, look.position.turn
        track = listed([f"{track_name(look.game, turn, key)} {value}" for key, value in points.items()])
        most = lowest(points) - look.game.rules.numbers["assault_remaining_mp"]
        return (
            f"Declare how many MP all units may spend before combat ({track}). "
            + (f"More than {most} forfeits combat and Breakthrough." if most >= 0 else "There can be no combat.")
            + _entering(look, frame)
        )  # fmt: skip

    def warnings(self, look: StormingLook, frame: Declaring) -> list[str]:
        if frame.side != ALLIED or not look.in_place(BRITTANY, ALLIED):
            return []
        return [
            "divisions return from Brittany for 1 MP in this Movement Step or are lost: declare at least 1 (7.1.2.K)",
        ]

    def answer(self, play: Play, frame: Declaring, action: Action) -> None:
        position = play.position
        play.pop()
        declared = position.declared = action.index
        position.points = {key: value - declared for key, value in position.points.items()}
        fights = lowest(position.points) >= play.rules.numbers["assault_remaining_mp"]
        left = tuple(position.points.items())
        play.tell("declared", "10.6.A.1", position.turn, frame.side, declared, left)
        if not fights:
            play.tell("no combat", "10.6.B.1" if frame.side == ALLIED else "10.6.B.2", frame.side)


def _entering(look: StormingLook, frame: Declaring) -> str:
    """A word about arrivals who need points now: they must leave their Entrance Hexes before combat (7.1.2.C)."""
    game = look.game
    waiting = look.units_in(game.mute_hexes, GERMAN) & ~game.staff_units if frame.side == GERMAN else 0
    if not waiting:
        return ""
    names = listed([game.counters[unit].name for unit in members(waiting)])
    return f" These must leave their Entrance Hexes with them or are eliminated (7.1.2.C): {names}."


def _declarable(look: StormingLook, frame: Declaring) -> int:
    return (1 << lowest(look.position.points) + 1) - 1


def _explain_declaration(look: StormingLook, frame: Declaring, number: int) -> tuple[str, str]:
    most = lowest(look.position.points)
    if frame.side == ALLIED:
        return "10.6.A.2", f"no more can be declared than the lowest allowance of any Command: {most} MP"
    return "10.6.A.3", f"no more can be declared than the Infantry allowance: {most} MP"


# Combat Duration


class Enduring(Frame, frozen=True):
    """A side is about to find how long its combats take."""

    step: ClassVar[str] = "combat duration"
    side: str


class CombatDuration(Question[Enduring]):
    """Half a die, and at least one point, is lost by every marker before combats are resolved (13.5)."""

    name = "combat duration"
    rule = "13.5"
    offers = ("roll duration",)

    def begin(self, play: Play, side: str) -> Enduring:
        return Enduring(side)

    def keep(self, look: StormingLook, frame: Enduring) -> bool:
        return True

    def text(self, look: StormingLook, frame: Enduring) -> str:
        return "Roll for Combat Duration: half the die is taken from every Movement Allowance."

    def answer(self, play: Play, frame: Enduring, action: Action) -> None:
        position, numbers = play.position, play.rules.numbers
        play.pop()
        (die,) = play.roll()
        lost = position.duration = max(numbers["combat_duration_minimum"], die // numbers["combat_duration_divisor"])
        position.points = {key: max(0, value - lost) for key, value in position.points.items()}
        play.tell("duration", "13.5", position.turn, die, lost, tuple(position.points.items()))


def _yes(look: StormingLook, frame: Frame) -> int:
    return 1


FRAMES = (Commanding, Transferring, Declaring, Enduring)
STEPS = (CommandDice(), Transfer(), Declaration(), CombatDuration())
OFFERS = {
    "roll command dice": Offer("roll", "10.2.5.A", (Clause("any", "10.2.5.A", "", _yes),)),
    "give points": Offer("give", "9.4", (Clause("points", "9.4", "", _givable, _explain_gift),)),
    "end transfer": Offer("end", "9.4", (Clause("any", "9.4", "", _yes),)),
    "declare points": Offer(
        "declare", "10.6.A.1", (Clause("points", "10.6.A.2", "", _declarable, _explain_declaration),)
    ),
    "roll duration": Offer("roll", "13.5", (Clause("any", "13.5", "", _yes),)),
}
VERBS: Mapping[str, tuple[str, ...]] = {"numbers": ("give", "declare")}


def _track(game: Any, turn: int, left: Sequence[Sequence[Any]]) -> str:
    return listed([f"{track_name(game, turn, key)} {value}" for key, value in left])


def _allied_dice(game: Any, turn: int, rolls: Sequence[Sequence[Any]]) -> str:
    told = [
        f"{track_name(game, turn, command)} {points} MP (die {die}, {'Limited' if limited else 'Full'} Supply)"
        for command, die, points, limited in rolls
    ]
    return f"Command Dice: {listed(told)}." if told else "No Command has units on the map."


def _german_die(game: Any, die: int, infantry: int, mechanized: int, given: bool) -> str:
    how = f"the Command Die is {die} on turn 1" if given else f"Command Die {die}"
    return f"{how[0].upper()}{how[1:]}: Infantry {infantry} MP, Mechanized {mechanized} MP."


SENTENCES: Mapping[str, Callable[..., str]] = {
    "allied command dice": _allied_dice,
    "german command die": _german_die,
    "points given": lambda game, turn, given, us, monty: (
        f"The {track_name(game, turn, '12AG')} gives {given} MP to the 21st Army Group: {us} and {monty} MP."
    ),
    "declared": lambda game, turn, side, declared, left: (
        f"{SIDE[side]} declare {declared} MP before combat; left are {_track(game, turn, left)}."
    ),
    "no combat": lambda game, side: "No Movement Point is kept back: there is no Combat Segment and no Breakthrough.",
    "duration": lambda game, turn, die, lost, left: (
        f"Combat Duration {lost} MP (die {die}); left are {_track(game, turn, left)}."
    ),
}
