"""What is picked when a card is played: a flag's hex or district, bombers, where a unit drops, one of two effects."""

from __future__ import annotations

from typing import ClassVar

from bocage.rules import HEXES, NUMBERS, UNITS, Conditions, Frame, HexSet, Question, event, offer

from ...data import effects
from .. import control
from ..cards import flags
from ..look import FestungLook, Play, members
from ..position import ALLIED, AXIS
from . import politics, strength
from .choosing import matches
from .conditions import hexes_within
from .happening import Happening, effects_at

AIR = "aircraft"

chosen_hex = event(
    "hex picked",
    "6.51",
    lambda game, card, node: f"{game.card_title(card)}: {game.hex_name(node)}.",
    card="word",
    node=HEXES,
)
chosen_district = event(
    "district picked",
    "6.51",
    lambda game, card, district: f"{game.card_title(card)}: district {district}.",
    card="word",
    district="word",
)
grounded = event("bombers grounded", "6.51", "{marker} is taken off its mission.", side=ALLIED, marker="word")
drops = event("airdrop", "6.51", "{unit} drops into {node}.", sort="move", side=ALLIED, unit=UNITS, node=HEXES)


class Picking(Frame, frozen=True):
    """Something is picked for a verb of a card; `left` more, where it can be several."""

    side: str
    of: Happening
    left: int = 1


class PickingHex(Picking, frozen=True):
    """The hex that a flag is about."""

    step: ClassVar[str] = "flag hex"


class PickingDistrict(Picking, frozen=True):
    """The district that a flag is about."""

    step: ClassVar[str] = "flag district"


class Grounding(Picking, frozen=True):
    """Bombers that are taken off their missions."""

    step: ClassVar[str] = "bombers grounded"


class Dropping(Picking, frozen=True):
    """The hex into which a unit drops."""

    step: ClassVar[str] = "airdrop"


class ChoosingOne(Picking, frozen=True):
    """One of the things that a card offers."""

    step: ClassVar[str] = "choose one"


def flag(play: Play, frame: Happening, effect: effects.Flag) -> None:
    """A flag with something to pick; where there is nothing to pick it is passed over."""
    assert effect.choose is not None
    if effect.choose.district:
        play.push(PickingDistrict(frame.side, frame))
    elif flag_hexes(play.look, effect.choose):
        play.push(PickingHex(frame.side, frame))


def flag_hexes(look: FestungLook, choose: effects.Choose) -> HexSet:
    """The Beach Heads or ports that may be picked."""
    game = look.game
    if choose.beachhead:
        there = sum(game.data.beach_countries[country] for country in choose.beachhead)
        return there & look.position.marked & look.controls(ALLIED)
    held = look.controls(choose.port or ALLIED)  # Antwerp without The Scheldt too: units redeploy through it (R84)
    found = (game.data.ports | look.position.marked) & held & ~game.board.set(choose.exclude)
    return found if choose.beachheads else found & ~game.data.beaches


class FlagHex(Question[PickingHex]):
    """Which hex a card is about."""

    name, rule = "flag hex", "6.51"

    def text(self, look: FestungLook, frame: PickingHex) -> str:
        return f"{look.game.card_title(frame.of.card)}: which hex?"

    @offer("choose_hex", HEXES, "6.51", "This one")
    def choose_hex(self, look: FestungLook, frame: PickingHex) -> Conditions:
        effect = effects_at(look.game, frame.of)[frame.of.at]
        assert isinstance(effect, effects.Flag)
        assert effect.choose is not None
        yield flag_hexes(look, effect.choose), "6.51", "{it} cannot be picked"

    @choose_hex.does
    def _(self, play: Play, frame: PickingHex, node: int) -> None:
        effect = effects_at(play.game, frame.of)[frame.of.at]
        assert isinstance(effect, effects.Flag)
        play.pop()
        flags.set_flag(play, effect.set, frame.of.card, effect.until, frame.side, node)
        chosen_hex(play, frame.of.card, node)


class FlagDistrict(Question[PickingDistrict]):
    """Which army district a card is about (20)."""

    name, rule = "flag district", "6.51"

    def text(self, look: FestungLook, frame: PickingDistrict) -> str:
        return f"{look.game.card_title(frame.of.card)}: which army district?"

    @offer("district", NUMBERS, "6.51", "This district")
    def district(self, look: FestungLook, frame: PickingDistrict) -> Conditions:
        effect = effects_at(look.game, frame.of)[frame.of.at]
        assert isinstance(effect, effects.Flag)
        assert effect.choose is not None
        yield sum(1 << number for number in effect.choose.district), "6.51", "there is no district {it} to pick"

    @district.does
    def _(self, play: Play, frame: PickingDistrict, number: int) -> None:
        effect = effects_at(play.game, frame.of)[frame.of.at]
        assert isinstance(effect, effects.Flag)
        play.pop()
        flags.set_flag(play, effect.set, frame.of.card, effect.until, frame.side, word=str(number))
        chosen_district(play, frame.of.card, number)


def bombers(play: Play, frame: Happening, effect: effects.Sac) -> None:
    """Bombers are taken off their missions till the next Air Power Phase."""
    if any(task in effect.missions for task in play.position.bombers.values()):
        play.push(Grounding(frame.side, frame, effect.count))


class Grounded(Question[Grounding]):
    """Which bombers: the card's owner picks."""

    name, rule = "bombers grounded", "6.51"

    def text(self, look: FestungLook, frame: Grounding) -> str:
        return f"{look.game.card_title(frame.of.card)}: which bombers are taken off their mission?"

    @offer("ground", AIR, "6.51", "Take them off")
    def ground(self, look: FestungLook, frame: Grounding) -> Conditions:
        effect = effects_at(look.game, frame.of)[frame.of.at]
        assert isinstance(effect, effects.Sac)
        flown = [name for name, task in look.position.bombers.items() if task in effect.missions]
        yield sum(1 << look.game.air_numbers[name] for name in flown), "6.51", "{it} is on no such mission"

    @ground.does
    def _(self, play: Play, frame: Grounding, marker: int) -> None:
        name = play.game.air_names[marker]
        play.position.bombers = {**play.position.bombers, name: ""}
        grounded(play, name)
        effect = effects_at(play.game, frame.of)[frame.of.at]
        assert isinstance(effect, effects.Sac)
        if frame.left > 1 and any(task in effect.missions for task in play.position.bombers.values()):
            play.swap(Grounding(frame.side, frame.of, frame.left - 1))
        else:
            play.pop()


def airdrop(play: Play, frame: Happening, effect: effects.Airdrop) -> None:
    """A unit drops into a hex; where there is none it is passed over."""
    if drop_hexes(play.look, effect):
        play.push(Dropping(frame.side, frame))


def drop_hexes(look: FestungLook, effect: effects.Airdrop) -> HexSet:
    """Hexes into which the unit may drop."""
    game = look.game
    unit = game.unit_numbers[effect.unit]
    if not look.position.on_board >> unit & 1:
        return 0
    near = look.hexes_of(members(matches(look, effect.start) & look.position.on_board)) & game.board.hexes
    found = hexes_within(look, near, effect.range) & sum(game.data.countries[country] for country in effect.countries)
    if effect.exclude_zone:
        found &= ~game.data.red
    if effect.vacant:
        found &= ~look.occupied(AXIS) & ~look.occupied(ALLIED)
    if effect.control is not None:
        found &= look.controls(effect.control)
    return found & look.enterable(look.kind(unit))


class Drop(Question[Dropping]):
    """Where the airborne land."""

    name, rule = "airdrop", "6.51"

    def text(self, look: FestungLook, frame: Dropping) -> str:
        return f"{look.game.card_title(frame.of.card)}: where do they drop?"

    @offer("drop", HEXES, "6.51", "Drop here")
    def drop(self, look: FestungLook, frame: Dropping) -> Conditions:
        effect = effects_at(look.game, frame.of)[frame.of.at]
        assert isinstance(effect, effects.Airdrop)
        yield drop_hexes(look, effect), "6.51", "they cannot drop into {it}"

    @drop.does
    def _(self, play: Play, frame: Dropping, node: int) -> None:
        effect = effects_at(play.game, frame.of)[frame.of.at]
        assert isinstance(effect, effects.Airdrop)
        unit = play.game.unit_numbers[effect.unit]
        play.pop()
        play.put(unit, node)
        drops(play, unit, node)
        control.entered(play, node, ALLIED, "6.51")


def choose_one(play: Play, frame: Happening, effect: effects.ChooseOne) -> None:
    """One list of a card, of those that can be carried out."""
    if any(possible(play.look, option) for option in effect.options):
        play.push(ChoosingOne(frame.side, frame))


def possible(look: FestungLook, option: tuple[effects.AnyEffect, ...]) -> bool:
    """Can a list be carried out: does its first verb find anything to do?"""
    (first, *_) = option
    if isinstance(first, effects.Step):
        return bool(strength.meant(look, first))
    if isinstance(first, effects.TakeControl):
        return bool(politics.takeable(look, first))
    return True


class Choice(Question[ChoosingOne]):
    """One or the other, as the card's owner likes."""

    name, rule = "choose one", "6.51"

    def text(self, look: FestungLook, frame: ChoosingOne) -> str:
        return f"{look.game.card_title(frame.of.card)}: which of its effects?"

    @offer("choose", NUMBERS, "6.51", "This one")
    def choose(self, look: FestungLook, frame: ChoosingOne) -> Conditions:
        effect = effects_at(look.game, frame.of)[frame.of.at]
        assert isinstance(effect, effects.ChooseOne)
        able = sum(1 << number for number, option in enumerate(effect.options, 1) if possible(look, option))
        yield able, "6.51", "that cannot be done now"

    @choose.does
    def _(self, play: Play, frame: ChoosingOne, number: int) -> None:
        play.swap(frame.of.into(number - 1))
