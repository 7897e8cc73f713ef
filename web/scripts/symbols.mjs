// Takes the shapes of the counters' symbols out of milsymbol and writes them to src/board/counters/symbols.ts.
//
// The page needs some thirty shapes; the library has thousands and is 200 kB at run time, so it stays behind here. A
// shape is two paths, lines to be stroked and areas to be filled. They are brought from the library's box (25,50 to
// 175,150) into that of our counters here and not by the page: every transform there would cost time in each frame.

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const library = require("milsymbol");
const target = fileURLToPath(new URL("../src/board/counters/symbols.ts", import.meta.url));
const LIMIT = 1000; // bytes of one shape
const SCALE = 0.2; // the library's box is 150 wide, ours 30
const MIDDLE = [100, 100]; // of the library's box
const LIFT = -5; // of our box above the middle of the counter

const INFANTRY = "GR.IC.FF.INFANTRY";
const ARMOUR = "GR.IC.ARMOUR";
const AIRBORNE = "GR.M2.AIRBORNE";
const RECONNAISSANCE = "GR.IC.FF.RECONNAISSANCE";
const ARTILLERY = "GR.IC.FIELD ARTILLERY";
const ANTI_TANK = "GR.IC.FF.ANTITANK/ANTIARMOUR";
const ENGINEER = "GR.IC.ENGINEER";

// Our own strokes, for what the library writes as letters, which nobody could read on a counter.
const lines = (d) => ({ lines: d });
const solid = (d) => ({ solid: d });
const HEAVY = solid("M25,50H45V150H25Z");
const CHEVRON = lines("M25,86L100,52L175,86");
const GLIDER = lines("M66,128L100,142L134,128");
const BATTLEMENTS = lines("M40,128V78H58V92H76V78H91V92H109V78H124V92H142V78H160V128Z");
const STATIC = lines("M25,138H175");
const BAND = solid("M25,50H175V78H25Z");
const SHIP = lines("M48,104H152L136,130H64ZM84,104V86H112V104M98,86V68");
const STAR = solid("M100.0,62.0L109.4,89.1L138.0,89.6L115.2,106.9L123.5,134.4L100.0,118.0L76.5,134.4L84.8,106.9L62.0,89.6L90.6,89.1Z");
const QUESTION = lines("M80,82C80,58 122,58 122,84C122,102 100,98 100,118M100,130V134");

const SHAPES = {
  infantry: [INFANTRY],
  "static infantry": [INFANTRY, STATIC],
  mechanized: [INFANTRY, ARMOUR],
  motorized: [INFANTRY, "GR.IC.FF.MOTORIZED"],
  armour: [ARMOUR],
  "heavy armour": [ARMOUR, HEAVY],
  airborne: [INFANTRY, AIRBORNE],
  parachute: [INFANTRY, AIRBORNE],
  glider: [INFANTRY, GLIDER],
  special: [INFANTRY, CHEVRON],
  ranger: [INFANTRY, CHEVRON],
  commando: [INFANTRY, CHEVRON],
  marine: [INFANTRY, "GR.IC.NAVAL"],
  mountain: [INFANTRY, "GR.M2.MOUNTAIN"],
  cavalry: [RECONNAISSANCE],
  reconnaissance: [RECONNAISSANCE],
  "armoured reconnaissance": [RECONNAISSANCE, ARMOUR],
  artillery: [ARTILLERY],
  "self-propelled artillery": [ARTILLERY, ARMOUR],
  "coastal artillery": [ARTILLERY, STATIC],
  rocket: ["GR.M1.MULTIPLE ROCKET LAUNCHER", ARTILLERY],
  mortar: ["GR.IC.MORTAR"],
  "anti-tank": [ANTI_TANK],
  "self-propelled anti-tank": [ANTI_TANK, ARMOUR],
  flak: ["GR.IC.FF.AIR DEFENCE", "GR.IC.AIR DEFENSE GUN UNIT"],
  engineer: [ENGINEER],
  "armoured engineer": [ENGINEER, ARMOUR],
  headquarters: [BAND],
  leader: [STAR],
  fort: [BATTLEMENTS],
  air: ["GR.IC.AVIATION FIXED WING"],
  naval: [SHIP],
  supply: ["GR.IC.FF.SUPPLY"],
  transport: ["GR.IC.TRANSPORTATION"],
  signal: ["GR.IC.FF.SIGNAL"],
  police: ["GR.IC.FF.MILITARY POLICE"],
  unknown: [QUESTION],
  dummy: [QUESTION],
  blank: [],
};

const INK = "ink";
const friend = (colour) => ({ Friend: colour });
const symbol = new library.Symbol("10031000001211000000"); // friendly land unit: its box is the plain rectangle
const parts = library._getIconParts(
  symbol.metadata,
  {
    fillColor: friend(INK),
    frameColor: friend(INK),
    iconColor: friend(INK),
    iconFillColor: friend(false),
    none: friend(false),
    black: friend(INK),
    white: friend(false),
  },
  true,
  false,
  false,
);

/** The path of an instruction of the library, beginning with an absolute move so that paths can be joined. */
function pathOf(instruction) {
  if (instruction.type === "circle") {
    const { cx, cy, r } = instruction;
    return `M${cx - r},${cy}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0Z`;
  }
  if (instruction.type !== "path") throw new Error(`a ${instruction.type} cannot be made into a path`);
  const joined = instruction.d.trim().replace(/\s*([A-Za-z])\s*/g, "$1").replace(/\s+/g, " ");
  const first = /^m(-?[\d.]+)[ ,](-?[\d.]+)\s?(.*)$/.exec(joined);
  if (!first) return joined;
  const [, x, y, rest] = first;
  return `M${x},${y}${/^[-\d.]/.test(rest) ? "l" : ""}${rest}`;
}

/** How many numbers a command takes, and which of them are places along x, along y, or lengths. */
const TAKES = { M: "xy", L: "xy", T: "xy", H: "x", V: "y", C: "xyxyxy", S: "xyxy", Q: "xyxy", A: "ll---xy", Z: "" };

/** A path of the library in the box of our counters. */
function brought(path) {
  const found = [];
  for (const [, command, rest] of path.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const kinds = TAKES[command.toUpperCase()];
    if (kinds === undefined) throw new Error(`the path command ${command} is not known here`);
    const absolute = command === command.toUpperCase();
    const numbers = (rest.match(/-?(\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    const moved = numbers.map((number, index) => {
      const kind = kinds[index % kinds.length];
      if (kind === "-") return number;
      const place = absolute && kind !== "l";
      const from = kind === "x" ? MIDDLE[0] : MIDDLE[1];
      const value = (place ? number - from : number) * SCALE + (place && kind === "y" ? LIFT : 0);
      return Math.round(value * 100) / 100;
    });
    found.push(command + moved.join(" "));
  }
  return found.join("");
}

function shapeOf(name, pieces) {
  const shape = { lines: "", solid: "" };
  for (const piece of pieces) {
    if (typeof piece !== "string") {
      shape.lines += piece.lines ?? "";
      shape.solid += piece.solid ?? "";
      continue;
    }
    const found = parts[piece];
    if (!found) throw new Error(`milsymbol has no part "${piece}" (for ${name}): look in its src/iconparts`);
    for (const instruction of [found].flat()) {
      const filled = instruction.fill && (instruction.stroke === false || instruction.type === "circle");
      const kind = filled ? "solid" : "lines";
      shape[kind] += pathOf(instruction);
    }
  }
  shape.lines = brought(shape.lines);
  shape.solid = brought(shape.solid);
  const size = shape.lines.length + shape.solid.length;
  if (size > LIMIT) throw new Error(`the shape "${name}" has ${size} bytes; ${LIMIT} are allowed`);
  return shape;
}

const folder = new URL("../node_modules/milsymbol/", import.meta.url);
const { version } = JSON.parse(readFileSync(new URL("package.json", folder), "utf8"));
const licence = readFileSync(new URL("LICENSE", folder), "utf8");
const holder = /Copyright.*/.exec(licence)[0].trim();
const rows = Object.entries(SHAPES).map(([name, pieces]) => {
  const { lines, solid } = shapeOf(name, pieces);
  return `  ${JSON.stringify(name)}: { lines: ${JSON.stringify(lines)}, solid: ${JSON.stringify(solid)} },`;
});
writeFileSync(
  target,
  `// Written by scripts/symbols.mjs; change that instead.
// Shapes from milsymbol ${version}, MIT licence, ${holder}

/** Lines to be stroked and areas to be filled, in a box from ${(25 - MIDDLE[0]) * SCALE},${(50 - MIDDLE[1]) * SCALE + LIFT} to ${(175 - MIDDLE[0]) * SCALE},${(150 - MIDDLE[1]) * SCALE + LIFT}. */
export interface Shape {
  lines: string;
  solid: string;
}

/** The shapes of counters by the names that the box uses. */
export const SYMBOLS: Readonly<Record<string, Shape>> = {
${rows.join("\n")}
};
`,
);
console.log(`${rows.length} symbols written`);
