"""The Allied set-up: who waits in England and who in Africa, and overstrength divisions (12.4, 27.12, R55)."""

from __future__ import annotations

from bocage.parts.questions import Acted, Acting
from bocage.rules import PLAIN, UNITS, Conditions, Units, event, offer, provided, pure

from ..look import Fortress, FortressLook, Play, members
from ..position import AFRICA, ALLIED, BASES, ENGLAND
from ..reinforcements.replacements import break_down

sent = event("base chosen", "12.4", "{unit} waits in {base}.")
made_stronger = event("overstrength at the set-up", "27.12", "{unit} is made an overstrength division.")
weakened = event("reduced for another", "27.12", "{unit} is reduced to make another unit stronger.")
as_before = event("strength restored", "27.12", "{unit} has its first strength again.")
filled = event("79th filled", "31.16", "{unit} begins at full strength.")


@pure(1)
def infantry(game: Fortress) -> Units:
    """American 6-4 infantry divisions that begin in a base (27.12)."""
    return sum(1 << unit for unit in members(game.overstrength_kind) if game.counters[unit].entry == "start")


@pure(1)
def british_armor(game: Fortress) -> Units:
    """British armoured divisions whose reduction pays for a full 79th (31.16)."""
    kind = (c.nation == "BR" and c.armored and c.division and c.entry == "start" for c in game.counters)
    return sum(fits << unit for unit, fits in enumerate(kind)) & ~game.seventy_ninth


def with_steps(look: FortressLook, units: Units, steps: int) -> Units:
    """Those of the units that have so many steps."""
    return sum(1 << unit for unit in members(units) if look.position.units[unit].steps == steps)


def owed(look: FortressLook) -> int:
    """Divisions that are still to be reduced for overstrength ones; below zero: too many are (27.12)."""
    divisions, each = infantry(look.game), look.game.rules.numbers["overstrength_reduced"]
    return each * with_steps(look, divisions, 3).bit_count() - with_steps(look, divisions, 1).bit_count()


def owed_for_the_79th(look: FortressLook) -> int:
    """British armoured divisions that are still to be reduced for a full 79th (31.16)."""
    full = bool(with_steps(look, look.game.seventy_ninth, 2))
    return full * look.game.rules.numbers["funnies_reduced"] - with_steps(look, british_armor(look.game), 1).bit_count()


def _debt(count: int, kind: str) -> str:
    kind = kind if abs(count) == 1 else f"{kind}s"
    more, fewer = f"{count} more {kind} must be reduced for it", f"too many are reduced: restore {-count} {kind}"
    return more if count > 0 else fewer


class AlliedSetUp(Acting[Acted], name="allied set-up", rule="12.4"):
    """Every unit begins in England unless it is sent to Africa; up to three divisions may be stronger (R55)."""

    def begin(self, play: Play, side: str) -> Acted:
        for unit in members(play.game.trait("reduced")):
            play.set_steps(unit, 1)  # the 79th begins reduced (12.13)
        return super().begin(play, side)

    kept = True

    def text(self, look: FortressLook, frame: Acted) -> str:
        england, africa = ((look.in_place(base, ALLIED) & look.game.land_units).bit_count() for base in BASES)
        send = "Send units from one to the other, or make overstrength divisions."
        return f"Set up: {england} units in England, {africa} in Africa. {send}"

    @offer("send", UNITS, "12.4", "Change its base")
    def send(self, look: FortressLook, frame: Acted) -> Conditions:
        yield look.game.side_units[ALLIED], "12.4", "only Allied units wait in England and Africa"
        yield look.game.land_units, "19.3", "{it} is no unit of the land"
        yield look.in_bases(), "26.3", "{it} comes later"

    @send.does
    def _(self, play: Play, frame: Acted, unit: int) -> None:
        base = AFRICA if play.position.units[unit].at == ENGLAND else ENGLAND
        play.put(unit, base)
        sent(play, unit, BASES[base])

    @offer("strengthen", UNITS, "27.12", "Make it an overstrength division")
    def strengthen(self, look: FortressLook, frame: Acted) -> Conditions:
        divisions, most = infantry(look.game), look.game.rules.numbers["overstrength_before_invasion"]
        yield divisions, "27.12", "only American 6-4 infantry divisions become overstrength divisions"
        yield with_steps(look, divisions, 2), "27.12", "{it} is not at its printed strength"
        made = with_steps(look, divisions, 3).bit_count()
        yield provided(made < most), "27.12", f"{most} overstrength divisions at most are made before the landing"

    @strengthen.does
    def _(self, play: Play, frame: Acted, unit: int) -> None:
        play.set_steps(unit, 3)
        play.position.overstrength_left -= 1
        made_stronger(play, unit)

    @offer("reduce", UNITS, "27.12", "Reduce it")
    def reduce(self, look: FortressLook, frame: Acted) -> Conditions:
        game, armor = look.game, british_armor(look.game) if look.game.rules.funnies else 0
        both = infantry(game) | armor
        yield both, "27.12", "only another American 6-4 infantry division pays for an overstrength one"
        yield with_steps(look, both, 2), "27.12", "{it} is not at its printed strength"
        owing = (infantry(game) if owed(look) > 0 else 0) | (armor if owed_for_the_79th(look) > 0 else 0)
        yield owing, "27.12", "no overstrength division is still to be paid for with it"

    @reduce.does
    def _(self, play: Play, frame: Acted, unit: int) -> None:
        play.set_steps(unit, 1)
        weakened(play, unit, rule="27.12" if infantry(play.game) >> unit & 1 else "31.16")

    @offer("restore", UNITS, "27.12", "Give it its first strength")
    def restore(self, look: FortressLook, frame: Acted) -> Conditions:
        units = infantry(look.game) | british_armor(look.game)
        changed = units & ~with_steps(look, units, 2) | with_steps(look, look.game.seventy_ninth, 2)
        yield look.in_bases(), "27.12", "{it} is in no base"
        yield changed, "27.12", "{it} has the strength with which it begins"

    @restore.does
    def _(self, play: Play, frame: Acted, unit: int) -> None:
        play.position.overstrength_left += play.position.units[unit].steps == 3
        play.set_steps(unit, 1 if play.game.seventy_ninth >> unit & 1 else 2)
        as_before(play, unit)

    @offer("fill", UNITS, "31.16", "Begin with it at full strength", when=lambda look, frame: look.game.rules.funnies)
    def fill(self, look: FortressLook, frame: Acted) -> Conditions:
        whole = look.game.seventy_ninth
        yield whole, "31.16", "only the 79th Armoured Division is filled before the game"
        yield with_steps(look, whole, 1), "31.16", "{it} is at full strength already"

    @fill.does
    def _(self, play: Play, frame: Acted, unit: int) -> None:
        play.set_steps(unit, 2)
        filled(play, unit)

    @offer("split", PLAIN, "31.16", "Break down the 79th", when=lambda look, frame: look.game.rules.funnies)
    def split(self, look: FortressLook, frame: Acted) -> Conditions:
        whole = look.game.seventy_ninth
        yield provided(bool(whole & look.in_bases())), "27.11", "the 79th is broken down already"
        yield provided(bool(with_steps(look, whole, 2))), "27.11", "the 79th breaks down at full strength only"

    split.does(lambda step, play, frame, _: break_down(play))

    @offer("end", PLAIN, "12.4", "The set-up is complete", "the set-up is complete")
    def end(self, look: FortressLook, frame: Acted) -> Conditions:
        debts, armor = owed(look), owed_for_the_79th(look)
        yield debts == 0, "27.12", _debt(debts, "American 6-4 infantry division")
        yield armor == 0, "31.16", _debt(armor, "British armoured division")
