"""Telling numbers of a position of Operation Roundup: who would win now, and what may still change it."""

from __future__ import annotations

from math import log2

from ..rules.concealment import chances
from ..rules.look import RoundupLook
from ..rules.position import ALLIED, FIRST_CUP, GERMAN, ITALY_CUP, POOL, RUSSIA_CUP, SECOND_CUP
from ..rules.supply import overland_hexes
from ..rules.victory import standing
from .sight import Ground

STRIKE_RANGE = {"mech": 4, "leg": 3, "static": 2}  # hexes from which a unit can soon join an attack
NEAR_RIM = 12
FAR_OFF = 5  # hexes; the nearest German to a beachhead counts within it
AT_THE_GATES = 2
AROUND = 2  # hexes around a beachhead or port in which its defenders are counted
SIEGE = 4  # and from which a port may be attacked
UNITS = 50.0  # scales numbers of factors and units to about 1
CUPS = (FIRST_CUP, SECOND_CUP, ITALY_CUP, RUSSIA_CUP)


def features(look: RoundupLook, ground: Ground) -> dict[str, float]:
    """The same numbers for both sides; each has its own weights."""
    game, position = look.game, look.position
    counters, units, coastal = game.counters, position.units, game.data.coastal
    now = standing(look)
    beachheads = look.beachheads()
    turns = game.rules.turns
    german_phase = game.phase(position).startswith(GERMAN)
    late = (position.turn - 1 + (0.5 if german_phase else 0.0)) / turns
    levels = _levels(look)
    lead = sum(share * ((now.allied > german) - (now.allied < german)) for german, share in levels)
    homes = [(node, ground.distances(1 << node)) for node in game.board.nodes(beachheads)]
    held = game.port_hexes & position.allied_control
    complete = missing = 0
    for hexes in game.data.ports.values():
        if hexes & ~position.allied_control:
            missing |= hexes
        else:
            complete |= hexes
    doors = [(node, ground.distances(1 << node)) for node in game.board.nodes(complete)]
    places = [away for _, away in (*homes, *doors)]
    to_port = ground.distances(missing) if missing else None
    strikes = [0.0] * len(places)  # German attack factors near each beachhead and port that the Allies hold
    guards = [0.0] * len(places)  # Allied defence factors around it
    gates = [0.0] * len(homes)  # attack factors that stand right before each beachhead
    besiegers = garrison = 0.0  # around the ports that are not complete
    allied_strength = german_strength = hungry = 0.0
    rim_gap, nearest = NEAR_RIM, FAR_OFF
    overland = overland_hexes(look, "US") | overland_hexes(look, "UK") | coastal
    members = game.allied_units & position.on_board
    while members:
        low = members & -members
        members ^= low
        unit = low.bit_length() - 1
        at, steps = units[unit].at, units[unit].steps
        defence = counters[unit].defence[steps]
        allied_strength += counters[unit].attack[steps] + defence
        rim_gap = min(rim_gap, ground.from_rim[at])
        if not overland >> at & 1:
            hungry += 1.0
        if to_port is not None and to_port[at] <= SIEGE:
            besiegers += counters[unit].attack[steps]
        for number, away in enumerate(places):
            if away[at] <= AROUND:
                guards[number] += defence
    members = game.german_units & position.on_board
    while members:
        low = members & -members
        members ^= low
        unit = low.bit_length() - 1
        at, steps = units[unit].at, units[unit].steps
        attack = counters[unit].attack[steps]
        german_strength += attack + counters[unit].defence[steps]
        if to_port is not None and to_port[at] <= AROUND:
            garrison += counters[unit].defence[steps]
        reach = STRIKE_RANGE[counters[unit].mobility]
        for number, away in enumerate(places):
            if away[at] <= reach:
                strikes[number] += attack
                if number < len(homes):
                    nearest = min(nearest, away[at])
                    if away[at] <= AT_THE_GATES:
                        gates[number] += attack
    pressure = [log2((1.0 + strike) / (3.0 + guard)) for strike, guard in zip(strikes, guards, strict=True)]
    home_pressure = max(pressure[: len(homes)], default=0.0)
    port_pressure = max(pressure[len(homes) :], default=-3.0)
    siege = log2((1.0 + besiegers) / (3.0 + garrison)) if missing else 0.0
    worry = [_worry(look, ground, node, strike) for (node, _), strike in zip((*homes, *doors), strikes, strict=True)]
    home_worry = worry[: len(homes)]
    port_worry = worry[len(homes) :]
    wings = _wings(look)
    worst = max(home_worry, default=0.0)
    worst_port = max(port_worry, default=0.0)
    pool = sum(counters[unit].attack[counters[unit].steps] for unit in position.stacks.get(POOL, ()))
    cups = sum(
        counters[unit].attack[counters[unit].steps]
        for place in CUPS
        for unit in position.stacks.get(place, ())
        if place != RUSSIA_CUP or wings[0]
    )
    left = 1.0 - late
    last = max(0.0, late - 0.6) / 0.4  # only what is near the end
    lost = float(now.beachheads_lost > 0)
    edge = float(not now.edge_clear)
    two = float(now.linked_ports >= 2)
    balance = log2((allied_strength + 20.0) / (german_strength + 20.0))
    return {
        "late": late,
        "lead": lead,
        "lead late": lead * late,
        "lead last": lead * last,
        "beachhead lost": lost,
        "beachheads lost": float(now.beachheads_lost),
        "edge": edge,
        "edge last": edge * last,
        "edge gap": (NEAR_RIM - rim_gap) / NEAR_RIM,
        "edge gap last": (NEAR_RIM - rim_gap) / NEAR_RIM * last,
        "ports": float(now.ports),
        "two ports": two,
        "two ports last": two * last,
        "linked": float(now.linked_ports > 0),
        "port hexes": float(held.bit_count()),
        "allied strength": allied_strength * left / UNITS / 5,
        "german strength": german_strength * left / UNITS / 5,
        "balance": balance,
        "balance left": balance * left,
        "pool": pool * left / UNITS,
        "cups": cups * left / UNITS,
        "hungry": hungry / 5,
        "home pressure": home_pressure,
        "home pressure last": home_pressure * last,
        "port pressure": port_pressure,
        "siege": siege,
        "siege last": siege * last,
        "two ports or russia": max(two, wings[0] * float(now.linked_ports > 0)) * late,
        "nearest german": (FAR_OFF - nearest) / FAR_OFF,
        "at the gates": max(gates, default=0.0) / 20,
        "at the gates left": max(gates, default=0.0) / 20 * left,
        "worst beachhead": worst,
        "worst beachhead last": worst * last,
        "beachheads in danger": sum(home_worry),
        "worst port": worst_port,
        "worst port last": worst_port * last,
        "ports in danger": sum(port_worry),
        "russia": wings[0],
        "russia late": wings[0] * late,
        "luftwaffe": wings[1],
    }


def _worry(look: RoundupLook, ground: Ground, node: int, strike: float) -> float:
    """How badly a hex that the Allies hold may fare: doublings of the enemy's strength over what stands there."""
    counters, units = look.game.counters, look.position.units
    defence = sum(
        counters[unit].defence[units[unit].steps]
        for unit in look.position.stacks.get(node, ())
        if counters[unit].side == ALLIED
    )
    shelter = ground.cover[node] + (look.game.data.coastal >> node & 1)
    return max(0.0, min(4.0, log2((1.0 + strike) / (1.0 + defence)) - 0.5 * shelter))


def _wings(look: RoundupLook) -> tuple[float, float]:
    """How likely it is that units come from Russia, and that the Luftwaffe does."""
    strategies = look.game.data.strategies
    strategy = look.position.strategy
    shares = {strategy: 1.0} if strategy else chances(look.game, look.position)
    return (
        sum(share for number, share in shares.items() if strategies[number].russia),
        sum(share for number, share in shares.items() if strategies[number].luftwaffe),
    )


def _levels(look: RoundupLook) -> list[tuple[int, float]]:
    """The German level if the game ended now, each with its likelihood: a hidden strategy leaves it open."""
    if look.position.strategy:
        return [(standing(look).german, 1.0)]
    found = []
    for strategy, share in chances(look.game, look.position).items():
        guess = look.position.copy()
        guess.strategy = strategy
        found.append((standing(look.game.look(guess)).german, share))
    return found
