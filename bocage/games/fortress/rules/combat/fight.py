"""The die of a battle and what it brings: the defender's losses and retreats first, then the attacker's (15.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bocage.parts.combat import losses
from bocage.rules import UNITS, About, Conditions, Hexes, HexSet, OfSide, Roll, Units, automatic, event

from ...data.tables import Result
from .. import victory, winter
from ..elimination import eliminate, lose_step
from ..look import Fortress, FortressLook, Play, members, union
from ..movement import districts
from ..movement.entering import take
from ..position import ALLIED, GERMAN, OTHER
from . import attackers as who
from . import quota, retreat
from .duties import sallying
from .making import Fighting, Listing
from .odds import Battle, fresh, modified
from .routes import Falling

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
    dice, hexes = [Roll(f"{rest[2]}: {rest[6]}", (rest[3],))], [game.board.labels[node] for node in nodes]
    return About("battle", side, dice, hexes=hexes, units=game.pointed_at([*units, *enemies]))


fought = event("battle", "15.2", _battle_words, about=_about_battle)
overrun = event("left on enemies", "12.9", "{unit} cannot hold out among enemies.", sort="loss")
thrown_back = event("thrown back", "12.9", "{units}: thrown back into the sea.", sort="loss")


def defenders(look: FortressLook, side: str, targets: HexSet) -> Units:
    """Those who defend some hexes against a side."""
    return union(fresh(look, node, OTHER[side]) for node in look.game.board.nodes(targets))


def resolve(play: Play, frame: Fighting, battle: Battle) -> None:
    """The battle is fought as it has been put together."""
    position, game, look, side = play.position, play.game, play.look, frame.side
    enemies, units, frozen = defenders(look, side, frame.targets), frame.attackers, position.frozen
    idle, sorties = bystanders(look, frame), frame.sorties | sallying(look, side, units)
    position.sector_attacks += bool(quota.owed(look, side)) and quota.counts(look, frame.targets, battle.declared)
    if frame.support:
        used = position.support_used  # each aircraft supports one battle (17.10.2)
        position.support_used = {**used, side: used.get(side, 0) + frame.support}
    if frame.carpet:
        again = position.carpet_month == look.month()
        position.carpet_month, position.carpets = look.month(), position.carpets + 1 if again else 0
    position.naval_used |= frame.ships
    position.fought |= units | enemies
    # Who attacks the frozen by choice releases everybody (9.1.F, 9.9); not so invaders alone, who were sent to this hex
    # because a hidden unit blocked their way (9.6, 12.17).
    displaced = not units & ~position.invaders and not frame.targets & position.beaches
    if enemies & frozen and not displaced:
        districts.release_all(play, "9.1.F")
    (die,) = play.roll()
    number = modified(game, die, battle.modifiers)
    result = game.data.results[battle.column][number - 1]
    fought(
        play, side, tuple(game.board.nodes(frame.targets)), tuple(members(units)), tuple(members(enemies)),
        battle.odds, battle.declared, battle.column, die, number, tuple(map(tuple, battle.modifiers)), result,
    )  # fmt: skip
    # The list stands; but whoever was released has a zone from now on: then it is made anew (9.8).
    play.swap(frame.turned(Listing, acted=True, listed=position.frozen == frozen, sorties=sorties))
    play.push(Settling(side, frame.targets, units, enemies, idle, result))


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


# What a result brings, stage by stage


class Settling(OfSide, frozen=True):
    """A battle has been decided; what its result brings comes stage by stage."""

    targets: Hexes
    attackers: Units
    defenders: Units
    bystanders: Units
    result: str
    stage: int = 0


@automatic("settlement", "15.2", Settling)
def settlement(play: Play, frame: Settling) -> None:
    """All losses and retreats apply to the defender before the attacker (15.2)."""
    if frame.stage + 1 < len(STAGES):
        play.push(frame.but(stage=frame.stage + 1))
    STAGES[frame.stage](play, frame, play.game.data.meanings[frame.result])


def _losses(play: Play, side: str, units: Units, steps: str) -> None:
    units &= play.position.on_board
    if steps == ALL:
        for unit in members(units):
            eliminate(play, unit, "15.3")
    elif int(steps) and units:
        play.push(LossesDue.frame(side, units, int(steps), "15.3"))


def _stragglers(play: Play, frame: Settling, meaning: Result) -> None:
    """Who was retreated there before takes no part, but goes if all who did are gone (15.11, ruling R104)."""
    look, enemy = play.look, OTHER[frame.side]
    if meaning.defender_retreat or meaning.defender_loses == ALL:
        here = [look.in_place(node, enemy) & play.game.land_units for node in play.game.board.nodes(frame.targets)]
        longest = max(row.defender_retreat for row in play.game.data.meanings.values())
        far = meaning.defender_retreat or longest
        order = Falling(frame.side, enemy, 0, far, far, "15.11")
        retreat.go(play, order, union(units for units in here if not units & frame.defenders))


def _attacker_retreats(play: Play, frame: Settling, meaning: Result) -> None:
    """Who came down or ashore on enemies cannot retreat (12.9, 20.8, 21.11); others go one or two hexes."""
    position, look = play.position, play.look
    if not meaning.attacker_most:
        return
    left = frame.attackers & position.on_board
    trapped = left & (who.on_enemies(look, frame.side) | position.invaders)
    sheltered = left & ~trapped & retreat.sheltered(look, frame.side)
    order = Falling(frame.side, frame.side, 0, meaning.attacker_least, meaning.attacker_most, "15.3")
    if left & ~sheltered:
        # Bystanders are forced to go along, and no ground shelters them (14.11, ruling R54).
        idle = frame.bystanders & position.on_board
        retreat.go(play, order.but(rule="14.11"), idle & ~position.invaders)
        trapped |= idle & position.invaders
    retreat.may_stay(play, order, sheltered)
    retreat.go(play, order, left & ~sheltered & ~trapped)
    _overrun(play, trapped)


def _overrun(play: Play, units: Units) -> None:
    position = play.position
    for unit in members(units):
        rule = "20.8" if position.dropped >> unit & 1 else "21.11" if position.raiders >> unit & 1 else "12.9"
        overrun(play, unit, rule=rule)
        eliminate(play, unit, rule)


def _aftermath(play: Play, frame: Settling, meaning: Result) -> None:
    """Paratroopers and raiders who have not cleared their hex are lost; whoever has holds it (20.8, 21.11, 30.2)."""
    came = frame.attackers & (play.position.dropped | play.position.raiders)
    _overrun(play, who.on_enemies(play.look, frame.side) & came)
    look = play.look
    for node in play.game.board.nodes(frame.targets & look.occupied(frame.side) & ~look.occupied(OTHER[frame.side])):
        take(play, members(look.in_place(node, frame.side) & play.game.land_units)[0], node)
    victory.check(play)


def _advance(play: Play, frame: Settling, meaning: Result) -> None:
    """1SS and 150SS may go a hex farther in the opening blow (33.3.9.4, ruling R96)."""
    if frame.side == GERMAN and winter.opening_blow(play.look):
        for unit in members(frame.attackers & play.position.on_board & play.game.trait("peiper")):
            play.push(retreat.Advance.frame(frame.side, unit))


STAGES: tuple[Callable[[Play, Settling, Result], None], ...] = (
    lambda play, frame, meaning: _losses(play, OTHER[frame.side], frame.defenders, meaning.defender_loses),
    lambda play, frame, meaning: retreat.defenders_go(play, frame.side, frame.defenders, meaning.defender_retreat),
    _stragglers,
    lambda play, frame, meaning: _losses(play, frame.side, frame.attackers, meaning.attacker_loses),
    _attacker_retreats,
    _aftermath,
    _advance,
)


class LossesDue(losses.LossesDue[losses.Owing], name="losses due", rule="15.3"):
    """Asks the owner if there is anything to choose; whoever cannot pay in full loses everything."""

    lose_step = lose_step


class Losses(losses.Losses[losses.Owing], name="losses"):
    """Losses are of the owner's choice (15.3); a coastal defense unit has no second step (22.3)."""

    lose_step = lose_step

    def payers(self, look: FortressLook, frame: losses.Owing) -> Conditions:
        yield look.position.on_board, frame.rule, "{it} is not on the map"
        yield frame.units, frame.rule, "{it} takes no part in this battle, and only who does loses steps"


# Beaches


@automatic("beaches", "12.9")
def beaches(play: Play, side: str) -> None:
    """After the first combat impulse of a landing whoever is still on top of Germans is lost (12.9)."""
    lost = members(who.on_enemies(play.look, side))
    if lost:
        thrown_back(play, tuple(lost))
        for unit in lost:
            eliminate(play, unit, "12.9")
        victory.check(play)
