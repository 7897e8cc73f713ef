"""A player at the table in a real browser: what a hand with a mouse, or two hands on a keyboard, would do."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

import bocage
from bocage import bots
from bocage.engine.match import Match


class Desk:
    """One page at one seat."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._heard)

    def _heard(self, message: Any) -> None:
        if message.type == "error" and "ERR_CONNECTION_REFUSED" not in message.text and "WebSocket" not in message.text:
            self.complaints.append(message.text)

    def sit(self, match: str, token: str = "", query: str = "") -> Desk:
        self.page.goto(f"/match/{match}{query}" + (f"#seat={token}" if token else ""))
        expect(self.page.locator(".board")).to_be_visible()
        expect(self.prompt).to_be_visible()
        return self

    @property
    def prompt(self) -> Locator:
        return self.page.get_by_role("region", name="The question")

    @property
    def asked(self) -> str:
        return self.prompt.locator(".prompt-text").inner_text()

    @property
    def moment(self) -> int:
        """The moment of the sheet that the page shows."""
        return int(self.page.locator("[data-moment]").first.get_attribute("data-moment") or -1)

    def at_moment(self, moment: int) -> None:
        expect(self.page.locator(f'[data-moment="{moment}"]').first).to_be_attached()

    def whole_map(self) -> None:
        self.page.get_by_role("button", name=re.compile("whole map", re.I)).click()

    # With the mouse

    def middle(self, label: str) -> tuple[float, float]:
        """Where a hex is on the screen."""
        point = self.page.evaluate("(hex) => window.bocageBoard.pointOf(hex)", label)
        return point["x"], point["y"]

    def click_hex(self, label: str) -> None:
        self.page.mouse.click(*self.middle(label))

    def click(self, action: str, box: Any) -> None:
        """Do an action of the list with the mouse, wherever it can be clicked."""
        verb, _, operand = action.partition(" ")
        noun = box[verb]
        if noun == "hex":
            self.page.locator(f'.board [data-hex="{operand}"][data-verb~="{verb}"]').first.dispatch_event("click")
        elif noun == "unit":
            self.page.locator(f'[data-unit="{operand}"]').first.dispatch_event("click")
        else:
            self.prompt.locator(f'[data-action="{action}"]').click()

    # With the keyboard

    def type_action(self, action: str) -> None:
        """Do an action through the command field."""
        self.page.keyboard.press("/")
        field = self.page.get_by_role("combobox", name="Action, unit or hex")
        expect(field).to_be_focused()
        self.page.keyboard.type(action)
        self.page.keyboard.press("Enter")


class Mirror:
    """The same match in the test's own hands: it knows the dice, and a bot tells what to do next."""

    def __init__(self, seed: str, bot: str = "simple", **more: Any) -> None:
        self.match: Match = bocage.new_match("roundup", seed=seed, **more)
        self.players = {side: bots.make(bot, seed=side) for side in self.match.game.sides}
        self.nouns = {verb: domain.noun for verb, domain in self.match.game.actions.verbs.items()}

    @property
    def side(self) -> str:
        return self.match.prompt.side

    def next(self) -> str:
        """What the bot would do now; it is done in the mirror as well."""
        return str(bots.answer(self.match, self.players[self.side]).action)
