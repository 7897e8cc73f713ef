import { describe, expect, test } from "vitest";
import type { Line } from "../src/wire";
import { Battles, resultWords } from "../src/table/aids/battles";

const line = (text: string, more: Partial<Line> = {}): Line => ({ moment: 1, rule: "11.0", text, ...more });
const fought = line("The Allies attack 1306: … rolled on 3:1: 2, EX - each side loses a step.", {
  kind: "battle",
  side: "allied",
  rolls: [{ name: "3:1: EX", dice: [2] }],
  hexes: ["1306"],
  units: ["US-2A", "DE-18L"],
});

describe("what is told of a battle", () => {
  test("the die, the result in words, then what came of it", () => {
    const told = new Battles().read([fought, line("18 Luftwaffe Field Division loses a step.", { kind: "loss", units: ["DE-18L"] })])!;
    expect(told.hex).toBe("1306");
    expect(told.beats).toEqual([
      { kind: "dice", words: "3:1", dice: [2] },
      { kind: "result", words: "EX - each side loses a step.", dice: [] },
      { kind: "loss", words: "18 Luftwaffe Field Division loses a step.", dice: [] },
    ]);
  });

  test("why a result does nothing", () => {
    const told = new Battles().read([fought, line("Germans in the port hex 1306 ignore the retreat on turn 1.", { hexes: ["1306"] })])!;
    expect(told.beats.at(-1)).toEqual({ kind: "note", words: "Germans in the port hex 1306 ignore the retreat on turn 1.", dice: [] });
  });

  test("losses, retreats and advances that are chosen later belong to it, and nothing after them", () => {
    const battles = new Battles();
    battles.read([fought]);
    expect(battles.read([])).toBeNull();
    expect(battles.read([line("US 2 loses a step.", { kind: "loss", units: ["US-2A"] })])?.hex).toBe("1306");
    expect(battles.read([line("18 retreats 1306-1307.", { kind: "move", path: ["1306", "1307"], units: ["DE-18L"] })])?.beats[0]?.kind).toBe("way");
    expect(battles.read([line("US 1 moves 2110-2109.", { kind: "move", path: ["2110", "2109"], units: ["US-1"] })])).toBeNull();
    expect(battles.read([line("Out of supply: US 2.", { kind: "loss", units: ["US-2A"] })])).toBeNull();
  });

  test("a die that falls an entry after the attack was declared falls on the hex that was named then", () => {
    const battles = new Battles();
    expect(battles.read([line("The Allies attack Caen (1914).", { kind: "battle", hexes: ["1914"], units: ["BR-1C"] })])).toBeNull();
    const told = battles.read([line("Die 1 on 3:1: D.", { kind: "battle", rolls: [{ name: "3:1: D", dice: [1] }] }), line("D means no effect.", { hexes: ["1914"] })])!;
    expect([told.hex, ...told.beats.map(({ words }) => words)]).toEqual(["1914", "3:1", "D.", "D means no effect."]);
  });

  test("what follows in the same breath as another phase is left to the log", () => {
    const told = new Battles().read([fought, line("US 8 lands at Omaha.", { kind: "arrival", units: ["US-8"] }), line("X loses a step.", { kind: "loss" })])!;
    expect(told.beats.map(({ kind }) => kind)).toEqual(["dice", "result"]);
  });

  test("a battle with many losses says how many more there are", () => {
    const losses = Array.from({ length: 9 }, (_, number) => line(`Unit ${number} is lost.`, { kind: "loss" }));
    const told = new Battles().read([fought, ...losses])!;
    expect(told.beats.at(-1)?.words).toBe("and 6 more in the log");
  });

  test("both sides' fire is told each with its words", () => {
    const fire = (who: string, die: number, steps: string) =>
      line(`The ${who} fire with 6 on column 6: die ${die}: ${steps}.`, { kind: "battle", rolls: [{ name: `${who} on 6: 1`, dice: [die] }] });
    expect(resultWords(fire("Allies", 3, "1 step lost"))).toBe("1 step lost.");
    expect(resultWords(line("The bomber hits 1222 (die 2): no losses.", { rolls: [{ name: "Carpet Bomber", dice: [2] }] }))).toBe("no losses.");
  });
});
