"""Small things that a player stumbles over: a ragged menu, a name that is asked twice."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.service import Service
from tests.browser.test_playing import HUMAN
from tests.browser.test_screens import seated


def test_the_entries_of_the_menu_stand_under_each_other(service: Service, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    desk = seated(page, service)
    page.get_by_role("button", name="More", exact=True).click()
    lefts = page.evaluate(
        """() => [...document.querySelectorAll('.more .button')].map(button => {
            const range = document.createRange(); range.selectNodeContents(button);
            return Math.round(range.getBoundingClientRect().left);
        })"""
    )
    assert len(lefts) > 8
    assert len(set(lefts)) == 1, lefts
    assert desk.complaints == []


def test_who_gave_his_name_is_not_asked_for_it_again(service: Service, page: Page) -> None:
    new = {"game": "roundup", "seats": {"allied": {"kind": "human", "name": "Ada"}, "german": HUMAN}, "wait": True}
    made = service.ask("POST", "/api/matches", new)
    page.goto(f"/match/{made['match']['id']}#seat={made['tokens']['allied']}")
    expect(page.get_by_text("You sit down as Ada.")).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_count(0)
    page.get_by_role("button", name="Change the name").click()
    page.get_by_label("Your name").fill("Grace")
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("Grace").first).to_be_visible()
