"""One combat from its cards to its end (9.21): the die, losses, the corps that stand in for armies, the winner."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from bocage.rules import (
    UNITS,
    About,
    Automatic,
    Conditions,
    Frame,
    Node,
    Question,
    Roll,
    UnitNumber,
    Units,
    event,
    going_on,
    offer,
)

from .. import elimination
from ..look import FestungLook, Play, members
from ..position import OTHER
from . import advance, cards, retreat
from .battle import Fight, defenders, shaken
from .conditions import bonuses
from .odds import reckon, result, unshifted
from .stand_ins import stand_ins

if TYPE_CHECKING:
    from ...game import Festung


def _battle_words(game: Festung, side: str, target: int, attackers: Any, enemies: Any, *rest: Any) -> str:
    odds, shifts, column, die, modifiers, number, lost, inflicted = rest

    def those(part: Any) -> str:
        return ", ".join(f"{game.unit_name(unit)} {factor}" for unit, factor in part) or "nobody who counts"

    moved = "".join(f"; {abs(by)} {'right' if by > 0 else 'left'}: {why} ({rule})" for by, rule, why in shifts)
    added = "".join(f"; {by:+d} {why} ({rule})" for by, rule, why in modifiers)
    read = f" read as {number}" if number != die else ""
    return (
        f"{game.side_name(side)} attack{'s' if side == 'axis' else ''} {game.hex_name(target)}: {those(attackers)} "
        f"against {those(enemies)}, {odds}{moved}; rolled on {column}: {die}{added}{read}, {lost}/{inflicted}."
    )


def _about_battle(game: Festung, side: str, target: int, attackers: Any, enemies: Any, *rest: Any) -> About:
    _, _, column, die, _, _, lost, inflicted = rest
    units = game.pointed_at([unit for unit, _ in (*attackers, *enemies)])
    rolls = [Roll(f"{column}: {lost}/{inflicted}", (die,))]
    return About("battle", side, rolls, hexes=[game.board.labels[target]], units=units)


fought = event("battle", "9.27", _battle_words, about=_about_battle)
stands_in = event("stand-in", "9.32", "{unit} takes the place of {army}.", unit=UNITS, army=UNITS)


# The course of a combat


class Battling(Fight, frozen=True):
    """A combat has been designated; what comes of it goes stage by stage."""

    stage: int = 0
    lost: int = 0  # steps that the table takes from the attacker
    inflicted: int = 0  # and from the defender
    stood_in: Units = 0  # corps that took the place of armies in this combat (9.32)

    @property
    def margin(self) -> int:
        """By how much the attacker has won, by the two numbers of the table (9.41, ruling R7)."""
        return self.inflicted - self.lost


class Course(Automatic[Battling]):
    """Cards, the die, losses, retreat and advance, in the book's order (9.21)."""

    name, rule = "battle", "9.21"

    def run(self, play: Play, frame: Battling) -> None:
        if frame.stage < len(STAGES):
            STAGES[frame.stage](play, replace(frame, stage=frame.stage + 1))


def _attackers_cards(play: Play, frame: Battling) -> None:
    _cards_of(play, frame, frame.side)


def _defenders_cards(play: Play, frame: Battling) -> None:
    _cards_of(play, frame, OTHER[frame.side])


def _cards_of(play: Play, frame: Battling, side: str) -> None:
    if cards.is_asked(play.look, frame, side):
        cards.ask(play, frame, side)
    else:
        play.push(frame)


def roll(play: Play, frame: Battling) -> None:
    """The die is cast on the column that came of it (9.27)."""
    look, position = play.look, play.position
    battle = reckon(look, frame)
    (die,) = play.roll()
    number, (lost, inflicted) = result(look, battle, die)
    fought(
        play, frame.side, frame.target, battle.attackers, battle.defenders, battle.odds,
        tuple(map(tuple, battle.shifts)), battle.column, die, tuple(map(tuple, battle.modifiers)), number, lost,
        inflicted,
    )  # fmt: skip
    owed = position.obligation
    if owed is not None and owed.side == frame.side and owed.due and unshifted(look, battle, owed.min_odds):
        position.obligation = replace(owed, met=True)
    play.push(replace(frame, lost=lost, inflicted=inflicted))


def _attacker_loses(play: Play, frame: Battling) -> None:
    play.push(frame)
    play.push(Owing(frame.side, frame.attackers, frame.lost, "9.31"))


def _defender_loses(play: Play, frame: Battling) -> None:
    """Whoever retreated there in this round counts for nothing, and goes with the first loss (9.48).

    Without a loss they share the fate of the hex (ruling R51).
    """
    play.push(frame)
    look = play.look
    weak = shaken(look, frame.target)
    play.push(Owing(OTHER[frame.side], defenders(look, frame) & ~weak, frame.inflicted, "9.31"))
    if frame.inflicted:
        elimination.eliminate(play, tuple(members(weak)), "9.48")


def _retreat(play: Play, frame: Battling) -> None:
    play.push(frame)
    if frame.margin > 0:
        retreat.beaten(play, frame, frame.margin)


def _advance(play: Play, frame: Battling) -> None:
    """The winner may advance if the hex is empty, whoever cleared it (9.51); without a winner nobody does (R48)."""
    play.push(frame)
    look = play.look
    if frame.margin <= 0 or defenders(look, frame):
        return
    units = frame.attackers & play.position.on_board & ~play.game.fortresses
    if play.game.rules.stand_ins_stay:
        units &= ~frame.stood_in  # ruling R102
    more = sum(bonus.extra_advance for _, bonus in bonuses(look, frame))
    advance.advance(play, frame.side, frame.target, units, frame.margin + more)


def _over(play: Play, frame: Battling) -> None:
    cards.combat_over(play, frame)


STAGES: tuple[Callable[[Play, Battling], None], ...] = (
    _attackers_cards, _defenders_cards, roll, _attacker_loses, _defender_loses, _retreat, _advance, _over,
)  # fmt: skip
ROLLING = STAGES.index(roll)


def amend(play: Play, **changes: Any) -> None:
    """Note something in the combat that is going on, below the questions that it has brought."""
    frames = play.position.frames
    for number in range(len(frames) - 1, -1, -1):
        if isinstance(frames[number], Battling):
            frames[number] = replace(frames[number], **changes)
            return


def going_on_below(play: Play) -> Battling | None:
    """The combat that is going on below the questions that it has brought."""
    return next((frame for frame in reversed(play.position.frames) if isinstance(frame, Battling)), None)


# Losses


class Owing(Frame, frozen=True):
    """A side loses steps, as far as these units have any (9.27)."""

    side: str
    units: Units
    steps: int
    rule: str


class Giving(Owing, frozen=True):
    """The owner chooses the unit that loses the next step."""


class LossesDue(Automatic[Owing]):
    """Asks the owner if there is a choice: surplus losses are ignored (9.27)."""

    name, rule = "losses due", "9.31"

    def run(self, play: Play, frame: Owing) -> None:
        units = frame.units & play.position.on_board
        if not frame.steps or not units:
            return
        left = sum(play.position.units[unit].steps for unit in members(units))
        if frame.steps < left and units & (units - 1):
            play.push(frame.turned(Giving, units=units))
            return
        play.push(replace(frame, steps=frame.steps - 1))
        lose_step(play, members(units)[0], frame.rule)


class Losses(Question[Giving]):
    """Losses are of the owner's choice, a step at a time (9.31)."""

    name = "losses"

    def text(self, look: FestungLook, frame: Giving) -> str:
        more = f"; {frame.steps} steps are still to be lost" if frame.steps > 1 else ""
        return f"Choose the unit that loses a step{more}."

    @offer("lose", UNITS, "9.31", "Lose a step")
    def lose(self, look: FestungLook, frame: Giving) -> Conditions:
        yield look.game.side_units[frame.side], "9.31", "this step is lost by the other side"
        yield look.position.on_board, "9.31", "{it} is not on the map"
        yield frame.units, "9.16", "{it} takes no part in this combat, or no share in its losses"

    @lose.does
    def _(self, play: Play, frame: Giving, unit: int) -> None:
        play.pop()
        if frame.steps > 1:
            play.push(frame.turned(Owing, steps=frame.steps - 1))
        lose_step(play, unit, frame.rule)


def lose_step(play: Play, unit: int, rule: str) -> None:
    """A unit loses a step in combat; if that was the last one of an army, a corps may stand in for it (9.32)."""
    node, side = play.position.units[unit].at, play.game.counters[unit].side
    relief = stand_ins(play.look, unit) if play.position.units[unit].steps == 1 else 0
    if not elimination.lose_step(play, unit, rule) and relief:
        play.push(Relieving(side, node, unit, relief))


class Relieving(Frame, frozen=True):
    """An army has been eliminated; a corps of its nationality may take its place."""

    side: str
    node: Node
    army: UnitNumber
    corps: Units


class Relief(Question[Relieving]):
    """A corps takes the army's place at once, if its owner likes; no more of the result falls on it (9.32, R56)."""

    name, rule, points_at = "stand-in", "9.32", "node"

    def text(self, look: FestungLook, frame: Relieving) -> str:
        game = look.game
        return f"{game.unit_name(frame.army)} is lost in {game.hex_name(frame.node)}: a corps may take its place."

    @offer("stand-in", UNITS, "9.32", "Take its place")
    def relieve(self, look: FestungLook, frame: Relieving) -> Conditions:
        game = look.game
        yield game.side_units[frame.side] & game.corps, "9.32", "{it} is no corps of yours"
        yield frame.corps, "9.32", "{it} is of another nationality, or not in a Reserve box that serves the army"

    @relieve.does
    def _(self, play: Play, frame: Relieving, unit: int) -> None:
        play.pop()
        play.put(unit, frame.node)
        stands_in(play, unit, frame.army)
        battle = going_on_below(play)
        if battle is not None and battle.side == frame.side:
            amend(play, attackers=battle.attackers | 1 << unit, stood_in=battle.stood_in | 1 << unit)
            play.position.note(1 << unit, "attacked")

    nobody = going_on("9.36", "Nobody", "no corps takes its place", verb="pass")
