"""Storming the Reich on the table: counters, markers, facts, tracks, odds and overlays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from bocage.engine.actions import Action
from bocage.engine.errors import BadInput
from bocage.engine.game import Game
from bocage.engine.plain import place_name
from bocage.hexes import HexSet
from bocage.table.faces import TableFace, capital, chance_of, overlay
from bocage.table.wire.box import Box, Shelf
from bocage.table.wire.sheet import (
    Fact,
    Fire,
    Layer,
    Marker,
    Modifier,
    Odds,
    Path,
    Piece,
    Track,
    TrackMark,
)

from ..data import ARMY_GROUPS
from ..rules.assault.cherbourg import Besieger
from ..rules.combat.fight import Fighting
from ..rules.combat.forecast import Forecast
from ..rules.combat.odds import Fire as SideFire
from ..rules.look import DROWNING, SWAMP, StormingLook
from ..rules.movement.hand import Moving
from ..rules.position import ALLIED, GERMAN
from ..rules.supply import ways
from ..words import outlook, reports, wording
from . import box as storming_box

SIDE_WORDS = wording.SIDE_WORDS
OWNERS = {"21AG": "CW", "12AG": "US", "6AG": "FR", "infantry": "DE", "mechanized": "SS"}


class StormingFace(TableFace):
    """How Storming the Reich looks on the table."""

    side_names: Mapping[str, str] = {ALLIED: "the Allies", GERMAN: "the Germans"}

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self._segment = storming_box.segment_of(game)

    @classmethod
    def shelf(cls) -> Shelf:
        return storming_box.shelf()

    def box(self) -> Box:
        return storming_box.box(self.game, self.overlays)

    # The sheet

    def phase(self, phase: str) -> tuple[str, str]:
        return self._segment(phase), capital(wording.phase_words(phase))

    def facts(self, look: StormingLook) -> list[Fact]:
        return [Fact(*line) for line in reports.facts(look)]

    def standing(self, look: StormingLook) -> list[Fact]:
        return [Fact(*line) for line in reports.standing(look)]

    def tracks(self, look: StormingLook) -> list[Track]:
        found = reports.allowance_track(look)
        if not found:
            return []
        marks = [TrackMark(mark.sign, mark.name, mark.points, mark.owner) for mark in found]
        last = max(look.game.rules.numbers["red_ball_cap"], *(mark.points for mark in found))
        return [Track("Movement Allowance Track", "10.2.5.B", 0, last, marks)]

    def units(self, look: StormingLook) -> dict[str, Piece]:
        game, position = look.game, look.position
        aimed = set(outlook.strafing_targets(look))
        found = {}
        for number, (counter, unit) in enumerate(zip(game.counters, position.units, strict=True)):
            flags = wording.flags(look, number)
            if number in aimed:
                flags.insert(0, "aimed")
            text = wording.unit_factors(look, number)
            found[counter.id] = Piece(place_name(game, unit.at), text, unit.steps, " ".join(flags))
        return found

    def markers(self, look: StormingLook) -> dict[str, list[Marker]]:
        board = look.game.board
        found: dict[str, list[Marker]] = {}

        def put(hexes: HexSet, marker: Marker) -> None:
            for label in board.names(hexes):
                found.setdefault(label, []).append(marker)

        self._ports_and_beaches(look, put)
        self._built(look, put)
        position = look.position
        put(position.attacked_hexes, Marker("FIRED ON", "attacked in this segment already", ""))
        put(position.disrupted_hex, Marker("NO ZOC", "disrupted: no zone of control in the breakthrough", GERMAN))
        for node, unit in outlook.planned_drops(look).items():
            counter = look.counter(unit)
            put(
                1 << node,
                Marker(f"DROP {wording.short_name(counter)}", f"{counter.name} is to drop here", counter.nation),
            )
        return found

    def _ports_and_beaches(self, look: StormingLook, put: Any) -> None:
        game, position = look.game, look.position
        control = position.allied_control
        if position.turn <= game.rules.numbers["beaches_last_turn"]:
            for name, (node, nation) in game.data.beaches.items():
                if game.in_play >> node & 1 and control >> node & 1:
                    put(1 << node, Marker(name.upper(), f"{name} beach: supply and arrivals until turn 7", nation))
        if control & game.cherbourg & game.in_play:
            if look.cherbourg_operational():
                put(game.cherbourg, Marker("PORT OPEN", "Cherbourg is Operational", ALLIED))
            elif position.cherbourg_turn:
                sign, title = f"PORT T{position.cherbourg_turn}", f"Operational on turn {position.cherbourg_turn}"
                put(game.cherbourg, Marker(sign, f"Cherbourg: {title}", ALLIED))
        if control & game.antwerpen:
            if position.antwerpen_operational:
                put(game.antwerpen, Marker("PORT OPEN", "Antwerpen is Operational", ALLIED))
            else:
                put(game.antwerpen, Marker("PORT SHUT", "Antwerpen is captured, but not Operational", ALLIED))
        put(position.ports_used, Marker("PORT USED", "this port has had its unit of this turn", ALLIED))

    def _built(self, look: StormingLook, put: Any) -> None:
        game, position = look.game, look.position
        put(position.forts_destroyed & game.in_play, Marker("FORT ✕", "fort destroyed", ALLIED))
        for bridge in game.data.bridges:
            if bridge.name in position.bridges_blown:
                put(1 << bridge.ends[0], Marker("BRIDGE ✕", f"the Rhine bridge of {bridge.name} is blown", GERMAN))
        if position.bridge_hex >= 0:
            title = f"the Rhine bridge of {position.bridge_captured} is captured"
            put(1 << position.bridge_hex, Marker("RHINE BRIDGE", title, ALLIED))
        roer = look.roer()
        if roer in (DROWNING, SWAMP):
            sign = "FLOOD" if roer == DROWNING else "SWAMP"
            put(game.roer_valley, Marker(sign, f"the Roer valley: {reports.FLOOD_WORDS[roer]}", GERMAN))
        if position.dams_captured:
            put(game.dams, Marker("DAMS HELD", "the Roer Dams are captured intact", ALLIED))
        if position.brittany_closed and game.entrances["B"] & game.in_play:
            put(game.entrances["B"], Marker("CLOSED", "Brittany is closed to the Germans", ALLIED))

    def control(self, look: StormingLook) -> dict[str, HexSet]:
        return {ALLIED: look.position.allied_control & look.game.in_play}

    # The question

    def words(self, look: StormingLook, action: Action) -> tuple[str, str]:
        return outlook.answer_words(look, action), ""

    def hand(self, look: StormingLook, frame: Any) -> list[str]:
        return outlook.hand(look, frame)

    def focus(self, look: StormingLook, frame: Any) -> str:
        return outlook.focus(look, frame)

    def costs(self, look: StormingLook, frame: Any, verb: str) -> Mapping[int, int]:
        return outlook.costs(look, frame) if verb == "move" else {}

    def declared(self, look: StormingLook, frame: Any) -> Odds | None:
        found = outlook.declared(look, frame)
        return None if found is None else self._odds(look, found, outlook.hand(look, frame))

    # Inquiries

    def path(self, look: StormingLook, frame: Any, action: Action) -> Path:
        way = outlook.way(look, frame, action.index) if isinstance(frame, Moving) and action.verb == "move" else None
        if way is None:
            raise BadInput("take a unit on the map in hand first; then its way to a hex can be shown")
        labels = look.game.board.labels
        notes = []
        if look.enemy_zone(frame.side) >> action.index & 1:
            notes.append(Fact("Enemy zone", "the move ends here", "6.5"))
        if look.game.data.rivers["rhine"].has(frame.at, action.index):
            notes.append(Fact("The Rhine", "a crossing of the Rhine ends the move", "10.7.4"))
        return Path([labels[node] for node in way.path], f"{way.points} MP of {way.left}", notes)

    def odds(self, look: StormingLook, side: str, target: str, attackers: Sequence[str] | None) -> Odds:
        if target not in look.game.board.index:
            raise BadInput(f"there is no hex {target!r} on this board")
        units = attackers if attackers is None else list(attackers)
        found = look.game.forecast(look.position, side, target=target, attackers=units)
        frame = look.position.frames[-1] if look.position.frames else None
        if units and isinstance(frame, Fighting | Besieger) and target == outlook.focus(look, frame):
            # The attack that is being put together, with the support that it has been given.
            ahead = look.position.copy()
            numbers = sum(1 << self.number(unit) for unit in set(units))
            ahead.frames[-1] = msgspec.structs.replace(frame, attackers=numbers)
            found = look.game.forecast(ahead, side)
        return self._odds(look, found, list(units or ()))

    def _odds(self, look: StormingLook, found: Forecast, attackers: list[str]) -> Odds:
        notes = [Fact("Also", why, rule) for rule, why in outlook.odds_notes(look, found.target)]
        if found.first_fire:
            notes.insert(0, Fact("Defensive First Fire", found.first_fire, "13.6.A"))
        if found.out_of_supply:
            notes.insert(0, Fact("Halved", f"out of supply: {', '.join(found.out_of_supply)}", "8.5"))
        if found.kind == "assault":
            notes.append(Fact("Mobile Assault", "if the hex is not cleared, one more step is lost", "14.2.D"))
        chances = [chance_of("cleared", "no defender is left", found.cleared, "attacker")]
        if found.destroyed:
            chances.append(chance_of("destroyed", "no attacker is left", found.destroyed, "defender"))
        return Odds(
            found.target,
            attackers,
            found.attack.strength,
            found.defence.strength,
            "",
            [],
            "",
            chances,
            storming_box.FIRE_CHART,
            notes,
            [
                self._fire(look, found.attack, found.defender_losses, "attacker"),
                self._fire(look, found.defence, found.attacker_losses, "defender"),
            ],
        )

    def _fire(self, look: StormingLook, fire: SideFire, losses: Mapping[int, Fraction], good: str) -> Fire:
        return Fire(
            fire.side,
            fire.strength,
            fire.column,
            [Modifier(*modifier) for modifier in fire.modifiers],
            [
                chance_of(str(steps), _steps(steps), chance, good if steps else "")
                for steps, chance in sorted(losses.items())
                if chance
            ],
            [
                f"{look.game.unit_name(factor.unit)} {factor.strength}{' (halved)' if factor.halved else ''}"
                for factor in fire.factors
            ],
        )

    # Overlays

    def runs(self, hexes: HexSet) -> list[str]:
        return super().runs(hexes & self.game.in_play)

    @overlay("Zones of control")
    def zones(self, look: StormingLook) -> list[Layer]:
        return self.zones_of_control(look, SIDE_WORDS)

    @overlay("Supply", "unit")
    def supply(self, look: StormingLook, unit: str) -> list[Layer]:
        if not unit:
            found = ways.layers(look).items()
            return [Layer(name, colours, self.runs(hexes)) for name, (colours, hexes) in found if hexes]
        number = self.number(unit)
        at = look.position.units[number].at
        if at < 0:
            return []
        how, _ = ways.supply_words(look, number)
        labels = look.game.board.labels
        traced = ways.line(look, number)
        line = [[labels[node] for node in traced]] if len(traced) > 1 else []
        counter = look.counter(number)
        told = Layer(f"{counter.name}: {how}", wording.colours(counter), [labels[at]], line)
        return [told, *self.cut_line(ways.cut(look, number))]

    @overlay("Reach", "unit")
    def reach(self, look: StormingLook, unit: str) -> list[Layer]:
        if not unit:
            return []
        number = self.number(unit)
        if look.position.units[number].at < 0:
            return []
        found = outlook.expected(look, number)
        prices = outlook.costs(look, found.frame)
        texts = {look.game.board.labels[node]: str(points) for node, points in prices.items()}
        hexes = sum(1 << node for node in prices)
        return [Layer(f"{unit}: {found.why}", wording.colours(look.counter(number)), self.runs(hexes), texts=texts)]

    @overlay("Army groups")
    def commands(self, look: StormingLook) -> list[Layer]:
        areas = look.game.data.areas
        return [
            Layer(f"{wording.COMMAND_WORDS[group]} east of the Seine Line", OWNERS[group], self.runs(areas[group]))
            for group in ARMY_GROUPS
        ]

    @overlay("Areas with rules of their own")
    def areas(self, look: StormingLook) -> list[Layer]:
        game, position = look.game, look.position
        layers = [("Normandy Exclusion Zone (10.7.1)", "CW", game.exclusion_zone)]
        if not position.monty_sees:
            layers.append(("Monty's Blind Spot (8.7.B)", "FR", game.monty_spot))
        if not position.ike_sees:
            layers.append(("Ike's Blind Spot (10.7.3)", "US", game.ike_spot))
        if not position.holland_open and look.holland_held():
            layers.append(("Fortress Holland, closed (17.1.A)", GERMAN, game.holland))
        layers.append(("Approaches to Antwerpen (8.7.C)", ALLIED, game.approaches))
        layers.append(("The Ruhr (3.2.C.1)", "SS", game.ruhr))
        return [Layer(name, owner, self.runs(hexes)) for name, owner, hexes in layers if hexes & game.in_play]


def _steps(number: int) -> str:
    return "no effect" if not number else f"{number} {'step' if number == 1 else 'steps'} lost"


FACE = StormingFace
