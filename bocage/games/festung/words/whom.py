"""Whom and what a card means, as players say it: units, hexes, places, sides, numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..data import effects
from ..rules.position import ALLIED

if TYPE_CHECKING:
    from ..game import Festung

GROUPS = {"US": "US-group", "BR": "British-group", "German": "German", "Italian": "Italian"}
NATIONS = {
    "US": "US", "FF": "French", "BR": "British", "CA": "Canadian", "POL": "Polish", "NZ": "New Zealand",
    "AB": "airborne", "GE": "German", "SS": "SS", "LW": "Luftwaffe", "IT": "Italian",
}  # fmt: skip
PLURALS = {"unit": "units", "corps": "corps", "army": "armies", "fortress": "fortresses"}
WORDS = ("no", "one", "two", "three", "four", "five", "six")
HELD = {"allied": "Allied-held", "axis": "Axis-held"}
STANDING = {  # places that are a word, as one is in them
    "map": "on the map",
    "boxes": "in a box",
    "ports": "in a friendly port",
    "beachheads": "in a friendly Beach Head",
    "axis_supplied": "in a supplied Axis hex",
    "6.54": "in a Reserve box, an Allied Beach Head or Allied Paris (6.54)",
    "6.55": "in the OKW Reserve box, an Axis-held capital or an Axis-held urban hex of Germany (6.55)",
}
GOALS = {  # the same, as one comes to them
    "boxes": "a box",
    "ports": "a friendly port",
    "beachheads": "a friendly Beach Head",
    "axis_supplied": "a supplied Axis hex",
    "6.54": "a Reserve box, an Allied Beach Head or Allied Paris (6.54)",
    "6.55": "the OKW Reserve box, an Axis-held capital or an Axis-held urban hex of Germany (6.55)",
}


def either(words: Sequence[str]) -> str:
    """The words with commas, and an "or" before the last."""
    return _listed(words, "or")


def both(words: Sequence[str]) -> str:
    """The words with commas, and an "and" before the last."""
    return _listed(words, "and")


def _listed(words: Sequence[str], last: str) -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def number(count: int) -> str:
    """A small number as a word."""
    return WORDS[count] if 0 <= count < len(WORDS) else str(count)


def counted(count: int, noun: str, nouns: str = "") -> str:
    """So many things."""
    return f"{number(count)} {noun if count == 1 else nouns or noun + 's'}"


def sentence(words: str) -> str:
    """Words as a sentence of their own."""
    return f"{words[0].upper()}{words[1:]}."


def side_name(side: str) -> str:
    """A side in the middle of a sentence."""
    return "the Allies" if side == ALLIED else "the Axis"


def does(side: str, verb: str) -> str:
    """A side and what it does: the Allies are many, the Axis is one."""
    return f"{side_name(side)} {verb if side == ALLIED else f'{verb}s'}"


def adjective(side: str) -> str:
    """Of a side."""
    return "Allied" if side == ALLIED else "Axis"


def article(words: str) -> str:
    """One such thing: "a" or "an" before it, as it is spoken."""
    vowel = words[0] in "aeioAEIO" or (words.startswith("u") and not words.startswith(("uni", "us")))
    return f"{'an' if vowel else 'a'} {words}"


def land(countries: Iterable[str]) -> list[str]:
    """Countries with the article that some have."""
    return ["the Netherlands" if country == "Netherlands" else country for country in countries]


def hexes(game: Festung, labels: Iterable[str]) -> list[str]:
    """Hexes and boxes by the names on the map."""
    return [_named(game, label) for label in labels]


def _named(game: Festung, label: str) -> str:
    name = game.hex_name(game.board.index[label])
    return f"the {name} box" if label in game.data.boxes else name


def units(game: Festung, ids: Iterable[str]) -> list[str]:
    """Units by name; for one that its player picks, what it must be."""
    return [_unit(game, name) for name in ids]


def _unit(game: Festung, name: str) -> str:
    if not name.startswith("any:"):
        return game.counters[game.unit_numbers[name]].name
    _, group, size = name.split(":")
    return f"one {GROUPS.get(group) or NATIONS[group]} {'army or corps' if size == 'any' else size}"


def card_names(game: Festung, cards: Iterable[str]) -> list[str]:
    """Cards by their titles."""
    return [game.card_title(card) for card in cards]


def setter(game: Festung, flag: str) -> str:
    """The title of the card that sets a flag."""
    for card in game.data.cards:
        for part in effects.all_parts(card.effects):
            if isinstance(part, effects.Flag) and part.set == flag:
                return card.name
    return flag


def meant(game: Festung, selector: effects.Units, many: bool = True) -> str:
    """The units that a selector means, as a noun with all that is said of it."""
    if selector.unit:
        noun = either(units(game, selector.unit))
    elif selector.mark:
        noun = "units just redeployed" if many else "unit just redeployed"
    else:
        sizes = selector.size or ("unit",)
        noun = either([PLURALS[size] if many else size for size in sizes])
    words = [*_adjectives(selector), noun]
    if selector.terrain:
        words.append(f"on {either(selector.terrain)} terrain")
    if selector.within:
        words.append(standing(game, selector.within))
    return " ".join(words)


def _adjectives(selector: effects.Units) -> list[str]:
    found = []
    if selector.step:
        found.append("full-strength" if selector.step == "full" else "reduced")
    if selector.supplied is not None:
        found.append("supplied" if selector.supplied else "unsupplied")
    if selector.side is not None:
        found.append(adjective(selector.side))
    if selector.group:
        found.append(either([GROUPS[group] for group in selector.group]))
    if selector.nat:
        found.append(either([NATIONS[nation] for nation in selector.nat]))
    if selector.mech is not None:
        found.append("mechanized" if selector.mech else "non-mechanized")
    if selector.luftwaffe is not None:
        found.append("Luftwaffe" if selector.luftwaffe else "non-Luftwaffe")
    return found


def standing(game: Festung, places: Sequence[effects.Place]) -> str:
    """Where units are: on the map, in named places, in countries, or eliminated."""
    inside = [_inside(game, place) for place in places if place not in STANDING and place != "pool"]
    found = [f"in {either(inside)}"] if inside else []
    found += [STANDING[place] for place in places if place in STANDING]
    return f"{either(found)}, or eliminated" if "pool" in places else either(found)


def _inside(game: Festung, place: effects.Place) -> str:
    if place.startswith("country:"):
        return land([place.removeprefix("country:")])[0]
    return _named(game, place)


def goals(game: Festung, places: Sequence[effects.Place | effects.Hexes]) -> str:
    """Where units are put: places, countries, or hexes of a kind."""
    return either([_goal(game, place) for place in places])


def _goal(game: Festung, place: effects.Place | effects.Hexes) -> str:
    if isinstance(place, effects.Hexes):
        return _filtered(place)
    return GOALS.get(place) or _inside(game, place)


def _filtered(wanted: effects.Hexes) -> str:
    words = []
    if wanted.supplied is not None:
        words.append("supplied" if wanted.supplied else "unsupplied")
    if wanted.coastal is not None:
        words.append("coastal" if wanted.coastal else "inland")
    if wanted.control is not None:
        words.append(HELD[wanted.control])
    found = article(" ".join([*words, "hex"]))
    return f"{found} of {either(land(wanted.country))}" if wanted.country else found
