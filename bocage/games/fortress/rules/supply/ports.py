"""Ports and mulberries: whose they are, what they carry, capture, damage and repair (11.8, 18.7.8 to 18.7.11, 29)."""

from __future__ import annotations

from bocage.rules import HexSet, event, once

from ..look import FortressLook, Play, members
from ..position import ALLIED, GERMAN

port_taken = event(
    "port taken", "18.7.8", "The port of {node} is taken (die {die}): it carries {value}.", sort="dice", value="number",
    side=ALLIED, roll="Damage to the port",
)  # fmt: skip
port_lost = event("port lost", "18.7.2.E", "The port of {node} is lost to the Allies.", side=GERMAN)
repaired = event(
    "port repaired", "18.7.8", "The port at {node} is repaired by a point: it carries {value}.", value="number",
    side=ALLIED,
)  # fmt: skip


@once
def guarded(look: FortressLook) -> HexSet:
    """Hexes where an empty port or mulberry is in no German zone, or an Allied unit stands (11.8, 18.7.11, R23).

    Zones shut them over water only where players want it so (7.4, ruling R103).
    """
    zone = look.zone(GERMAN)
    if look.game.rules.far_bank_zones:
        zone |= look.game.data.estuaries.step(look.exerting(GERMAN))
    return ~zone | look.occupied(ALLIED)


@once
def friendly(look: FortressLook) -> HexSet:
    """Ports that the Allies control now (11.8, 18.7.11)."""
    return look.game.data.port_hexes & look.position.allied_control & guarded(look)


@once
def mulberries(look: FortressLook) -> HexSet:
    """Hexes with a mulberry that can be used (11.8)."""
    return look.hexes_of(members(look.game.mulberries)) & guarded(look)


@once
def usable(look: FortressLook) -> HexSet:
    """Ports and mulberries by which units come and supply runs now (11.4.C, 11.8, 18.8, 20.16, 21.4)."""
    return (friendly(look) & ~look.position.closed_ports | mulberries(look)) & ~shut(look)


@once
def shut(look: FortressLook) -> HexSet:
    """Ports whose passage a German unit blocks, bridges or not (11.4.C, 12.5, 12.16, 18.8)."""
    enemies = look.occupied(GERMAN)
    return sum(1 << node for node, port in look.game.data.ports.items() if port.passage & enemies)


def value(look: FortressLook, node: int) -> int:
    """What a hex carries now: its port, and a mulberry in it."""
    data, damage, found = look.game.data, look.position.port_damage, 0
    if (friendly(look) & ~look.position.closed_ports) >> node & 1:
        found += data.ports[node].capacity - damage.get(data.board.labels[node], 0)
    if mulberries(look) >> node & 1:
        for unit in look.stack(node):
            counter = look.counter(unit)
            found += counter.capacity - (damage.get(counter.id, 0) if counter.capacity else 0)
    return found


def captured(play: Play, unit: int, node: int) -> None:
    """An Allied unit takes a port: a die tells whether the Germans have damaged it (18.7.8, 18.7.10, ruling R64)."""
    game, position, numbers = play.game, play.position, play.game.rules.numbers
    bit, label, full = 1 << node, game.board.labels[node], game.data.ports[node].capacity
    again = position.captured_once & bit
    harsh = again and (game.rules.recapture_always or not position.damaged_once & bit)
    (die,) = play.roll()
    left = full - position.port_damage.get(label, 0)
    if die >= numbers["port_retaken_die" if harsh else "port_damage_die"]:
        left //= numbers["port_damage_divisor"]
        position.port_damage = {**position.port_damage, label: full - left}
        if not again:
            position.damaged_once |= bit
    position.captured_once |= bit
    position.fresh_ports |= bit
    here = [game.counters[other] for other in {unit, *play.look.of_side(node, ALLIED)}]
    if all(counter.para or counter.raider or not counter.piece for counter in here):
        position.closed_ports |= bit  # it is used from the next turn on (20.16, 21.4)
    port_taken(play, node, die, left, rule="18.7.10" if again else "18.7.8")


def repair(play: Play) -> None:
    """Infantry in a damaged port or at a mulberry repairs a point, not in the turn of its capture (18.7.8, R79)."""
    look, position, game = play.look, play.position, play.game
    for name, damage in position.port_damage.items():
        unit = game.unit_numbers.get(name)
        node = game.board.index[name] if unit is None else position.units[unit].at
        if not damage or node < 0 or position.fresh_ports >> node & 1:
            continue
        if any(look.counter(other).repairs for other in look.of_side(node, ALLIED)):
            position.port_damage = {**position.port_damage, name: damage - game.rules.numbers["port_repair"]}
            repaired(play, node, value(play.look, node))
