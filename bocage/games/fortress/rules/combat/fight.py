"""The die of a battle and what it brings: the defender's losses and retreats first, then the attacker's (15.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from bocage.rules import UNITS, About, Automatic, Frame, Hexes, HexSet, Roll, Units, event

from .. import victory, winter
from ..air import carpet, support
from ..elimination import eliminate
from ..look import FortressLook, Play, members
from ..movement import districts
from ..movement.entering import take
from ..position import ALLIED, GERMAN, OTHER
from . import attackers as who
from . import quota, retreat
from .advance import Pressing
from .duties import sallying
from .losses import Owing
from .making import Fighting
from .odds import Battle, defenders_of, modified, with_trait
from .routes import Order

if TYPE_CHECKING:
    from ...game import Fortress

MEANING = {
    "AE": "attacker eliminated",
    "A2": "the attacker loses two steps and retreats",
    "A1": "the attacker loses a step and retreats",
    "AR": "the attacker retreats",
    "E2": "exchange: the attacker loses two steps, the defender one and retreats a hex",
    "EX": "exchange: both lose a step, the defender retreats two hexes",
    "DR": "the defender retreats two hexes",
    "D1": "the defender loses a step and retreats two hexes",
    "DE": "defender eliminated",
}
ALL = "all"  # as the chart says it


def _battle_words(game: Fortress, side: str, nodes: Any, units: Any, enemies: Any, *rest: Any) -> str:
    odds, declared, column, die, changed, modifiers, result = rest
    lower = f", declared {declared}" if declared != odds else ""
    added = "".join(f"; {number:+d} {why} ({rule})" for number, rule, why in modifiers)
    read = f" read as {changed}" if changed != die else ""
    return (
        f"{game.side_name(side)} attack {game.named('hexes', nodes)}: {game.named(UNITS, units)} against "
        f"{game.named(UNITS, enemies)}, {odds}{lower}; rolled on {column}: {die}{added}{read}, {result} - "
        f"{MEANING[result]}."
    )


def _about_battle(game: Fortress, side: str, nodes: Any, units: Any, enemies: Any, *rest: Any) -> About:
    column, die, result = rest[2], rest[3], rest[6]
    hexes = [game.board.labels[node] for node in nodes]
    return About(
        "battle", side, [Roll(f"{column}: {result}", (die,))], hexes=hexes, units=game.pointed_at([*units, *enemies])
    )


fought = event("battle", "15.2", _battle_words, about=_about_battle)
overrun = event("left on enemies", "12.9", "{unit} cannot hold out among enemies.", sort="loss", unit=UNITS)


def defenders(look: FortressLook, side: str, targets: HexSet) -> Units:
    """Those who defend some hexes against a side."""
    return defenders_of(look, side, targets)


def resolve(play: Play, frame: Fighting, battle: Battle) -> None:
    """The battle is fought as it has been put together."""
    position, game, look, side = play.position, play.game, play.look, frame.side
    enemies, units = defenders(look, side, frame.targets), frame.attackers
    idle, sorties = bystanders(look, frame), frame.sorties | sallying(look, side, units)
    counts = quota.owed(look, side) and quota.counts(look, frame.targets, battle.declared)
    if frame.support:
        support.spend(play, side, frame.support)
    if frame.carpet:
        carpet.flown(play)
    position.naval_used |= frame.ships
    position.fought |= units | enemies
    position.sector_attacks += bool(counts)
    frozen = position.frozen
    if enemies & frozen and not _displaced(look, frame.targets, units):
        districts.attacked(play, enemies)
    (die,) = play.roll()
    number = modified(game, die, battle.modifiers)
    result = game.data.results[battle.column][number - 1]
    fought(
        play, side, tuple(game.board.nodes(frame.targets)), tuple(members(units)), tuple(members(enemies)),
        battle.odds, battle.declared, battle.column, die, number, tuple(map(tuple, battle.modifiers)), result,
    )  # fmt: skip
    # Whoever is released has a zone from now on: the list is made anew (9.8).
    play.swap(frame.after_battle(position.frozen == frozen, sorties))
    play.push(Settling(side, frame.targets, units, enemies, idle, result))


def _displaced(look: FortressLook, targets: HexSet, units: Units) -> bool:
    """Do only such invaders attack as were sent to this hex because a hidden unit blocked their way (9.6, 12.17)?"""
    position = look.position
    return not units & ~position.invaders and not targets & position.beaches


def bystanders(look: FortressLook, frame: Fighting) -> Units:
    """Units of other nationalities before the same enemy that have nobody left to attack (14.11)."""
    if frame.side != ALLIED:
        return 0
    opened, found = who.targets(look, frame.side) & ~frame.targets, 0
    left = frame.bound & who.ready(look, frame.side) & ~frame.attackers
    for unit in members(left & ~who.companions(look, frame.side, frame.attackers)):
        near = who.reach(look, frame.side, unit)
        if near & frame.targets and not near & opened:
            found |= 1 << unit
    return found


class Settling(Frame, frozen=True):
    """A battle has been decided; what its result brings comes stage by stage."""

    side: str
    targets: Hexes
    attackers: Units
    defenders: Units
    bystanders: Units
    result: str
    stage: int = 0


class Settlement(Automatic[Settling]):
    """All losses and retreats apply to the defender before the attacker (15.2)."""

    name, rule = "settlement", "15.2"

    def run(self, play: Play, frame: Settling) -> None:
        if frame.stage + 1 < len(STAGES):
            play.push(replace(frame, stage=frame.stage + 1))
        STAGES[frame.stage](play, frame)


def _losses(play: Play, side: str, units: Units, steps: str) -> None:
    units &= play.position.on_board
    if steps == ALL:
        for unit in members(units):
            eliminate(play, unit, "15.3")
    elif int(steps) and units:
        play.push(Owing(side, units, int(steps), "15.3"))


def _defender_losses(play: Play, frame: Settling) -> None:
    _losses(play, OTHER[frame.side], frame.defenders, play.game.data.meanings[frame.result].defender_loses)


def _defender_retreats(play: Play, frame: Settling) -> None:
    hexes = play.game.data.meanings[frame.result].defender_retreat
    if hexes:
        retreat.defenders_go(play, frame.side, frame.defenders & play.position.on_board, hexes)


def _stragglers(play: Play, frame: Settling) -> None:
    """Who was retreated there before takes no part, but goes if all who did are gone (15.11, ruling R104)."""
    meanings, look, enemy = play.game.data.meanings, play.look, OTHER[frame.side]
    meaning = meanings[frame.result]
    far = meaning.defender_retreat or max(row.defender_retreat for row in meanings.values())
    if not meaning.defender_retreat and meaning.defender_loses != ALL:
        return
    units = 0
    for node in play.game.board.nodes(frame.targets):
        here = look.in_place(node, enemy) & play.game.land_units
        if not here & frame.defenders:
            units |= here
    if units:
        retreat.go(play, Order(enemy, frame.side, far, far, "15.11"), units)


def _attacker_losses(play: Play, frame: Settling) -> None:
    _losses(play, frame.side, frame.attackers, play.game.data.meanings[frame.result].attacker_loses)


def _attacker_retreats(play: Play, frame: Settling) -> None:
    """Who came down or ashore on enemies cannot retreat (12.9, 20.8, 21.11); others go one or two hexes."""
    meaning, position, look = play.game.data.meanings[frame.result], play.position, play.look
    if not meaning.attacker_most:
        return
    left = frame.attackers & position.on_board
    trapped = left & (who.on_enemies(look, frame.side) | position.invaders)
    sheltered = left & ~trapped & retreat.sheltered(look, frame.side)
    order = Order(frame.side, frame.side, meaning.attacker_least, meaning.attacker_most, "15.3")
    if left & ~sheltered:
        # Bystanders are forced to go along, and no ground shelters them (14.11, ruling R54).
        idle = frame.bystanders & position.on_board
        retreat.go(play, order._replace(rule="14.11"), idle & ~position.invaders)
        trapped |= idle & position.invaders
    retreat.may_stay(play, order, sheltered)
    retreat.go(play, order, left & ~sheltered & ~trapped)
    for unit in members(trapped):
        _overrun(play, unit)


def _overrun(play: Play, unit: int) -> None:
    position = play.position
    rule = "20.8" if position.dropped >> unit & 1 else "21.11" if position.raiders >> unit & 1 else "12.9"
    overrun(play, unit, rule=rule)
    eliminate(play, unit, rule)


def _aftermath(play: Play, frame: Settling) -> None:
    """Paratroopers and raiders who have not cleared their hex are lost; whoever has now holds it (20.8, 21.11)."""
    position, look = play.position, play.look
    came = position.dropped | position.raiders
    for unit in members(who.on_enemies(look, frame.side) & frame.attackers & came):
        _overrun(play, unit)
    hold(play, frame.side, frame.targets)
    victory.check(play)


def hold(play: Play, side: str, hexes: HexSet) -> None:
    """Units that share a hex with enemies no longer take it (20.8, 30.2)."""
    look = play.look
    for node in play.game.board.nodes(hexes & look.occupied(side) & ~look.occupied(OTHER[side])):
        take(play, members(look.in_place(node, side) & play.game.land_units)[0], node)


def _advance(play: Play, frame: Settling) -> None:
    """1SS and 150SS may go a hex farther in the opening blow (33.3.9.4, ruling R96)."""
    if frame.side == GERMAN and winter.opening_blow(play.look):
        units = frame.attackers & play.position.on_board & with_trait(play.game, "peiper")
        if units:
            play.push(Pressing(frame.side, units))


STAGES = (
    _defender_losses, _defender_retreats, _stragglers, _attacker_losses, _attacker_retreats, _aftermath, _advance,
)  # fmt: skip
