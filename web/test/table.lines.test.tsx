import { expect, test } from "vitest";
import { digest, filterGroups, foldLines, groupLines, struckLines, takenBack } from "../src/table/tabs/lines";
import { newsSince } from "../src/table/head/Notices";
import { blockStart, recentTrails } from "../src/table/past/past";
import { box, line } from "./table.fixtures";

const story = [
  line(0, "Hitler's strategy is 2."),
  line(1, "A beachhead is marked.", { side: "allied", hexes: ["1001"] }),
  line(2, "US 1 moves.", { kind: "move", side: "allied", path: ["1001", "1002"] }),
  line(3, "The Allies attack 1004.", { kind: "battle", side: "allied", rolls: [{ name: "1:1: EX", dice: [4] }] }),
  line(4, "Turn 2: 12-14 September.", { kind: "turn" }),
  line(5, "712 moves.", { kind: "move", side: "german", path: ["1004", "1003"] }),
  line(6, "712 attacks.", { kind: "battle", side: "german" }),
];

test("the log is read turn by turn, and what comes before the first heading belongs to turn 1", () => {
  const groups = groupLines(story, box);
  expect(groups.map((group) => [group.title, group.lines.length, group.moment])).toEqual([
    ["Turn 1: 9-11 September", 4, 0],
    ["Turn 2: 12-14 September", 2, 4],
  ]);
});

test("a heading for turn 1 takes the lines of the set-up", () => {
  const groups = groupLines([line(0, "Set up."), line(1, "Turn 1: 9-11 September.", { kind: "turn" }), line(2, "Go.")], box);
  expect(groups.map((group) => [group.title, group.lines.map((one) => one.text)])).toEqual([["Turn 1: 9-11 September", ["Set up.", "Go."]]]);
});

test("only battles, or only mine, or only lines with a word", () => {
  const groups = groupLines(story, box);
  const texts = (found: typeof groups) => found.flatMap((group) => group.lines.map((one) => one.text));
  expect(texts(filterGroups(groups, "battles", "allied", ""))).toEqual(["The Allies attack 1004.", "712 attacks."]);
  expect(texts(filterGroups(groups, "mine", "german", ""))).toEqual(["712 moves.", "712 attacks."]);
  expect(texts(filterGroups(groups, "all", null, "beach"))).toEqual(["A beachhead is marked."]);
  expect(texts(filterGroups(groups, "all", null, "1001"))).toEqual(["A beachhead is marked."]);
});

test("what was taken back is struck out, what was said about it is not", () => {
  const log = [...story.slice(0, 4), line(4, "The Allies take the last 2 actions back.", { kind: "talk", to: 1 }), line(5, "US 1 moves again.")];
  const struck = struckLines(log);
  expect(log.filter((one) => struck.has(one)).map((one) => one.text)).toEqual(["US 1 moves.", "The Allies attack 1004."]);
});

test("a request that was refused strikes nothing out", () => {
  expect(struckLines([...story, line(7, "They do not agree.", { kind: "talk" })]).size).toBe(0);
});

test("going back takes back what stands and happened after the moment", () => {
  expect(takenBack(story, 2).map((one) => one.text)).toEqual(["The Allies attack 1004.", "712 moves.", "712 attacks."]);
  const undone = [...story.slice(0, 4), line(4, "Taken back.", { kind: "talk", to: 2 })];
  expect(takenBack(undone, 0).map((one) => one.text)).toEqual(["A beachhead is marked.", "US 1 moves."]);
});

test("what the other side did is told in a few words; a unit drawn and placed has come once", () => {
  const lines = [
    line(1, "Drawn.", { kind: "arrival" }),
    line(1, "Enters.", { kind: "arrival", hexes: ["1001"] }),
    line(2, "Moves.", { kind: "move" }),
    line(3, "Moves.", { kind: "move" }),
  ];
  expect(digest(lines)).toBe("2 moves, 1 arrival");
});

test("the banner tells of battles and arrivals, not of a single forced retreat", () => {
  expect(newsSince(story, 4, "allied").map((one) => one.text)).toEqual(["712 moves.", "712 attacks."]);
  expect(newsSince(story.slice(0, 6), 4, "allied")).toEqual([]);
  expect(newsSince(story, 6, "allied")).toEqual([]);
});

test("the film begins where the other side began", () => {
  expect(blockStart(story, "allied", 6)).toBe(4);
  expect(blockStart(story, "german", 6)).toBe(0);
  expect(blockStart(story.slice(0, 1), "allied", 0)).toBe(-1);
});

test("trails show how the other side last moved", () => {
  expect(recentTrails(story, "allied")).toEqual([{ hexes: ["1004", "1003"], owner: "german" }]);
  expect(recentTrails(story, "german")).toEqual([{ hexes: ["1001", "1002"], owner: "allied" }]);
  expect(recentTrails(story, null)).toEqual([{ hexes: ["1004", "1003"], owner: "german" }]);
});

test("two thousand lines are grouped in a moment", () => {
  const long = Array.from({ length: 2000 }, (_, place) => line(place, place % 200 ? `Line ${place}` : `Turn ${1 + place / 200}: dates.`, place % 200 ? {} : { kind: "turn" }));
  const before = performance.now();
  const groups = groupLines(long, box);
  struckLines(long);
  expect(groups).toHaveLength(10);
  expect(performance.now() - before).toBeLessThan(100);
});

test("a battle is one line: its dice, its losses and the reason for it lie under it", () => {
  const lines = [
    line(2, "US 1 moves.", { kind: "move" }),
    line(2, "It has a reason.", { kind: "remark" }),
    line(3, "A die is rolled.", { kind: "dice" }),
    line(4, "The weather.", {}),
    line(5, "Fire is drawn.", {}),
    line(5, "The Allies attack 1004.", { kind: "battle" }),
    line(5, "712 retreats.", { kind: "move" }),
    line(6, "712 loses a step.", { kind: "loss" }),
    line(7, "712 moves.", { kind: "move" }),
    line(7, "The Allies take 2 actions back.", { kind: "talk", to: 4 }),
  ];
  expect(foldLines(lines).map((item) => [item.head.text, item.more.map((one) => one.text)])).toEqual([
    ["US 1 moves.", ["It has a reason."]],
    ["A die is rolled.", []],
    ["The weather.", []],
    ["The Allies attack 1004.", ["Fire is drawn.", "712 retreats.", "712 loses a step."]],
    ["712 moves.", []],
    ["The Allies take 2 actions back.", []],
  ]);
});

test("a heading within a turn has its lines, and the turn goes on", () => {
  const log = [
    line(0, "Turn 1: Summer 1943.", { kind: "turn" }),
    line(0, "Drawn: seven cards."),
    line(1, "Action round 1.", { kind: "part" }),
    line(2, "The Axis plays Fuhrer Directive 51 for its event.", { kind: "part", side: "german" }),
    line(2, "I SS Panzer Corps arrives.", { kind: "arrival", side: "german", hexes: ["1001"] }),
    line(9, "Turn 2: Fall 1943.", { kind: "turn" }),
  ];
  const groups = groupLines(log, box);
  expect(groups.map((group) => [group.title, group.lines.length, group.turn, group.part])).toEqual([
    ["Turn 1: Summer 1943", 1, 1, false],
    ["Action round 1", 0, 1, true],
    ["The Axis plays Fuhrer Directive 51 for its event", 1, 1, true],
    ["Turn 2: Fall 1943", 0, 2, false],
  ]);
  expect(new Set(groups.map((group) => group.key)).size).toBe(4);
});
