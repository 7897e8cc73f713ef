"""The arithmetic of a fight (13.6 to 13.9): both sides' strengths, their columns, and every modifier with its case."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from bocage.hexes import Edges
from bocage.rules import HexSet, Units, pure

from ..look import DROWNING, StormingLook, members
from ..position import ALLIED, GERMAN, OTHER

if TYPE_CHECKING:
    from ...game import Storming
    from .fight import Fight

COMBAT, ASSAULT, CHERBOURG = "combat", "assault", "cherbourg"


class Modifier(NamedTuple):
    """What changes a die: the points, the case that gives them, and the reason."""

    points: int
    rule: str
    why: str


class Factor(NamedTuple):
    """What one unit brings: the strength of the face that is up, and the cases under which it is halved."""

    unit: int
    strength: int
    halved: tuple[str, ...] = ()


class Fire(NamedTuple):
    """The fire of one side."""

    side: str
    factors: tuple[Factor, ...]
    strength: int
    column: str  # of the Combat Fire Table; empty for a side that has no strength and does not fire
    modifiers: tuple[Modifier, ...]

    @property
    def points(self) -> int:
        """All modifiers together."""
        return sum(modifier.points for modifier in self.modifiers)


class Battle(NamedTuple):
    """A fight, reckoned up."""

    kind: str
    side: str  # the attacker
    target: int
    attack: Fire
    defence: Fire
    first_fire: str  # why the defender fires first (13.6.A); empty if both fire together


def reckon(look: StormingLook, fight: Fight) -> Battle:
    """Reckon a combat, a Mobile Assault or a Cherbourg Assault, with those of its attackers that are on the map."""
    game, position, side, enemy = look.game, look.position, fight.side, OTHER[fight.side]
    attackers, defenders = fight.attackers & position.on_board, look.units_in(1 << fight.target, enemy)
    # Attackers are halved out of supply (8.5), and again out of a hex that is being flooded (13.9.D); defenders are
    # halved once, if they are out of supply, disrupted, or both (12.1).
    wet = look.units_in(game.roer_valley, side) if look.roer() == DROWNING else 0
    if fight.hobart == "roer":
        wet &= ~(1 << fight.single)
    hungry, disrupted = position.oos, position.disrupted & ~position.oos
    attack = _factors(attackers, look.attack, {"8.5": hungry, "13.9.D": wet})
    defence = _factors(defenders, look.defence, {"8.5": hungry, "12.1": disrupted})
    return Battle(
        fight.kind,
        side,
        fight.target,
        _fire(game, side, attack, attack_modifiers(look, fight, attackers)),
        _fire(game, enemy, defence, defence_modifiers(look, fight, defenders)),
        first_fire(look, fight, attackers),
    )


def _factors(units: Units, strength: Callable[[int], int], halved: Mapping[str, Units]) -> tuple[Factor, ...]:
    return tuple(
        Factor(unit, strength(unit), tuple(rule for rule, weak in halved.items() if weak >> unit & 1))
        for unit in members(units)
    )


def _fire(game: Storming, side: str, factors: tuple[Factor, ...], modifiers: Iterable[Modifier]) -> Fire:
    total = strength(game, factors)
    return Fire(side, factors, total, column(game, total), tuple(found for found in modifiers if found.points))


def hits(look: StormingLook, battle: Battle, fire: Fire, die: int) -> int:
    """The steps that a die of one side of a battle costs the other (13.7.3, 3.2.E.4)."""
    if not fire.column:
        return 0
    steps = read(look.game, fire.column, die + fire.points)
    return 0 if fire.side == battle.side and steps <= ignored(look, battle) else steps


def column(game: Storming, strength: int) -> str:
    """The column of the Combat Fire Table for a strength (13.7.2); none for a strength of zero."""
    if strength <= 0:
        return ""
    for name in game.data.fire_columns:
        last = name.rpartition("-")[2]
        if name.endswith("+") or strength <= int(last):
            return name
    raise AssertionError("the last column of the Combat Fire Table is open")


def read(game: Storming, name: str, modified: int) -> int:
    """The steps that a modified roll gives in a column; beyond its ends the table's last rows count (13.7.3)."""
    rows = game.data.fire[name]
    return rows[min(max(modified, 1), len(rows)) - 1]


FIRST_ROW, LAST_ROW = "≤ 1", "≥ 7"  # the rows at the ends of the Combat Fire Table are open


def row_of(game: Storming, name: str, modified: int) -> str:
    """The row of the Combat Fire Table in which a modified roll is read."""
    return FIRST_ROW if modified <= 1 else LAST_ROW if modified >= len(game.data.fire[name]) else str(modified)


def strength(game: Storming, factors: Iterable[Factor]) -> int:
    """The strength of a side: what is halved is added up first, then halved and rounded down (13.7.1, ruling R25)."""
    numbers = game.rules.numbers
    whole = hungry = wet = both = 0
    for factor in factors:
        if not factor.halved:
            whole += factor.strength
        elif factor.halved == ("13.9.D",):
            wet += factor.strength
        elif len(factor.halved) > 1:
            both += factor.strength
        else:
            hungry += factor.strength
    flood = numbers["flooded_divisor"]
    return whole + wet // flood + (hungry + both // flood) // numbers["unsupplied_divisor"]


# Who fires first (13.6)


def first_fire(look: StormingLook, fight: Fight, attackers: int) -> str:
    """Why the defender fires before the attacker (13.6.A), or nothing."""
    if fight.kind == CHERBOURG or not attackers:
        return ""
    if fight.side == GERMAN and beaches_and_coast(look.game) >> fight.target & 1:
        return "the Germans attack a beach hex or a coastal hex beside one"
    if fight.hobart != "first fire" and over_rhine(look, fight, attackers):
        return "every attacker crosses the Rhine without a bridge"
    return ""


def over_rhine(look: StormingLook, fight: Fight, attackers: int) -> bool:
    """Do all of these attack over Rhine hexsides without a bridge of use to them (13.6.A, ruling R34)?"""
    position, data = look.position, look.game.data
    rhine = data.rivers["rhine"]
    hexes = look.hexes_of(members(attackers))
    if not rhine.sources >> fight.target & 1 or not hexes:
        return False
    usable = {position.bridge_captured} if fight.side == ALLIED else {bridge.name for bridge in data.bridges}
    usable -= set(position.bridges_blown)
    bridged = {frozenset(bridge.ends) for bridge in data.bridges if bridge.name in usable}
    return all(
        rhine.has(node, fight.target) and frozenset((node, fight.target)) not in bridged
        for node in look.game.board.nodes(hexes)
    )


@pure(1)
def beaches_and_coast(game: Storming) -> HexSet:
    """The Beach Hexes, and the coastal hexes beside them (13.6.A, ruling R64)."""
    return game.beach_hexes | game.board.step(game.beach_hexes) & game.data.coastal


def ignored(look: StormingLook, battle: Battle) -> int:
    """Up to how many steps mean nothing: one for an Airborne unit alone in its hex on turn 1 (3.2.E.4, ruling R24)."""
    numbers = look.game.rules.numbers
    if (
        look.position.turn != numbers["campaign_first_turn"]
        or battle.side != GERMAN
        or len(battle.defence.factors) != 1
    ):
        return 0
    lone = look.counter(battle.defence.factors[0].unit)
    return numbers["turn_one_airborne_ignores"] if lone.type == "airborne" else 0


# Modifiers (13.9.A), of which some may come to nothing

AIR = "a Tactical Air unit gives support"


def attack_modifiers(look: StormingLook, fight: Fight, attackers: Units) -> Iterator[Modifier]:
    """What changes the attackers' die; of all terrain only what is best for the defender (13.9.A.1; R8)."""
    position, numbers = look.position, look.game.rules.numbers
    points, why = min(_terrains(look, fight, attackers), key=lambda found: found[0])
    yield Modifier(points, "13.9.A.1", why)
    if fight.side == ALLIED:
        if fight.air:
            yield Modifier(numbers["air_drm"], "17.5.3.A", AIR)
        commands = (look.command_of(unit) for unit in members(attackers))  # R116
        if position.turn > numbers["limited_start_last_turn"] and any(map(look.limited, commands)):
            yield Modifier(numbers["limited_drm"], "9.1.A.2", "the attackers' Command is in Limited Supply")
        if fight.hobart == "drm":
            yield Modifier(numbers["hobart_drm"], "13.9.B", "the 79th Armoured Division takes part")
    elif look.offensive_now() and position.offensive_attacks < numbers["offensive_drm_attacks"]:
        # Attacks anywhere count, Mobile Assaults too (R38).
        why = "one of the first two attacks of the Hitler Counteroffensive"
        yield Modifier(numbers["offensive_drm"], "17.7.3.C", why)


def defence_modifiers(look: StormingLook, fight: Fight, defenders: Units) -> Iterator[Modifier]:
    """What changes the defenders' die."""
    numbers = look.game.rules.numbers
    if defenders & look.position.disrupted:
        yield Modifier(numbers["disrupted_drm"], "12.1", "a defending unit is disrupted")
    if fight.side == GERMAN and fight.air:
        yield Modifier(numbers["air_drm"], "17.5.3.A", AIR)


def _terrains(look: StormingLook, fight: Fight, attackers: Units) -> Iterator[tuple[int, str]]:
    """What ground and rivers give the defender."""
    game, numbers, tec = look.game, look.game.rules.numbers, look.game.data.tec
    bit = 1 << fight.target
    terrain = look.terrain_at(fight.target)
    points = tec[terrain].drm
    if terrain == "bocage" and fight.side == ALLIED and look.position.turn <= numbers["bocage_german_last_turn"]:
        points = numbers["bocage_german_drm"]
    yield points, f"the defenders are in {terrain}"
    if bit & game.data.towns:
        yield tec["town"].drm, "the defenders are in a town"
    if bit & game.data.cities:
        yield tec["city"].drm, "the defenders are in a city"
    # For the special Cherbourg Assault the hex is a normal city (8.6.A).
    if bit & look.forts() and fight.side == ALLIED and fight.kind != CHERBOURG:
        yield tec["fort"].drm, "the defenders are in a fort"
    rivers = [crossed(look, node, fight) for node in game.board.nodes(look.hexes_of(members(attackers)))]
    if rivers and all(rivers):
        widest = min(rivers, key=lambda river: tec[river].drm)  # R115
        name = "the Rhine" if widest == "rhine" else f"a {widest} river"
        yield tec[widest].drm, f"every attacker attacks across {name}"


def crossed(look: StormingLook, node: int, fight: Fight) -> str:
    """The kind of river between an attacker's hex and the target; the sea counts as minor for the 79th (13.9.B)."""
    data = look.game.data
    for name, edges in data.rivers.items():
        if edges.has(node, fight.target):
            return name
    return "minor" if fight.hobart == "sea" and sea_sides(look.game).has(node, fight.target) else ""


@pure(1)
def sea_sides(game: Storming) -> Edges:
    """All-sea hexsides over which the 79th Armoured can carry a unit: not the ferry's, none marked impassable."""
    return game.data.sea - game.data.ferry - game.data.impassable
