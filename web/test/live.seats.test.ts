import { beforeEach, expect, test, vi } from "vitest";

const TOKEN = "A".repeat(43);
const OTHER = "B".repeat(43);

// Each test has a page of its own: what the modules read when they are loaded is part of what is tested.
async function page() {
  vi.resetModules();
  return await import("../src/live/seats");
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
});

function seat(changes: object = {}) {
  return { match: "m1", side: "allied", token: TOKEN, game: "roundup", name: "Ann", title: "Operation Roundup", mine: true, ...changes };
}

test("my seats are there again after the page was loaded anew", async () => {
  (await page()).keepSeat(seat());
  const again = await page();
  expect(again.seatsOf("m1")).toMatchObject([{ token: TOKEN, side: "allied", name: "Ann" }]);
  expect(again.seatsOf("m2")).toEqual([]);
});

test("a friend's seat that I made is not mine to play, but its link can be shown again", async () => {
  const { keepSeat, seatsOf, friendSeatsOf, seatLink, readLink } = await page();
  keepSeat(seat());
  keepSeat(seat({ side: "german", token: OTHER, mine: false }));
  expect(seatsOf("m1").map((one) => one.side)).toEqual(["allied"]);
  expect(friendSeatsOf("m1").map((one) => one.side)).toEqual(["german"]);
  const link = seatLink("m1234", OTHER);
  expect(readLink(link)).toEqual({ match: "m1234", token: OTHER });
  expect(new URL(link).search).toBe("");
});

test("a link gives me the seat and leaves the address without the secret", async () => {
  const { takeAddress, seatsOf } = await page();
  history.replaceState(null, "", `/match/m1234?guide=1#seat=${TOKEN}`);
  expect(takeAddress()).toBe(true);
  expect(location.href).not.toContain(TOKEN);
  expect(location.pathname + location.search).toBe("/match/m1234?guide=1");
  expect(seatsOf("m1234")).toMatchObject([{ token: TOKEN, mine: true }]);
  expect(takeAddress()).toBe(false);
});

test("the case behind the # of the rules is not taken for a seat", async () => {
  const { takeAddress } = await page();
  history.replaceState(null, "", "/rules/roundup#11.2");
  expect(takeAddress()).toBe(false);
  expect(location.hash).toBe("#11.2");
});

test("opening my friend's link beside my own seat lets this page sit there without mixing the two", async () => {
  const { keepSeat, takeLink, seatsOf } = await page();
  keepSeat(seat());
  keepSeat(seat({ side: "german", token: OTHER, mine: false }));
  takeLink({ match: "m1", token: OTHER });
  expect(seatsOf("m1").map((one) => one.token)).toEqual([OTHER]);
  sessionStorage.clear();
  expect((await page()).seatsOf("m1").map((one) => one.token)).toEqual([TOKEN]);
});

test("a match that I forgot comes back by undo", async () => {
  const { keepSeat, forgetMatch, restoreSeats, seats } = await page();
  keepSeat(seat());
  keepSeat(seat({ match: "m2", token: OTHER }));
  const forgotten = forgetMatch("m1");
  expect(seats.value.map((one) => one.match)).toEqual(["m2"]);
  restoreSeats(forgotten);
  expect(seats.value.map((one) => one.match).sort()).toEqual(["m1", "m2"]);
});

test("the commitment is kept as it was seen first", async () => {
  const { keepSeat, learnSeat, seats } = await page();
  keepSeat(seat({ side: "", game: "", title: "" }));
  learnSeat("m1", TOKEN, { side: "allied", game: "roundup", title: "Operation Roundup", commitment: "first" });
  learnSeat("m1", TOKEN, { side: "allied", game: "roundup", title: "Operation Roundup", commitment: "second" });
  expect(seats.value[0]).toMatchObject({ side: "allied", commitment: "first" });
});

test("a browser that refuses to remember still lets me play", async () => {
  const blocked = vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  });
  const { keepSeat, seatsOf, keepSetting, setting } = await page();
  const { remembers } = await import("../src/live/storage");
  keepSeat(seat());
  keepSetting("theme", "dark");
  expect(seatsOf("m1")).toHaveLength(1);
  expect(setting("theme", "system")).toBe("dark");
  expect(remembers.value).toBe(false);
  blocked.mockRestore();
});

test("what is stored but cannot be read does not break the page", async () => {
  localStorage.setItem("bocage.seats", '[{"match": 3}, null, {"match": "m1", "token": "x"}]');
  localStorage.setItem("bocage.settings", "not json");
  const { seats, setting } = await page();
  expect(seats.value).toMatchObject([{ match: "m1", token: "x", mine: true }]);
  expect(setting("theme", "system")).toBe("system");
});

test("links to elsewhere, and half links, are not taken for seats", async () => {
  const { readLink } = await page();
  expect(readLink("hello there")).toBeNull();
  expect(readLink("https://table.example/rules/roundup")).toBeNull();
  expect(readLink("/match/m1234#seat=<script>")).toEqual({ match: "m1234", token: "" });
});

test("a link is dead once its seat has got a newer one or a bot; my own is learnt anew when I am let in", async () => {
  const { exchangeSeat, keepSeat, learnSeat, linkWorks, seats } = await page();
  const told = (seat: object) => ({ seats: [{ side: "allied", kind: "human", ...seat }] }) as never;
  keepSeat(seat());
  const works = (now: object) => linkWorks(seats.value[0]!, told(now));
  expect([works({}), works({ links: 1 }), works({ kind: "bot" }), linkWorks(seats.value[0]!, null)]).toEqual([true, false, false, true]);
  exchangeSeat("m1", TOKEN, OTHER);
  expect([works({}), works({ links: 1 })]).toEqual([false, true]);
  learnSeat("m1", OTHER, { side: "allied", game: "roundup", title: "", links: 3 });
  learnSeat("m1", OTHER, { side: "allied", game: "roundup", title: "" });
  expect(works({ links: 3 })).toBe(true);
});

test("a new link for the seat that I lost takes the place of the dead one, also when the browser is opened again", async () => {
  const { keepSeat, learnSeat, takeLink, seatsOf, seats } = await page();
  keepSeat(seat({ match: "m1234" }));
  keepSeat(seat({ match: "m1234", side: "german", token: "C".repeat(43), mine: false }));
  takeLink({ match: "m1234", token: OTHER });
  learnSeat("m1234", OTHER, { side: "allied", game: "roundup", title: "", links: 1 });
  expect(seatsOf("m1234").map((one) => one.token)).toEqual([OTHER]);
  sessionStorage.clear();
  expect(seatsOf("m1234")).toMatchObject([{ token: OTHER, mine: true, links: 1 }]);
  expect(seats.value.map((one) => one.side).sort()).toEqual(["allied", "german"]);
});

test("a link that I was sent can be exchanged for one of my own, also where this page sits beside another seat", async () => {
  const { exchangeSeat, keepSeat, takeLink, seatsOf } = await page();
  takeLink({ match: "m1234", token: TOKEN });
  expect(seatsOf("m1234")).toMatchObject([{ token: TOKEN, link: "sent" }]);
  exchangeSeat("m1234", TOKEN, OTHER);
  expect(seatsOf("m1234")).toMatchObject([{ token: OTHER, link: "fresh", mine: true }]);
  keepSeat(seat());
  takeLink({ match: "m1", token: OTHER });
  exchangeSeat("m1", OTHER, "C".repeat(43));
  expect(seatsOf("m1")).toMatchObject([{ token: "C".repeat(43), link: "fresh" }]);
});
