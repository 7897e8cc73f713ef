"""A player at the table in a real browser: what a hand with a mouse, or two hands on a keyboard, would do."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from playwright.sync_api import Locator, Page, expect

import bocage
from bocage import bots
from bocage.engine.matches.match import Match
from bocage.table import showing


@lru_cache
def hexes(game: str) -> dict[str, tuple[float, float]]:
    """Where each hex of a game lies on its map, and each box of a place off it."""
    layout = showing.box(game).layout
    return {hex_.label: (hex_.x, hex_.y) for hex_ in (*layout.hexes, *layout.boxes)}


@lru_cache
def width(game: str) -> float:
    """How wide a game's map is, in the units of its layout; the page draws in units of its own."""
    return showing.box(game).layout.width


@lru_cache
def nouns(game: str) -> dict[str, str]:
    """What each verb of a game is about."""
    return {info.verb: info.noun for info in showing.box(game).verbs}


LONG = 60_000  # milliseconds: for a bot's whole turn on a busy machine


class Desk:
    """One page at one seat. What the page complains about in its console is kept, for the test to look at."""

    def __init__(self, page: Page, game: str = "roundup") -> None:
        self.page = page
        self.game = game
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._heard)

    def _heard(self, message: Any) -> None:
        # A service that was killed cannot be reached: the browser says so by itself, and that is as it should be.
        if message.type == "error" and "ERR_CONNECTION_REFUSED" not in message.text:
            self.complaints.append(message.text)

    def sit(self, match: str, token: str = "", query: str = "") -> Desk:
        self.page.goto(f"/match/{match}{query}" + (f"#seat={token}" if token else ""))
        expect(self.prompt).to_be_visible()
        if not re.search("set-up", self.prompt.inner_text(), re.I):  # then the map may still be empty
            expect(self.page.locator(".board .counter, .board [data-unit]").first).to_be_attached()
        return self

    # What is seen

    @property
    def prompt(self) -> Locator:
        return self.page.get_by_role("region", name="The question")

    @property
    def asked(self) -> str:
        return self.prompt.locator(".prompt-text").inner_text()

    @property
    def slider(self) -> Locator:
        # On a phone it is folded away, but still there.
        return self.page.get_by_role("slider", name="Moment of the match", include_hidden=True)

    @property
    def moment(self) -> int:
        """How many entries the page knows of."""
        return 0 if self.slider.is_disabled() else int(self.slider.get_attribute("max") or 0)

    def wait_for(self, moment: int, timeout: float = 15_000) -> None:
        """Until the page shows the match as it is after so many entries."""
        expect(self.slider).to_have_attribute("max", str(max(1, moment)), timeout=timeout)
        if moment:
            expect(self.slider).to_be_enabled()

    def wait_for_more_than(self, moment: int) -> None:
        """Until something more has happened."""
        for _ in range(600):
            if self.moment > moment:
                return
            self.page.wait_for_timeout(25)
        raise AssertionError(f"nothing happened after entry {moment}")

    def is_asked(self, words: str | re.Pattern[str], timeout: float = 15_000) -> None:
        expect(self.prompt.locator(".prompt-text")).to_contain_text(words, timeout=timeout)

    def place_of(self, unit: str) -> str:
        """The hex where the page draws a unit."""
        counter = self.page.locator(f'.board svg [data-unit="{unit}"]').first
        return (counter.get_attribute("data-at") or "") if counter.count() else ""

    @property
    def panel(self) -> Locator:
        """The panel of the hex that is pointed at."""
        return self.page.locator(".column .hex-panel")

    @property
    def reasons(self) -> Locator:
        return self.page.locator(".near-reasons")

    def open_tab(self, name: str) -> None:
        self.page.get_by_role("tab", name=name).click()

    # With the mouse

    def unfold_log(self) -> None:
        """Show what lies under the lines of the log."""
        for _ in range(200):
            fold = self.page.locator('.log-more[aria-expanded="false"]')
            if fold.count() == 0:
                return
            fold.first.click()

    def point(self, label: str) -> tuple[float, float]:
        """Where the middle of a hex is in the window."""
        drawing = self.page.locator(".board svg").first
        box = drawing.evaluate("svg => { const r = svg.getBoundingClientRect(); return [r.left, r.top, r.width]; }")
        scale = box[2] / width(self.game)
        x, y = hexes(self.game)[label]
        return box[0] + x * scale, box[1] + y * scale

    def settle(self) -> None:
        """Wait until the map lies still: a new question may draw it to what it is about."""
        drawing = self.page.locator(".board svg").first
        before = drawing.bounding_box()
        for _ in range(40):
            self.page.wait_for_timeout(40)
            now = drawing.bounding_box()
            if now == before:
                return
            before = now

    def bring_into_view(self, label: str) -> None:
        """Drag the map until a hex lies in the free part of the window, as a player would."""
        self.settle()
        for _ in range(6):
            x, y = self.point(label)
            size = self.page.viewport_size or {"width": 1440, "height": 900}
            board = self.page.locator(".board").bounding_box() or {}
            left, top = board["x"] + 60, board["y"] + 60
            right = min(board["x"] + board["width"], size["width"]) - 90
            bottom = min(board["y"] + board["height"], size["height"]) - 90
            overview = self.page.locator(".overview[data-open=yes]")
            corner = overview.bounding_box() if overview.count() else None
            if corner and corner["y"] > board["y"] + board["height"] / 2:  # it lies in the lower corner
                bottom = min(bottom, corner["y"] - 40)
            elif corner and corner["x"] < left:  # in the upper one: what is lit is to the right of it
                left = max(left, corner["x"] + corner["width"] + 20)
            shift_x = min(0.0, right - x) + max(0.0, left - x)
            shift_y = min(0.0, bottom - y) + max(0.0, top - y)
            if abs(shift_x) < 1 and abs(shift_y) < 1:
                return
            middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
            reach_x = max(-(right - left) / 2, min((right - left) / 2, shift_x))
            reach_y = max(-(bottom - top) / 2, min((bottom - top) / 2, shift_y))
            mouse = self.page.mouse
            mouse.move(middle_x - reach_x / 2, middle_y - reach_y / 2)
            mouse.down()
            mouse.move(middle_x, middle_y, steps=3)
            mouse.move(middle_x + reach_x / 2, middle_y + reach_y / 2, steps=3)
            mouse.up()
        raise AssertionError(f"{label} cannot be brought into view")

    def click_hex(self, label: str) -> None:
        self.bring_into_view(label)
        self._put_dice_away(*self.point(label))
        self.page.mouse.click(*self.point(label))

    def _put_dice_away(self, x: float, y: float) -> None:
        """Dice that lie over the place where somebody wants to click are put away first."""
        for tray in self.page.locator(".tray").all():
            box = tray.bounding_box()
            if box and box["x"] <= x <= box["x"] + box["width"] and box["y"] <= y <= box["y"] + box["height"]:
                self.page.keyboard.press("Escape")

    def click_unit(self, unit: str) -> None:
        """Click a counter on the map, or in the panel if it lies in a stack."""
        counter = self.page.locator(f'.board svg [data-unit="{unit}"]').first
        self.bring_into_view(counter.get_attribute("data-at") or "")
        self._put_dice_away(*self.point(counter.get_attribute("data-at") or ""))
        at = counter.get_attribute("data-at")
        if self.page.locator(f'.board svg [data-at="{at}"]').count() > 1:
            counter.hover(force=True)
            expect(self.panel).to_have_attribute("data-hex", at or "")
            self.panel.locator(f'.counter-chip[data-unit="{unit}"]').click()
        else:
            counter.click(force=True)

    def do(self, action: str) -> None:
        """Do an action of the list with the mouse: on the map where it is about a hex or unit, else by its button."""
        verb, _, operand = action.partition(" ")
        before = self.moment
        if nouns(self.game)[verb] == "hex":
            self.click_hex(operand)
        elif nouns(self.game)[verb] == "unit" and self.place_of(operand):
            self.click_unit(operand)
        else:
            self.prompt.locator(f'[data-action="{action}"]').click()
            if action == "end":
                self._go_on(before)
            return
        self._choose(action, before)

    def _go_on(self, before: int) -> None:
        """Where something would be lost, the page asks once more."""
        anyway = self.prompt.locator('[data-action="end-anyway"]')
        for _ in range(200):
            # First: the moment may still be changing because of what was done before.
            if anyway.is_visible():
                anyway.click()
                return
            if self.moment != before:
                return
            self.page.wait_for_timeout(25)

    def _choose(self, action: str, before: int) -> None:
        """Where several things can be done with what was clicked, a menu asks which."""
        menu = self.page.get_by_role("menu", name="What do you want to do here?")
        for _ in range(200):
            if self.moment != before:
                return
            if menu.is_visible():
                menu.locator(f'[data-action="{action}"]').click()
                return
            assert not self.reasons.is_visible(), f"{action}: {self.reasons.inner_text()}"
            self.page.wait_for_timeout(25)
        raise AssertionError(f"nothing came of {action}")

    # With the keyboard

    def type_action(self, action: str) -> None:
        """Do an action through the command field."""
        self.page.keyboard.press("/")
        expect(self.page.get_by_role("combobox", name="Action, unit or hex")).to_be_focused()
        self.page.keyboard.type(action)
        self.page.keyboard.press("Enter")


class Mirror:
    """The same match in the test's own hands: it knows the dice, and a bot tells what to do next."""

    def __init__(self, seed: str, bot: str = "planner", game: str = "roundup", **more: Any) -> None:
        self.match: Match = bocage.new_match(game, seed=seed, **more)
        self.players = {side: bots.make(bot, seed=side) for side in self.match.game.sides}

    @property
    def side(self) -> str:
        return self.match.prompt.side if self.match.prompts else ""

    @property
    def moment(self) -> int:
        return self.match.moment

    def next(self) -> str:
        """What the bot would do now; it is done in the mirror as well."""
        return str(bots.answer(self.match, self.players[self.side]).action)

    def until(self, done: Any) -> Mirror:
        """Play on until something holds."""
        while not done(self.match):
            self.next()
        return self
