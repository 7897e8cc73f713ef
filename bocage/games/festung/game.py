"""Festung Europa, compiled for a scenario and a choice of options."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from random import Random
from typing import Any, ClassVar

from bocage.rules import (
    HEXES,
    NOTHING,
    NUMBERS,
    PLAIN,
    UNITS,
    BadInput,
    Domain,
    Frame,
    Game,
    HexSet,
    Row,
    Sequencing,
    Units,
    chapters,
)

from . import data
from .data import effects
from .data.counters import Counter
from .rules import options
from .rules.cards import decks
from .rules.cards.discards import Discarding
from .rules.cards.turn import InRounds
from .rules.combat import forecast
from .rules.combat.battle import Fight
from .rules.in_force import Rules
from .rules.look import GERMAN, GERMAN_ARMY, ITALIAN, WESTERN, FestungLook
from .rules.position import ALLIED, ARMOUR, AXIS, DUTIES, MISSIONS, OCCUPIED, OTHER, PLACES, UNUSED, FestungPosition
from .rules.setup import arranged, start
from .words import view

_CHAPTERS = chapters(f"{__package__}.rules")
MOST_NUMBER = 60
MOST_CHANGE = 9  # points or cards that an event can take or give
CARDS = "cards"
AIR = "aircraft"  # markers, bases and airfields, about which verbs can be
ITALY = ("Italy", "Sicily", "Sardinia", "Corsica")


class Festung(Game[FestungPosition]):
    """The war in the West from the summer of 1943 to the fall of 1945, driven by cards."""

    slug = "festung"
    title = "Festung Europa"
    sides = (AXIS, ALLIED)
    rules_version = 1
    position_class = FestungPosition
    frame_classes = _CHAPTERS.FRAMES
    scenarios: ClassVar[Mapping[str, str]] = {
        "campaign": "From Sicily in the summer of 1943 to the end: ten turns.",
        "overlord": "From the spring of 1944, with the Allies south of Rome and Overlord in hand: seven turns.",
    }
    unlisted_place = UNUSED
    place_names = PLACES
    secretive = True
    take_back_rule = "R81"
    concession_rule = "16.2"

    def __init__(
        self, scenario: str = "campaign", chosen: Mapping[str, Any] | None = None, printed: data.Data | None = None
    ) -> None:
        if scenario not in self.scenarios:
            raise BadInput(f"Festung Europa has the scenarios {', '.join(self.scenarios)}, not {scenario!r}")
        printed = printed or data.load()
        self.data: data.Data = printed
        self.scenario = scenario
        self.options = options.check(scenario, chosen or {})
        self.data_digest, self.overlay = printed.digest, printed.tables.overlay
        self.rules: Rules = options.edited(start.rules(printed, scenario), self.options)
        self.board = printed.board
        self.card_ids = tuple(card.id for card in printed.cards)
        self.card_numbers = {name: number for number, name in enumerate(self.card_ids)}
        self.own_names = {CARDS: self.card_ids}
        self.airfield_names = tuple(name for name, row in printed.air.items() if row.kind == "airfield")
        self.air_names = tuple(printed.air)
        self.air_numbers = {name: number for number, name in enumerate(self.air_names)}
        self.bases = {name: printed.boxes[row.campaign] for name, row in printed.air.items() if row.kind == "base"}
        domains = {
            HEXES: Domain("hex", printed.board.labels),
            UNITS: Domain("unit", [counter.id for counter in printed.counters]),
            NUMBERS: Domain("number", [str(number) for number in range(MOST_NUMBER + 1)]),
            CARDS: Domain("card", self.card_ids),
            AIR: Domain("air marker", [name.replace(" ", "_") for name in printed.air]),
            PLAIN: NOTHING,
        }
        self.bring(_CHAPTERS, domains, printed.once)
        self._counters()
        self._hexes()
        self._cards()

    def _counters(self) -> None:
        self.muster(self.data.counters)
        self.counters: tuple[Counter, ...] = self.data.counters

        def those(test: Callable[[Counter], bool]) -> Units:
            return sum(1 << number for number, counter in enumerate(self.counters) if test(counter))

        self.mechanized: Units = those(lambda counter: counter.mechanized)
        self.armies: Units = those(lambda counter: counter.army)
        self.corps: Units = those(lambda counter: counter.corps)
        self.fortresses: Units = those(lambda counter: counter.fortress)
        self.airborne: Units = those(lambda counter: counter.airborne)
        self.luftwaffe: Units = those(lambda counter: counter.luftwaffe)
        self.dots: Units = those(lambda counter: counter.dot)
        self.groups: dict[str, Units] = {
            group: those(lambda counter, group=group: group in counter.groups())  # type: ignore[misc]
            for group in ("US", "BR", "German", "Italian")
        }
        self.italians, self.germans = self.groups["Italian"], self.groups["German"]
        self.class_of = tuple(
            WESTERN if c.side == ALLIED else ITALIAN if c.group == "Italian" else GERMAN_ARMY if c.army else GERMAN
            for c in self.counters
        )
        self.mask_ids = tuple(
            (OCCUPIED[counter.side], *((ARMOUR[counter.side],) if counter.mechanized else ()))
            for counter in self.counters
        )
        self.mask_count = len(OCCUPIED) + len(ARMOUR)
        self.occupied_masks = OCCUPIED

    def _hexes(self) -> None:
        printed = self.data

        named = self.named_hexes
        self.berlin, self.antwerp, self.scheldt = named("Berlin"), named("Antwerp"), named("The Scheldt")
        self.cassino = named("Cassino")
        homes = {f"Fortress {name}": node for node, name in printed.names.items()}
        self.fortress_homes = {
            number: homes[counter.name] for number, counter in enumerate(self.counters) if counter.fortress
        }
        # Whither alone Axis units sail from the ports of Norway (10.51).
        self.baltic_ports = named("Copenhagen") | named("Kiel") | named("Bremen")
        self.norwegian_ports = printed.ports & printed.countries["Norway"]
        self.seas: tuple[HexSet, ...] = tuple(printed.seas.values())
        # No zone over the Skagerrak, nor over sides that are prohibited (8.42).
        self.zone_sides = printed.open_sides - printed.sides["skagerrak"]
        self.absent_beaches: HexSet = (
            0 if self.rules.norway_or_holland else printed.beach_countries["Netherlands"]
        )  # 19.4
        italy = sum(printed.countries[country] for country in ITALY)
        # Where Italians may be before the surrender (13.1): at home, beside Italy, in the Balkans.
        beside = printed.open_sides.step(printed.countries["Italy"]) & (printed.land | printed.beaches)
        self.italian_area: HexSet = italy | beside | 1 << printed.boxes["BALKANS"]
        self.italian_area |= sum(there for country, there in printed.beach_countries.items() if country in ITALY)
        self.surrender_hexes: HexSet = printed.countries["Italy"] | printed.countries["Sicily"]  # 13.2, ruling R29

    def named_hexes(self, *names: str) -> HexSet:
        """Hexes by the names on the map."""
        return sum(1 << node for node, found in self.data.names.items() if found in names)

    def _cards(self) -> None:
        self.side_cards = {
            side: sum(1 << number for number, card in enumerate(self.data.cards) if card.side == side)
            for side in self.sides
        }
        self.year_cards = {
            year: sum(1 << number for number, card in enumerate(self.data.cards) if card.year == year)
            for year in (1943, 1944, 1945)
        }
        self.combat_cards = sum(1 << number for number, card in enumerate(self.data.cards) if card.combat)
        self.brief_cards = sum(  # Combat Cards that stay for one action only (6.62)
            1 << number
            for number, card in enumerate(self.data.cards)
            if any(isinstance(part, effects.DiscardCard) and part.when == "round" for part in card.effects)
        )
        self.flag_effects = {
            part.set: part
            for card in self.data.cards
            for part in effects.all_parts(card.effects)
            if isinstance(part, effects.Flag)
        }

    def flag_of(self, name: str) -> effects.Flag:
        """What a card says of something that it sets."""
        return self.flag_effects[name]

    def flag_countries(self, name: str) -> HexSet:
        """The land hexes of the countries that something is about."""
        return sum(self.data.countries[country] for country in self.flag_effects[name].country)

    def first_position(self) -> FestungPosition:
        """The set-up of the scenario (17.2, 18.2)."""
        return start.first_position(self)

    @property
    def most_turns(self) -> int:
        return self.rules.last_turn

    def most_steps(self, number: int) -> int:
        """Every counter has two (2.23)."""
        return self.counters[number].steps

    def written_steps(self, number: int, listed: int) -> int:
        """Full strength: whom the set-up lists as reduced is reduced elsewhere only if that is said."""
        return self.most_steps(number)

    def domains(self) -> dict[str, Collection[Any]]:
        """What fields of a position can hold."""
        return {
            "decks of": self.sides,
            "active": ("", *self.sides),
            "closed": ("", ALLIED, "both"),
            "round": range(self.rules.numbers["rounds"] + 1),
            "flags of": tuple(self.flag_effects),
            "bombers of": tuple(self.data.air),
            "fighters of": tuple(self.data.air),
            "stationed of": tuple(self.data.air),
            "bombers": ("", *MISSIONS),
            "fighters": ("", *DUTIES),
            "stationed": (*self.bases, *self.airfield_names),
            "card": ("", *self.card_ids),
            "invasions of": self.card_ids,
            "win_test": ("", *self.card_ids),
            "coming": tuple(self.data.air),
            "air_used": tuple(self.data.air),
            "carpets_spent": tuple(self.data.air),
            "invasions": range(1, self.most_turns + 1),
            "invasion_turn": range(self.most_turns + 1),
            "antwerp_turn": range(self.most_turns + 1),
            "infrastructure": range(self.rules.numbers["opening_infrastructure"] + 1),  # nothing ever adds to it
            "vp": range(-MOST_CHANGE, 1000),
            "vp_alert": range(-MOST_CHANGE, MOST_CHANGE + 1),
            "delta": range(-MOST_CHANGE, MOST_CHANGE + 1),
        }

    def look(self, position: Any) -> FestungLook:
        return FestungLook(self, position)

    def seen(self, position: Any, side: str | None) -> FestungPosition:
        """The position as a side may know it: of the other's cards one heap and three numbers (R66, R68, R69)."""
        if position.outcome is not None:
            everything: FestungPosition = position  # when the game is over
            return everything
        shown: FestungPosition = position.copy()
        shown.decks = {who: deck if who == side else decks.shown(deck) for who, deck in position.decks.items()}
        for number, frame in enumerate(shown.frames):
            if isinstance(frame, Discarding) and frame.side != side:
                shown.frames[number] = Discarding(frame.side)
        return shown

    def acts_unseen(self, position: Any, side: str) -> bool:
        """Cards are thrown away unseen (4.5). Who has answered a sealed question is seen, so that can be taken back."""
        return bool(position.frames) and isinstance(position.frames[-1], Discarding)

    def spans(self, position: Any) -> Mapping[str, str]:
        """Combat Cards may be let pass for a combat or for a turn: which of them is under way, as everybody sees."""
        found = {"turn": str(position.turn)}
        for frame in position.frames:
            if isinstance(frame, Fight) and frame.target >= 0:
                label = self.board.labels[frame.target]
                # A hex may be attacked twice in a round (ruling R100); the dice cast so far tell the combats apart.
                dice = f"{position.epoch}.{position.rolls}"
                found["combat"] = f"{position.turn}/{position.round}/{position.active}/{label}/{dice}"
        return found

    def redeal(self, seen: Any, side: str, random: Random) -> FestungPosition:
        """One of the positions that may lie behind what a side sees: the other's cards dealt anew."""
        found: FestungPosition = seen.copy()
        found.decks = {
            who: decks.dealt(deck, random) if who == OTHER[side] else deck for who, deck in seen.decks.items()
        }
        return found

    def view(self, seen: Any, side: str | None) -> dict[str, Any]:
        """A seen position as plain data."""
        return view.view(self.look(seen))

    def forecast(self, position: Any, side: str, **attack: Any) -> forecast.Forecast:
        """The odds of the combat that goes on, or of a possible one."""
        return forecast.forecast(self, position, side, **attack)

    def card_name(self, number: int) -> str:
        """A card as players call it."""
        return self.data.cards[number].name

    def card_title(self, card: str) -> str:
        """A card by its id, as players call it."""
        return self.data.cards[self.card_numbers[card]].name

    def called(self, operand: str) -> str:
        """Cards are called by their titles."""
        return self.card_title(operand) if operand in self.card_numbers else operand

    def hex_name(self, node: int) -> str:
        return self.data.names[node]

    def side_name(self, side: str) -> str:
        return "The Allies" if side == ALLIED else "The Axis"

    def frames_below(self, table: str, row: Row) -> list[Frame]:
        """An action round is in the middle of the Action Phase (5.1)."""
        return [Sequencing("turn", "action phase"), InRounds()] if table == "round" else []

    def does(self, side: str, verb: str) -> str:
        """A side and what it does, as the beginning of a sentence."""
        if side == ALLIED:
            return f"{self.side_name(side)} {verb}"
        return f"{self.side_name(side)} {'has' if verb == 'have' else f'{verb}s'}"

    def arrange(self, position: Any, extras: Mapping[str, Any]) -> None:
        """For the notation of a position: any field by its name; hexes, units and cards by label, in one text."""
        arranged.arrange_position(self, position, extras)


__all__ = ["Festung"]
