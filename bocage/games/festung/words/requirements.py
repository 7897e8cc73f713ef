"""On what condition a card is played, in words: each thing that must hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ..data import effects
from .whom import (
    HELD,
    article,
    both,
    card_names,
    counted,
    does,
    either,
    hexes,
    land,
    meant,
    setter,
    side_name,
    standing,
    units,
)

if TYPE_CHECKING:
    from ..game import Festung

MISSIONS = {
    "oil": "Attack Oil Production",
    "industry": "Attack Industry",
    "infrastructure": "Attack Infrastructure",
    "carpet": "Carpet Bombing",
}
SIDES = {"rhine": "Rhine", "river": "river"}


def asked(game: Festung, condition: effects.Condition, side: str) -> list[str]:
    """Everything that must hold, each as the end of "Only if ..."; `side` is whose card it is."""
    return [*_past(game, condition), *_now(game, condition), *_there(game, condition, side)]


def _past(game: Festung, wanted: effects.Condition) -> Iterator[str]:
    if wanted.played:
        yield f"{both(card_names(game, wanted.played))} {_have(wanted.played)} been played"
    if wanted.not_played:
        yield f"{either(card_names(game, wanted.not_played))} has not been played"
    if wanted.turn_min:
        yield f"it is {game.data.turns[wanted.turn_min - 1].name} or later"
    if wanted.not_winter:
        yield "it is not winter"
    for flag in wanted.flag_off:
        yield f"{setter(game, flag)} is not in force"


def _have(cards: tuple[str, ...]) -> str:
    return "has" if len(cards) == 1 else "have"


def _now(game: Festung, wanted: effects.Condition) -> Iterator[str]:
    if wanted.collapse is not None:
        yield f"German Infrastructure has {'' if wanted.collapse else 'not '}collapsed"
    if wanted.surrendered is not None:
        yield f"Italy has {'' if wanted.surrendered else 'not '}surrendered"
    if wanted.hitler is not None:
        yield "Hitler is on the map" if wanted.hitler == "on_map" else "Hitler is out of the game"
    if wanted.hitler_in:
        yield f"Hitler is in {either(hexes(game, [wanted.hitler_in]))}"
    if wanted.control is not None:
        yield _held(game, wanted.control)
    if wanted.sac_on:
        yield f"strategic bombers fly {either([MISSIONS[mission] for mission in wanted.sac_on])}"


def _held(game: Festung, wanted: effects.Control) -> str:
    places = hexes(game, wanted.hexes)
    if wanted.country:
        places.append(f"a hex of {either(land([wanted.country]))}")
    if wanted.beachheads:
        places.append(f"an invaded Beach Head of {either(land(wanted.beachheads))}")
    if wanted.ports:
        places.append("a port")
    if wanted.how == "all":
        places = [re.sub(r"^an? ", "every ", place) for place in places]
        found = f"{both(places)} {'are' if len(places) > 1 else 'is'} {HELD[wanted.side]}"
    elif wanted.how == "any":
        found = f"{either(places)} is {HELD[wanted.side]}"
    else:
        places = [re.sub(r"^an? ", "", place) for place in places]
        found = f"no {either(places)} is {HELD[wanted.side]}"
    return f"{found}, {either(hexes(game, wanted.exclude))} not counted" if wanted.exclude else found


def _there(game: Festung, wanted: effects.Condition, side: str) -> Iterator[str]:
    if wanted.unit_in is not None:
        yield f"{units(game, [wanted.unit_in.unit])[0]} is in {hexes(game, [wanted.unit_in.box])[0]}"
    if wanted.no_unit:
        yield _nobody(game, wanted.no_unit)
    if wanted.near is not None:
        near = wanted.near
        reach = counted(near.range, "hex", "hexes")
        yield f"{article(meant(game, near.sel, many=False))} is within {reach} of {hexes(game, [near.hex])[0]}"
    if wanted.adjacent is not None:
        one, other = (article(meant(game, kind, many=False)) for kind in (wanted.adjacent.a, wanted.adjacent.b))
        yield f"{one} is next to {other}"
    if wanted.borders is not None:
        who = article(meant(game, wanted.borders.sel, many=False))
        yield f"{who} is beside a {SIDES[wanted.borders.hexside]} hexside"
    if wanted.combat is not None:
        yield fought(game, wanted.combat, side)
    if wanted.any:
        yield _one_of(game, wanted.any, side)


def _nobody(game: Festung, kinds: tuple[effects.Units, ...]) -> str:
    """That none of some kinds of units are there; a place that all of them have in common is said once."""
    (place, *more) = {kind.within for kind in kinds}
    if more or not place:
        return f"there is no {either([meant(game, kind, many=False) for kind in kinds])}"
    nouns = [f"no {meant(game, replace(kind, within=()), many=False)}" for kind in kinds]
    return f"{both(nouns)} is {standing(game, place)}"


def _one_of(game: Festung, ways: tuple[effects.Condition, ...], side: str) -> str:
    if all(way == effects.Condition(played=way.played) and len(way.played) == 1 for way in ways):
        return f"{either([card for way in ways for card in card_names(game, way.played)])} has been played"
    return _or([both(asked(game, way, side)) for way in ways])


def _or(ways: list[str]) -> str:
    """Ways that are long: a comma before the last too."""
    return ways[0] if len(ways) == 1 else f"{', '.join(ways[:-1])}, or {ways[-1]}"


# Combat


def fought(game: Festung, combat: effects.Combat, side: str) -> str:
    """A combat that a card is about, as a sentence about its owner."""
    if combat.role is None and combat.any:
        subject = f"{side_name(side)} "
        ways = [fought(game, way, side) for way in combat.any]
        return _or([ways[0], *(way.removeprefix(subject) for way in ways[1:])])
    subject = "the attack is made" if combat.role is None else does(side, combat.role)
    return subject + manner(game, combat, side)


def manner(game: Festung, combat: effects.Combat, side: str) -> str:
    """How, where, on whom and with whom: what follows the verb, with a blank before it."""
    found = [*_target(game, combat), *_parties(game, combat, side), *_state(game, combat)]
    if combat.any:
        found.append(_or([manner(game, way, side).strip() for way in combat.any]))
    return "".join(f" {words}" for words in found)


def _target(game: Festung, combat: effects.Combat) -> Iterator[str]:
    """The hex attacked: by name, or by what it is."""
    if combat.target_hex:
        yield either(hexes(game, combat.target_hex))
    nouns = [
        word if wanted else f"hex that is no {word}"
        for wanted, word in ((combat.target_port, "port"), (combat.target_beachhead, "Beach Head"))
        if wanted is not None
    ]
    if combat.target_terrain:
        nouns.append(f"{either(combat.target_terrain)} hex")
    held = combat.target_has is not None and combat.role != "defend"
    beside = combat.target_next_to_allied_beachhead
    if not nouns and not combat.target_hex and (held or beside is not None):
        nouns = ["hex"]
    if nouns:
        yield both([article(noun) for noun in nouns])
    if combat.target_country:
        yield f"in {either(land(combat.target_country))}"
    if combat.south_of_arno is not None:
        yield f"{'south' if combat.south_of_arno else 'north'} of the Arno"
    if beside is not None:
        yield f"{'next to' if beside else 'away from'} an Allied Beach Head"


def _parties(game: Festung, combat: effects.Combat, side: str) -> Iterator[str]:
    """Who attacks whom, and from where."""
    if combat.target_has is not None:
        yield f"{'with' if combat.role == 'defend' else 'held by'} {_some(game, combat.target_has)}"
    if combat.attacker_has is not None:
        yield f"{'against' if combat.role == 'defend' else 'with'} {_some(game, combat.attacker_has)}"
    if combat.from_beachhead is not None:
        yield "from Beach Heads only" if combat.from_beachhead else "not from Beach Heads alone"
    if combat.all_across:
        yield f"{'where the attack is ' * (combat.role == 'defend')}wholly across {_hexsides(combat)} hexsides"
    if combat.airborne_ready is not None:
        yield f"with {'an' if combat.airborne_ready else 'no'} airborne unit in the UK box or among the attackers"


def _hexsides(combat: effects.Combat) -> str:
    return either([SIDES[kind] for kind in combat.all_across])


def _state(game: Festung, combat: effects.Combat) -> Iterator[str]:
    """What is read when the die is about to be rolled."""
    if combat.defender_oos is not None:
        yield f"against defenders {'out of' if combat.defender_oos else 'in'} supply"
    if combat.min_column:
        yield f"at {combat.min_column} or better after all shifts"
    for flag in combat.flag_off:
        yield f"while {setter(game, flag)} is not in force"


def _some(game: Festung, kind: effects.Units) -> str:
    return article(meant(game, kind, many=False))
