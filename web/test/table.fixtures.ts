// A small game for the tests of the table: six hexes in a row, two sides, a few verbs.

import type { Box, Choice, Line, Question, Sheet } from "../src/wire";

const LABELS = ["1001", "1002", "1003", "1004", "1005", "1006"];

export const box: Box = {
  slug: "small",
  title: "Small game",
  blurb: "",
  sides: [
    { id: "allied", name: "the Allies", adjective: "Allied" },
    { id: "german", name: "the Germans", adjective: "German" },
  ],
  nations: [
    { id: "US", name: "United States", side: "allied", face: "#8a9a4b", ink: "#000000", box: "#ffffff" },
    { id: "DE", name: "Germany", side: "german", face: "#777777", ink: "#000000", box: "#ffffff" },
  ],
  layout: {
    picture: "",
    width: 700,
    height: 100,
    hex_size: 48,
    counter_size: 54,
    corners: [[0, -48], [41.57, -24], [41.57, 24], [0, 48], [-41.57, 24], [-41.57, -24]],
    hexes: LABELS.map((label, place) => ({ label, x: 60 + place * 83.138, y: 50, terrain: "clear", ...(place === 3 ? { name: "Calais" } : {}) })),
  },
  counters: [
    { id: "US-1", name: "US 1 Infantry Division", short: "1", nation: "US", side: "allied", symbol: "infantry", size: "XX", steps: 2 },
    { id: "US-2", name: "US 2 Infantry Division", short: "2", nation: "US", side: "allied", symbol: "infantry", size: "XX", steps: 2 },
    { id: "US-82AB", name: "US 82 Airborne Division", short: "82AB", nation: "US", side: "allied", symbol: "airborne", size: "XX", steps: 2 },
    { id: "DE-712", name: "712 Infantry Division", short: "712", nation: "DE", side: "german", symbol: "infantry", size: "XX", steps: 2 },
  ],
  places: [
    { id: "pool", name: "waiting in England", side: "allied" },
    { id: "dead", name: "eliminated", dead: true },
  ],
  verbs: [
    { verb: "pick", noun: "unit", label: "Take in hand" },
    { verb: "join", noun: "unit", label: "Take along", together: "All who can join" },
    { verb: "move", noun: "hex", label: "Move here", preview: "path" },
    { verb: "column", noun: "hex", label: "Move here in column", preview: "path" },
    { verb: "attack", noun: "hex", label: "Attack this hex", preview: "odds" },
    { verb: "drop", noun: "unit", label: "Drop this unit" },
    { verb: "land", noun: "kind of unit", label: "Land" },
    { verb: "roll", noun: "", label: "Roll the die" },
    { verb: "end", noun: "", label: "Go on" },
  ],
  turns: [
    { number: 1, name: "9-11 September" },
    { number: 2, name: "12-14 September" },
  ],
  phases: [{ id: "allied movement", name: "Allied movement", side: "allied", rule: "10.0" }],
  charts: [
    { id: "crt", title: "Combat results", rule: "11.13", columns: ["Die", "1:1", "2:1"], rows: [["1", "AS", "SM"], ["2", "SM", "EX"]] },
  ],
  overlays: [],
  flags: { reduced: "reduced: a step lost", moved: "has moved" },
  credits: [],
};

export function sheet(moment: number, changes: Partial<Sheet> = {}): Sheet {
  return {
    moment,
    turn: 1,
    phase: "allied movement",
    phase_name: "Allied movement",
    deciding: ["allied"],
    waiting: "",
    facts: [],
    standing: [],
    units: {
      "US-1": ["1001", "5-6", 2],
      "US-2": ["1001", "5-6", 2],
      "US-82AB": ["pool", "4-5", 2],
      "DE-712": ["1004", "2-4", 2],
    },
    markers: {},
    control: {},
    ...changes,
  };
}

export function question(choices: Choice[], changes: Partial<Question> = {}): Question {
  return { side: "allied", rule: "10.0", text: "Choose.", step: "movement", choices, ...changes };
}

export function choice(verb: string, operands: string[] = [], changes: Partial<Choice> = {}): Choice {
  return { verb, rule: "10.0", operands, ...changes };
}

export function line(moment: number, text: string, changes: Partial<Line> = {}): Line {
  return { moment, rule: "10.0", text, ...changes };
}
