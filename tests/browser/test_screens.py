"""Every screen: on a phone, in the dark, for the screen reader (axe-core), and the first-time guide."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

import bocage
from bocage import bots
from bocage.bots.seat import take
from tests.browser import sicily
from tests.browser import test_rhine as july
from tests.browser.conftest import PHONE
from tests.browser.desk import Desk, Mirror
from tests.browser.service import Service
from tests.browser.test_playing import BOTH, HUMAN
from tests.browser.test_storming import told

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = ("serious", "critical")


def violations(page: Page) -> list[str]:
    """What axe-core finds serious on the page as it is."""
    # The page's own CSP forbids foreign scripts; the test asks the browser for an exception by evaluating the source.
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate("async () => (await axe.run(document)).violations")
    return [
        f"{rule['id']}: {node['html'][:160]}" for rule in found if rule["impact"] in SERIOUS for node in rule["nodes"]
    ]


def start(page: Page, service: Service) -> None:
    page.goto("/")
    expect(page.get_by_text("Operation Roundup").first).to_be_visible()


def setting_up(page: Page, service: Service) -> None:
    start(page, service)
    page.get_by_text("Set up a match").first.click()
    expect(page.get_by_text(re.compile("optional rules", re.I)).first).to_be_visible()


def waiting_room(page: Page, service: Service) -> None:
    new = {"game": "roundup", "seats": {"allied": HUMAN, "german": {"kind": "open"}}, "wait": True}
    made = service.ask("POST", "/api/matches", new)
    page.goto(f"/match/{made['match']['id']}#seat={made['tokens']['allied']}")
    expect(page.get_by_text(made["match"]["commitment"][:12]).first).to_be_visible()


def rules(page: Page, service: Service) -> None:
    page.goto("/rules/roundup")
    expect(page.get_by_text("ZOC stops movement").first).to_be_visible()


def seated(page: Page, service: Service, step: str = "movement") -> Desk:
    mirror = Mirror("screens").until(lambda match: match.position.turn == 2 and match.prompt.step == step)
    match, tokens = service.import_match(mirror.match.text(), BOTH)
    return Desk(page).sit(match, tokens[mirror.side])


def at_the_table(page: Page, service: Service) -> None:
    seated(page, service)


def declaring(page: Page, service: Service) -> None:
    mirror = Mirror("odds").until(lambda match: match.prompt.step == "combat" and match.prompt.verbs().get("attack"))
    while not (mirror.match.prompts and mirror.match.prompt.verbs().get("roll")):
        mirror.next()
    match, tokens = service.import_match(mirror.match.text(), BOTH)
    Desk(page).sit(match, tokens[mirror.side])
    expect(page.get_by_role("region", name=re.compile("Odds of the attack")).first).to_be_visible()


def tab(name: str) -> Callable[[Page, Service], None]:
    def show(page: Page, service: Service) -> None:
        seated(page, service).open_tab(name)

    return show


def help_dialog(page: Page, service: Service) -> None:
    seated(page, service)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()


def finished(page: Page, service: Service) -> None:
    text = Path(__file__).parents[1].joinpath("roundup", "fixtures", "allied-limited.txt").read_text(encoding="utf-8")
    match, tokens = service.import_match(text, BOTH)
    Desk(page).sit(match, tokens["allied"])
    expect(page.get_by_role("region", name="The end of the game")).to_be_visible()


def proof(page: Page, service: Service) -> None:
    text = Path(__file__).parents[1].joinpath("roundup", "fixtures", "allied-limited.txt").read_text(encoding="utf-8")
    match, _ = service.import_match(text, BOTH)
    page.goto(f"/match/{match}/proof")
    expect(page.get_by_role("heading").first).to_be_visible()


def example(page: Page, service: Service, last: str) -> Desk:
    """The rulebook's example of Storming the Reich, just after a certain action."""
    start, steps, _ = told()
    match = bocage.load(start)
    for _, _, action in steps:
        match.play(action)
        if action == last:
            break
    match_id, tokens = service.import_match(match.text(), BOTH)
    return Desk(page, "storming").sit(match_id, tokens[match.prompt.side])


def storming(page: Page, service: Service) -> None:
    example(page, service, "pick US-79-Inf")


def storming_assault(page: Page, service: Service) -> None:
    example(page, service, "assault 0923")
    expect(page.get_by_role("region", name=re.compile("Odds of")).first).to_be_visible()


def storming_tab(name: str) -> Callable[[Page, Service], None]:
    def show(page: Page, service: Service) -> None:
        example(page, service, "assault 0923").open_tab(name)

    return show


def storming_setup(page: Page, service: Service) -> None:
    match = bocage.new_match("storming", scenario="final", seed="screens")
    match.play("suggested-all")
    match_id, tokens = service.import_match(match.text(), BOTH)
    Desk(page, "storming").sit(match_id, tokens[match.prompt.side])


def july_turn(page: Page, service: Service, last: str, side: str = "") -> Desk:
    """D-Day to the Rhine in July, up to and with an action, at the seat that decides then or at another."""
    match = july.start()
    for who, action in july.steps():
        match.play(action, side=who)
        if action == last:
            break
    match_id, tokens = service.import_match(match.text(), BOTH)
    return Desk(page, "rhine").sit(match_id, tokens[side or match.prompt.side])


def rhine(page: Page, service: Service) -> None:
    july_turn(page, service, "pick BR-7AD")


def rhine_attack(page: Page, service: Service) -> None:
    july_turn(page, service, "fight")
    expect(page.get_by_role("region", name=re.compile("Odds of")).first).to_be_visible()


def rhine_german(page: Page, service: Service) -> None:
    july_turn(page, service, "pick DE-21Pz")


def rhine_charts(page: Page, service: Service) -> None:
    july_turn(page, service, "fight").open_tab("Charts")


def rhine_setup(page: Page, service: Service) -> None:
    match = bocage.new_match("rhine", seed="screens")
    for action in ("pick DE-84K", "place 1816", "deploy DE-84K", "pick DE-21Pz", "place 1914", "hide DE-21Pz"):
        match.play(action)
    match_id, tokens = service.import_match(match.text(), BOTH)
    Desk(page, "rhine").sit(match_id, tokens["german"])


@lru_cache
def june(step: str, verb: str) -> tuple[str, str]:
    """Fortress Europa on June I when a certain question is asked and a verb is among its answers, and who decides."""
    match = bocage.new_match("fortress", seed="screens")
    players = {side: bots.make("planner", side) for side in match.game.sides}
    while match.prompt.step != step or verb not in match.prompt.verbs():
        on_set_up = "suggested" in match.prompt.verbs()
        match.play("suggested" if on_set_up else players[match.prompt.side].choose(take(match, match.prompt.side)))
    return match.text(), match.prompt.side


def fortress(step: str, verb: str, tab: str = "") -> Callable[[Page, Service], None]:
    def show(page: Page, service: Service) -> None:
        text, side = june(step, verb)
        match_id, tokens = service.import_match(text, BOTH)
        desk = Desk(page, "fortress").sit(match_id, tokens[side])
        if tab:
            desk.open_tab(tab)

    return show


def fortress_setup(page: Page, service: Service) -> None:
    match = bocage.new_match("fortress", seed="screens")
    match_id, tokens = service.import_match(match.text(), BOTH)
    Desk(page, "fortress").sit(match_id, tokens["german"])
    expect(page.get_by_role("button", name="Set up the rest as suggested")).to_be_visible()


def fortress_winter(page: Page, service: Service) -> None:
    match = bocage.new_match("fortress", scenario="bulge", seed="screens")
    match_id, tokens = service.import_match(match.text(), BOTH)
    Desk(page, "fortress").sit(match_id, tokens[match.prompt.side])


def fortress_options(page: Page, service: Service) -> None:
    page.goto("/")
    page.get_by_role("link", name="Set up a match of Fortress Europa").click()
    page.get_by_label(re.compile("Battle of the Bulge")).click()
    page.get_by_text("Optional rules").first.click()
    page.get_by_text("For other scenarios").click()
    expect(page.get_by_text(re.compile("Goes with Campaign")).first).to_be_visible()


def my_link(page: Page, service: Service) -> None:
    seated(page, service)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="My link, with a QR code").click()
    expect(page.get_by_role("img", name=re.compile("QR code"))).to_be_visible()


def forgetting(page: Page, service: Service) -> None:
    seated(page, service)
    page.goto("/")
    page.get_by_role("button", name=re.compile("^Forget ")).click()
    expect(page.get_by_role("dialog", name="Forget this match?")).to_be_visible()


def no_such_match(page: Page, service: Service) -> None:
    page.goto("/match/nobodyknowsthis")
    expect(page.get_by_role("heading", name="This table cannot be opened")).to_be_visible()


SCREENS: dict[str, Callable[[Page, Service], None]] = {
    "start": start,
    "setting up": setting_up,
    "waiting room": waiting_room,
    "rules": rules,
    "table": at_the_table,
    "odds": declaring,
    "units": tab("Units"),
    "charts": tab("Charts"),
    "track": tab("Track"),
    "talk": tab("Talk"),
    "rules panel": tab("Rules"),
    "help": help_dialog,
    "my link": my_link,
    "forgetting": forgetting,
    "finished": finished,
    "proof": proof,
    "no such match": no_such_match,
    "storming": storming,
    "storming assault": storming_assault,
    "storming charts": storming_tab("Charts"),
    "storming track": storming_tab("Track"),
    "storming set-up": storming_setup,
    "rhine": rhine,
    "rhine attack": rhine_attack,
    "rhine german": rhine_german,
    "rhine charts": rhine_charts,
    "rhine set-up": rhine_setup,
    "fortress options": fortress_options,
    "fortress set-up": fortress_setup,
    "fortress aircraft": fortress("allied allocation", "tac"),
    "fortress landing": fortress("landing", "land"),
    "fortress attack": fortress("combat", "roll"),
    "fortress charts": fortress("combat", "roll", "Charts"),
    "fortress track": fortress("combat", "roll", "Track"),
    "fortress german": fortress("movement", "rail"),
    "fortress winter": fortress_winter,
    **sicily.SCREENS,
}


@pytest.mark.parametrize("name", SCREENS)
def test_axe_finds_nothing_serious(service: Service, browser: Browser, name: str) -> None:
    context = browser.new_context(base_url=service.address, reduced_motion="reduce", bypass_csp=True)
    page = context.new_page()
    SCREENS[name](page, service)
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == [], scheme
    context.close()


@pytest.mark.parametrize("name", SCREENS)
def test_nothing_runs_over_the_edge_of_a_phone(service: Service, browser: Browser, name: str) -> None:
    context = browser.new_context(
        base_url=service.address,
        viewport=PHONE,
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
        bypass_csp=True,
    )
    page = context.new_page()
    SCREENS[name](page, service) if name != "help" else at_the_table(page, service)
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{wide} pixels too wide"
    assert violations(page) == []
    context.close()


def test_a_phone_plays_a_move_by_touch(service: Service, browser: Browser) -> None:
    mirror = Mirror("touch").until(lambda match: match.prompt.step == "movement")
    match, tokens = service.import_match(mirror.match.text(), BOTH)
    context = browser.new_context(
        base_url=service.address, viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page = context.new_page()
    desk = Desk(page).sit(match, tokens[mirror.side])
    picked, moved = mirror.next(), mirror.next()
    row = desk.prompt.locator(f'[data-action="{picked}"]')
    unit = picked.split(" ")[1]
    if row.count():
        row.tap()
    else:
        page.touchscreen.tap(*desk.point(desk.place_of(unit)))
        if desk.moment < mirror.moment - 1:  # a stack: the panel shows who is in it
            desk.panel.locator(f'.counter-chip[data-unit="{unit}"]').tap()
    desk.wait_for(mirror.moment - 1)
    target = moved.split(" ")[1]
    page.touchscreen.tap(*desk.point(target))
    desk.wait_for(mirror.moment)
    assert desk.place_of(unit) == target
    assert desk.complaints == []
    context.close()


def test_the_guide_leads_through_a_turn_to_the_players_own_attack(service: Service, page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Learn the table in one turn").click()
    tour = page.get_by_role("region", name="The tour")
    expect(tour).to_be_visible()
    desk = Desk(page)
    desk.is_asked("Place the beachhead markers")

    def heading() -> str:
        return tour.get_by_role("heading").inner_text()

    def step(*actions: str) -> None:
        """Do what the tour asks for; it notices by itself and goes on."""
        before = heading()
        for action in actions:
            moment = desk.moment
            desk.type_action(action)
            desk.wait_for_more_than(moment)
        expect(tour.get_by_role("heading")).not_to_have_text(before)
        seen.append(before)

    seen: list[str] = []
    seen.append(heading())
    tour.get_by_role("button", name="Go on").click()
    step("us-beachhead 1619", "us-beachhead 1719", "uk-beachhead 1516", "uk-beachhead 1515", "end")
    if "TAS" in desk.asked:
        step("end")
    for beach in ("1619", "1719", "1516", "1515"):
        moment = desk.moment
        desk.type_action(f"enter {beach}")
        desk.wait_for_more_than(moment)
        desk.prompt.locator('[data-action^="land "]').first.click()
        desk.wait_for_more_than(moment + 1)
    step("end")
    if "airborne" in desk.asked:
        step("end")
    if "move" in desk.asked:
        step("end")
    step("attack 1618")
    desk.prompt.locator('[data-together="join"], [data-action^="join "]').first.click()
    before = heading()
    desk.prompt.locator('[data-action="roll"]').click()
    expect(tour.get_by_role("heading")).not_to_have_text(before)
    log = page.locator(".log-line.kind-battle")
    expect(log.first).to_contain_text("The Allies attack 1618")
    assert len(seen) >= 5, f"several steps were shown: {seen}"
    for _ in range(4):
        done = tour.get_by_role("button", name="Done")
        if done.is_visible():
            done.click()
            break
        tour.get_by_role("button", name=re.compile("Go on|Skip")).click()
    expect(tour).to_have_count(0)
    assert desk.complaints == []
