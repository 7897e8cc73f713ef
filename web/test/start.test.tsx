import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { restoreSeats, seats, seatsOf } from "../src/live/seats";
import { route } from "../src/parts/route";
import { Toasts } from "../src/parts/Notice";
import { recognise } from "../src/start/ImportDialog";
import { rows } from "../src/start/matches";
import { MyMatches } from "../src/start/MyMatches";
import { firstDraft, inWords, newMatch, optionGroups, rematch, shutOutBy, withOption } from "../src/start/setup";
import { StartPage } from "../src/start/StartPage";
import type { MatchInfo, NewMatch } from "../src/wire";
import { matchInfo } from "./live.fake";
import { made, serve, SHELF } from "./start.fixtures";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  seats.value = [];
  history.replaceState(null, "", "/");
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function seat(changes: object = {}) {
  return {
    match: "m1234567",
    side: "allied",
    token: "A".repeat(43),
    game: "roundup",
    name: "Ann",
    title: "Operation Roundup",
    commitment: "",
    mine: true,
    added: "2026-01-01T00:00:00Z",
    ...changes,
  };
}

test("I choose a game, leave everything as it is and play against the bot", async () => {
  const asked = serve({
    "GET /api/games": () => ({ games: [SHELF] }),
    "POST /api/matches": ({ body }) => made(body as NewMatch),
  });
  render(<StartPage game="roundup" />);
  fireEvent.click(await screen.findByRole("button", { name: "Play" }));
  await waitFor(() => expect(route.value).toEqual({ page: "table", match: "m1234567", guide: false }));
  expect(asked.at(-1)?.body).toEqual({
    game: "roundup",
    scenario: "campaign",
    options: {},
    seats: { allied: { kind: "human", name: "" }, german: { kind: "bot", bot: "planner" } },
    wait: false,
  });
  expect(seatsOf("m1234567")).toMatchObject([{ side: "allied", commitment: "c0ffee" }]);
  expect(location.href).not.toContain("allied-t");
});

test("with a friend far away I get a link to send, and the match waits for him", async () => {
  const asked = serve({
    "GET /api/games": () => ({ games: [SHELF] }),
    "POST /api/matches": ({ body }) => made(body as NewMatch),
  });
  render(<StartPage game="roundup" />);
  const germans = await screen.findByRole("group", { name: "The Germans" });
  fireEvent.click(within(germans).getByLabelText(/A friend far away/));
  expect(await screen.findByText("You play the Allies and a friend with a link plays the Germans.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Play" }));
  const link = (await screen.findByLabelText("Link for whoever plays the Germans")) as HTMLInputElement;
  expect(link.value).toMatch(/\/match\/m1234567#seat=german-t+$/);
  const own = (await screen.findByLabelText("Your own link: you play the Allies")) as HTMLInputElement;
  expect(own.value).toMatch(/\/match\/m1234567#seat=allied-t+$/);
  expect(asked.at(-1)?.body).toMatchObject({ seats: { german: { kind: "open" } }, wait: true });
  expect(screen.getByText("c0ffee")).toBeTruthy();
  expect(seatsOf("m1234567").map((one) => one.side)).toEqual(["allied"]);
  fireEvent.click(screen.getByRole("button", { name: "Go to the table" }));
  expect(route.value).toMatchObject({ page: "table", match: "m1234567" });
});

test("a refusal of the table is shown in its own words", async () => {
  serve({
    "GET /api/games": () => ({ games: [SHELF] }),
    "POST /api/matches": () => new Response(JSON.stringify({ error: "options 15.1 and 15.2 exclude each other" }), { status: 400 }),
  });
  render(<StartPage game="roundup" />);
  fireEvent.click(await screen.findByRole("button", { name: "Play" }));
  expect(await screen.findByText("options 15.1 and 15.2 exclude each other")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Play" })).toHaveProperty("disabled", false);
});

test("a game that cannot be shown is told beside those that can", async () => {
  const sentence = "The Brook cannot be shown on the table: it brings no table/face.py.";
  serve({ "GET /api/games": () => ({ games: [SHELF], missing: [sentence] }) });
  render(<StartPage game="" />);
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.getByRole("link", { name: `Set up a match of ${SHELF.title}` })).toBeTruthy();
});

test("an option shuts out those that it excludes, and says so", async () => {
  serve({ "GET /api/games": () => ({ games: [SHELF] }) });
  render(<StartPage game="roundup" />);
  const bonus = (await screen.findByLabelText("Bluepoint Bonus")) as HTMLInputElement;
  const cancel = screen.getByLabelText("Cancel Bluepoint") as HTMLInputElement;
  expect(cancel.disabled).toBe(false);
  fireEvent.click(bonus);
  await waitFor(() => expect(cancel.disabled).toBe(true));
  expect(screen.getByText(/Not together with 15\.1/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Back to the usual rules" }));
  await waitFor(() => expect(cancel.disabled).toBe(false));
  expect(bonus.checked).toBe(false);
});

test("options that make no difference in the chosen scenario are not offered, and say where they do", async () => {
  const log = serve({
    "GET /api/games": () => ({ games: [SHELF] }),
    "POST /api/matches": () => new Response(JSON.stringify({ error: "not today" }), { status: 400 }),
  });
  render(<StartPage game="roundup" />);
  fireEvent.click(await screen.findByLabelText("Second wave"));
  expect(screen.queryByText("For other scenarios")).toBeNull();
  fireEvent.click(screen.getByLabelText(/Landing/));
  await waitFor(() => expect(screen.queryByLabelText("Second wave")).toBeNull());
  expect(screen.getByText("For other scenarios")).toBeTruthy();
  expect(screen.getByText("Goes with Campaign.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Play" }));
  expect(await screen.findByText("not today")).toBeTruthy();
  expect(log.at(-1)?.body).toMatchObject({ scenario: "landing", options: {} });
  // Whoever changes his mind has it again.
  fireEvent.click(screen.getByLabelText(/Campaign/));
  await waitFor(() => expect((screen.getByLabelText("Second wave") as HTMLInputElement).checked).toBe(true));
});

test("an option that needs another one says so and cannot be chosen without it", async () => {
  serve({ "GET /api/games": () => ({ games: [SHELF] }) });
  render(<StartPage game="roundup" />);
  const hidden = (await screen.findByLabelText("Hidden strategy")) as HTMLInputElement;
  expect(hidden.disabled).toBe(false);
  fireEvent.change(screen.getByLabelText("Hitler's Strategy"), { target: { value: "2" } });
  await waitFor(() => expect(hidden.disabled).toBe(true));
  expect(screen.getByText("Needs 13.3 Hitler's Strategy: drawn or chosen.")).toBeTruthy();
});

test("the table is away: the page says so and tries again when asked", async () => {
  let up = false;
  vi.stubGlobal("fetch", async () => {
    if (!up) throw new TypeError("Failed to fetch");
    return new Response(JSON.stringify({ games: [SHELF] }));
  });
  render(<StartPage game="" />);
  expect(await screen.findByText(/The table does not answer/)).toBeTruthy();
  up = true;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("link", { name: "Set up a match of Operation Roundup" })).toBeTruthy();
});

test("the tour begins a match of the first side against the usual bot", async () => {
  const asked = serve({
    "GET /api/games": () => ({ games: [SHELF] }),
    "POST /api/matches": ({ body }) => made(body as NewMatch),
  });
  render(<StartPage game="" />);
  fireEvent.click(await screen.findByRole("button", { name: "Learn the table in one turn" }));
  await waitFor(() => expect(route.value).toEqual({ page: "table", match: "m1234567", guide: true }));
  expect(asked.at(-1)?.body).toMatchObject({ seats: { allied: { kind: "human" }, german: { kind: "bot", bot: "planner" } } });
});

test("my matches say whose move it is; a forgotten one comes back by undo", async () => {
  restoreSeats([seat(), seat({ match: "m2", token: "B".repeat(43), added: "2026-01-02T00:00:00Z" })]);
  const asked = serve({
    "GET /api/games": () => ({ games: [SHELF] }),
    "POST /api/matches/infos": () => ({
      matches: [
        matchInfo({ deciding: ["allied"], turn: 3, phase: "Allied movement" }),
        matchInfo({ id: "m2", status: "over", outcome: "german wins (narrow)" }),
      ],
    }),
  });
  render(
    <>
      <StartPage game="" />
      <Toasts />
    </>,
  );
  expect(await screen.findByText("Your move")).toBeTruthy();
  expect(screen.getByText(/Turn 3, Allied movement/)).toBeTruthy();
  expect(screen.getByText("1 finished match")).toBeTruthy();
  expect(screen.getByText("The Germans win (narrow)")).toBeTruthy();
  expect(asked.find((one) => one.path.endsWith("/infos"))?.body).toEqual({ ids: ["m2", "m1234567"] });
  fireEvent.click(screen.getAllByRole("button", { name: "Forget Operation Roundup: Campaign" })[0]!);
  expect(screen.getByText("Your move")).toBeTruthy();
  const dialog = screen.getByRole("dialog", { name: "Forget this match?" });
  expect(within(dialog).getByText(/forget the link of your seat: without it you can only watch/)).toBeTruthy();
  fireEvent.click(within(dialog).getByRole("button", { name: "Keep it" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  fireEvent.click(screen.getAllByRole("button", { name: "Forget Operation Roundup: Campaign" })[0]!);
  fireEvent.click(screen.getByRole("button", { name: "Forget" }));
  await waitFor(() => expect(screen.queryByText("Your move")).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByText("Your move")).toBeTruthy();
});

test("a finished match is forgotten without a question, since nothing is lost", async () => {
  restoreSeats([seat()]);
  serve({
    "GET /api/games": () => ({ games: [SHELF] }),
    "POST /api/matches/infos": () => ({ matches: [matchInfo({ status: "over", outcome: "german wins (narrow)" })] }),
  });
  render(<StartPage game="" />);
  expect(await screen.findByText("The Germans win (narrow)")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Forget Operation Roundup: Campaign" }));
  await waitFor(() => expect(seats.value).toEqual([]));
});

test("beside a match stand my link and my friend's, until he has exchanged his", async () => {
  restoreSeats([seat(), seat({ side: "german", token: "B".repeat(43), mine: false })]);
  let links = 0;
  serve({
    "GET /api/games": () => ({ games: [SHELF] }),
    "POST /api/matches/infos": () => ({
      matches: [matchInfo({ seats: [{ side: "allied", kind: "human" }, { side: "german", kind: "human", links }] })],
    }),
  });
  render(<StartPage game="" />);
  expect(await screen.findByRole("button", { name: "Copy the link for the Germans" })).toBeTruthy();
  fireEvent.click(await screen.findByRole("button", { name: "My link: Operation Roundup: Campaign" }));
  const own = (await screen.findByLabelText("Your own link: you play the Allies")) as HTMLInputElement;
  expect(own.value).toMatch(/#seat=A{43}$/);
  expect(await screen.findByRole("img", { name: /QR code/ })).toBeTruthy();
  links = 1;
  window.dispatchEvent(new Event("focus"));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Copy the link for the Germans" })).toBeNull());
});

test("a seat whose link was made anew elsewhere is no longer mine in the list", () => {
  const info = matchInfo({ deciding: ["allied"], seats: [{ side: "allied", kind: "human", name: "Cleo", links: 1 }, { side: "german", kind: "bot" }] });
  const [row] = rows([seat()], [info], [SHELF], 0);
  expect(row).toMatchObject({ state: "theirs", seats: [] });
});

test("a match that the table does not know any more can be forgotten and not opened", async () => {
  serve({ "POST /api/matches/infos": () => ({ matches: [] }) });
  seats.value = [seat()];
  render(<MyMatches games={[SHELF]} />);
  expect(await screen.findByText("This table does not know the match any more.")).toBeTruthy();
  expect(screen.queryByRole("link", { name: /^Open / })).toBeNull();
  expect(screen.getByRole("button", { name: /^Forget / })).toBeTruthy();
});

test("the list tells my move from the others', waiting matches and lost ones", () => {
  const at = Date.parse("2026-01-01T01:00:00Z");
  const mine = [seat(), seat({ match: "m2" }), seat({ match: "m3" }), seat({ match: "m4" }), seat({ match: "m5" })];
  const list = rows(
    mine,
    [
      matchInfo({ deciding: ["german"], updated: "2026-01-01T00:55:00Z" }),
      matchInfo({ id: "m2", deciding: ["allied"] }),
      matchInfo({
        id: "m3",
        status: "waiting",
        seats: [
          { side: "allied", kind: "human", ready: true },
          { side: "german", kind: "open" },
        ],
      }),
      matchInfo({
        id: "m5",
        deciding: ["german"],
        seats: [
          { side: "allied", kind: "human" },
          { side: "german", kind: "bot", bot: "planner", failed: "it raised an error" },
        ],
      }),
    ],
    [SHELF],
    at,
  );
  const told = Object.fromEntries(list.map((row) => [row.match, `${row.state}: ${row.turn}`]));
  expect(told).toEqual({
    m1234567: "theirs: The Germans to move",
    m2: "mine: Your move",
    m3: "waiting: Waiting for the Germans to sit down",
    m4: "unknown: This table does not know the match any more.",
    m5: "mine: The bot for the Germans has stopped",
  });
  expect(list[0]?.state).toBe("mine");
  expect(list.find((row) => row.match === "m1234567")).toMatchObject({
    when: "5 minutes ago",
    title: "Operation Roundup: Campaign",
    players: "The Allies: you · The Germans: Ben",
  });
});

test("in a match by mail the file is due, and a move only when this side is asked", () => {
  const at = Date.parse("2026-10-04T12:05:00Z");
  const mail = { side: "allied", to: "Ben", file: "ann.mail" };
  const told = (more: Partial<MatchInfo>) => rows([seat({ match: "m1" })], [matchInfo({ id: "m1", mail, ...more })], [SHELF], at)[0]?.turn;
  expect(told({ deciding: ["german"] })).toBe("Send the file to Ben, or open the answer");
  expect(told({ deciding: [] })).toBe("Send the file to Ben, or open the answer");
  expect(told({ deciding: ["allied"] })).toBe("Your move");
  expect(told({ status: "waiting", mail: { ...mail, to: "" } })).toBe("Send the file to a friend, or open the answer");
  expect(told({ mail: null, deciding: ["german"] })).toBe("The Germans to move");
});

test("a set-up in words, and what is sent of it", () => {
  const draft = firstDraft(SHELF);
  const [strategy, bonus, cancel] = SHELF.options as [(typeof SHELF.options)[0], (typeof SHELF.options)[0], (typeof SHELF.options)[0]];
  const chosen = withOption(withOption(draft, bonus, true), strategy, 1);
  expect(shutOutBy(SHELF, chosen, cancel)?.id).toBe("15.1");
  expect(newMatch(SHELF, chosen, " Ann ")).toMatchObject({
    options: { "15.1": true, "13.3": 1 },
    seats: { allied: { kind: "human", name: "Ann" } },
  });
  expect(withOption(chosen, bonus, false).options).toEqual({ "13.3": 1 });
  expect(optionGroups(SHELF.options).map((group) => group.options.map((option) => option.id))).toEqual([
    ["13.3"],
    ["15.1", "15.2", "15.9"],
    ["R12", "R13"],
  ]);
  const both = { allied: { player: "bot" as const, bot: "planner", name: "" }, german: { player: "bot" as const, bot: "random", name: "" } };
  expect(inWords(SHELF, both)).toBe("The bot Planner plays the Allies, the bot Random plays the Germans and you watch.");
  expect(newMatch(SHELF, { ...draft, chairs: both, stir: true }, "").wait).toBe(false);
});

test("the same match once more has everybody on the next side, with the same rules", () => {
  const seat = (side: string, more: object) => ({ side, kind: "human", ...more });
  const played = (allied: object, german: object) =>
    ({ ...matchInfo(), scenario: "landing", options: { "15.1": true, gone: 1 }, seats: [seat("allied", allied), seat("german", german)] });
  const bot = rematch(SHELF, played({ name: "Ann" }, { kind: "bot", bot: "search:10" }), new Map([["allied", "Ann"]]), "Ann");
  expect(bot).toMatchObject({ scenario: "landing", options: { "15.1": true } });
  expect(bot.chairs).toMatchObject({ allied: { player: "bot", bot: "search:10" }, german: { player: "me" } });
  const far = rematch(SHELF, played({ name: "Ben" }, { name: "Ann" }), new Map([["german", "Ann"]]), "Ann");
  expect(far.chairs).toMatchObject({ allied: { player: "me" }, german: { player: "far" } });
  const beside = rematch(SHELF, played({ name: "Ann" }, { name: "Ben" }), new Map([["allied", "Ann"], ["german", "Ben"]]), "Ann");
  expect(beside.chairs).toMatchObject({ allied: { player: "beside", name: "Ben" }, german: { player: "me" } });
});

test("I choose which bot I play against, and how long it may think", async () => {
  const asked = serve({
    "GET /api/games": () => ({ games: [SHELF] }),
    "POST /api/matches": ({ body }) => made(body as NewMatch),
  });
  render(<StartPage game="roundup" />);
  const germans = await screen.findByRole("group", { name: "The Germans" });
  const which = within(germans).getByLabelText<HTMLSelectElement>("Which bot plays the Germans?");
  expect(which.value).toBe("planner");
  expect(within(germans).getByText("Plans its turn.")).toBeTruthy();
  expect(within(germans).queryByLabelText(/How long may it think/)).toBeNull();
  fireEvent.change(which, { target: { value: "search" } });
  expect(within(germans).getByText("Thinks before it chooses.")).toBeTruthy();
  const long = within(germans).getByLabelText<HTMLSelectElement>("How long may it think in a turn of the Germans?");
  expect(long.value).toBe("5");
  fireEvent.change(long, { target: { value: "30" } });
  expect(long.value).toBe("30");
  expect(screen.getByRole("status").textContent).toBe("You play the Allies and the bot Search (30 s a turn) plays the Germans.");
  fireEvent.click(screen.getByRole("button", { name: "Play" }));
  await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ seats: { german: { kind: "bot", bot: "search:30" } } }));
});

test("what I paste is recognised: a match, a link, another table's link, or nothing", () => {
  expect(recognise("bocage record 1\ngame roundup\nscenario campaign", [SHELF])).toEqual({ kind: "match", shelf: SHELF });
  expect(recognise("# A report: 3.2\n# my words\nbocage record 1\ngame roundup\n", [SHELF])).toEqual({ kind: "match", shelf: SHELF });
  expect(recognise(`${location.origin}/match/m1234#seat=${"A".repeat(43)}`, [SHELF])).toMatchObject({ kind: "link", match: "m1234" });
  expect(recognise("https://elsewhere.example/match/m1234", [SHELF])).toMatchObject({ kind: "nothing" });
  expect(recognise("bocage record 1\ngame chess", [SHELF])).toEqual({ kind: "nothing", why: "This table has no game called chess." });
  expect(recognise("dear diary", [SHELF])).toMatchObject({ kind: "nothing" });
  expect(recognise("  ", [SHELF])).toEqual({ kind: "empty" });
});

test("a match from its text is set up with the seats that I choose", async () => {
  const asked = serve({
    "GET /api/games": () => ({ games: [SHELF] }),
    "POST /api/matches/import": ({ body }) => made(body as NewMatch),
  });
  render(<StartPage game="" />);
  fireEvent.click(await screen.findByRole("button", { name: /Bring a match/ }));
  const text = "bocage record 1\ngame roundup\n";
  fireEvent.input(await screen.findByLabelText(/paste its text/), { target: { value: text } });
  const allies = await screen.findByRole("group", { name: "The Allies" });
  fireEvent.click(within(allies).getByLabelText(/A bot/));
  fireEvent.click(within(screen.getByRole("group", { name: "The Germans" })).getByLabelText("Me"));
  fireEvent.click(screen.getByRole("button", { name: "Set it up" }));
  await waitFor(() => expect(route.value).toMatchObject({ page: "table" }));
  expect(asked.at(-1)?.body).toEqual({ text, seats: { allied: { kind: "bot", bot: "planner" }, german: { kind: "human", name: "" } } });
});
