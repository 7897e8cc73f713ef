"""D-Day to the Rhine at the table: a whole turn in two browsers, and what the Allied page must not show."""

from __future__ import annotations

import re
from functools import lru_cache

from playwright.sync_api import Browser, Page, expect

import bocage
from tests.browser.desk import Desk
from tests.browser.service import Service
from tests.browser.test_playing import BOTH, second_page

UNITS = (
    "US-5C 3117; US-7C 3118; US-2AD 3117; BR-1C 3019; BR-7AD 3019; US-SUP 3120; BR-SUP 3120; US-8C pool; BR-8C pool; "
    "DE-84K 3217; DE-67K 3218 deployed; DE-21Pz 3415 down; DE-Dummy1 2914 down; DE-2Pz 3314; DE-1SS 3616; DE-9Pz dead"
)
DICE = "6 4 3 6 6 6 6 6"
# Who does what: the Allies bring two corps ashore, find a dummy, press one attack, which the German meets with
# No Retreat!, and rout another korps three hexes; the German counter-attacks with a piece that lay face down.
TURN = """
    allied end; allied end; allied end; allied pick US-8C; allied place 3120; allied pick BR-8C; allied place 3120;
    allied end; allied end; allied pick US-8C; allied move 3118; allied pick BR-7AD; allied move 2915; allied end;
    allied attack 3218; allied join US-7C; allied join US-8C; allied commit;
    allied attack 3217; allied join US-5C; allied join US-2AD; allied commit; allied end;
    allied resolve 3218; allied fight; allied press; german no-retreat; allied pick US-7C; allied advance 3218;
    allied fight; allied steady; german may-retreat; allied distance 3;
    german retreat 3316; german retreat 3315; german retreat 3314;
    allied pick US-2AD; allied advance 3217; allied advance 3316; allied end; allied end; allied end;
    german ruthless; german end; german wait; german end; german end;
    german pick DE-1SS; german move 3416; german pick DE-21Pz; german move 3315; german end;
    german attack 3316; german join DE-1SS; german join DE-21Pz; german commit; german end;
    german fight; german press; allied may-retreat; german pick DE-1SS; german advance 3316; german end; german end
"""


def start() -> bocage.Match:
    return bocage.position(
        "rhine", turn=4, at="weather", units=UNITS, first_beaches="3019", allied_control="3120 3019", dice=DICE
    )


@lru_cache
def steps() -> list[tuple[str, str]]:
    """Side and action, in order."""
    return [(item.split()[0], item.split(maxsplit=1)[1]) for item in re.split(r";\s*", TURN.strip())]


def played() -> bocage.Match:
    """The same turn without a page."""
    match = start()
    for side, action in steps():
        match.play(action, side=side)
    return match


def test_the_turn_tells_what_the_page_is_to_show() -> None:
    match = played()
    told = [line for _, _, line in match.log("allied")]
    for line in (
        "The face-down piece at 2914 is a dummy.",
        "The Allies press the attack.",
        "The Germans order No Retreat!",
        "67. Infanterie Korps is eliminated.",
        "The routed defenders of 3217 must retreat 3 hexes.",
        "A face-down piece moves 3415-3315 (1 hex).",
    ):
        assert line in told
    assert match.position.turn == 5


def test_a_whole_turn_in_two_browsers(service: Service, page: Page, browser: Browser) -> None:
    match, tokens = service.import_match(start().text(), BOTH)
    theirs = second_page(browser, service)
    desks = {
        "allied": Desk(page, "rhine").sit(match, tokens["allied"]),
        "german": Desk(theirs, "rhine").sit(match, tokens["german"]),
    }
    # The German knows his own pieces; the Allied page has backs without a name in their places.
    assert desks["german"].place_of("DE-21Pz") == "3415"
    assert desks["allied"].place_of("DE-21Pz") == ""
    backs = page.locator('.board svg [data-at="3415"]')
    expect(backs).to_have_count(1)
    assert "21" not in (backs.first.get_attribute("data-unit") or "")
    mirror = start()
    for side, action in steps():
        desk = desks[side]
        desk.wait_for(mirror.moment_of(side))
        mirror.play(action)
        desk.do(action)
        desk.wait_for(mirror.moment_of(side))
        if action == "press" and side == "allied":
            desks["german"].is_asked(re.compile("No Retreat", re.IGNORECASE))
        if action == "distance 3":
            desks["german"].is_asked("must retreat 3 hexes")
    assert mirror.moment_of("allied") < mirror.moment_of("german") == len(steps()), "not all is seen by both"
    for side, desk in desks.items():
        desk.wait_for(mirror.moment_of(side))
        expect(desk.page.locator(".top-bar")).to_contain_text(re.compile("August I|Turn 5"))
        assert desk.complaints == []
    assert bocage.load(service.record(match, tokens)).position_hash == played().position_hash
    theirs.context.close()


def test_nothing_that_the_allied_page_receives_names_a_face_down_piece(service: Service, page: Page) -> None:
    match, tokens = service.import_match(start().text(), BOTH)
    received: list[str] = []
    page.on("response", lambda answer: received.append(answer.text()) if f"/{match}" in answer.url else None)
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: received.append(str(frame))))
    desk = Desk(page, "rhine").sit(match, tokens["allied"])
    desk.wait_for(0)
    sheets = [text for text in received if '"3415"' in text or "3415" in text]
    assert sheets, "the page was told that something lies in 3415"
    units = [text for text in received if re.search(r'"DE-21Pz":\s*\{[^}]*3415', text)]
    assert units == []
