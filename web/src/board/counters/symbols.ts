// Written by scripts/symbols.mjs; change that instead.
// Shapes from milsymbol 3.0.4, MIT licence, Copyright (c) 2017 Måns Beckman - www.spatialillusions.com

/** Lines to be stroked and areas to be filled, in a box from -15,-15 to 15,5. */
export interface Shape {
  lines: string;
  solid: string;
}

/** The shapes of counters by the names that the box uses. */
export const SYMBOLS: Readonly<Record<string, Shape>> = {
  "infantry": { lines: "M-15 -15L15 5M-15 5L15 -15", solid: "" },
  "static infantry": { lines: "M-15 -15L15 5M-15 5L15 -15M-15 2.6H15", solid: "" },
  "mechanized": { lines: "M-15 -15L15 5M-15 5L15 -15M5 -9C10 -9 10 -1 5 -1L-5 -1C-10 -1 -10 -9 -5 -9Z", solid: "" },
  "motorized": { lines: "M-15 -15L15 5M-15 5L15 -15M0 -15L0 5", solid: "" },
  "armour": { lines: "M5 -9C10 -9 10 -1 5 -1L-5 -1C-10 -1 -10 -9 -5 -9Z", solid: "" },
  "heavy armour": { lines: "M5 -9C10 -9 10 -1 5 -1L-5 -1C-10 -1 -10 -9 -5 -9Z", solid: "M-15 -15H-11V5H-15Z" },
  "airborne": { lines: "M-15 -15L15 5M-15 5L15 -15M-5 3C-5 0 0 0 0 3C0 0 5 0 5 3", solid: "" },
  "parachute": { lines: "M-15 -15L15 5M-15 5L15 -15M-5 3C-5 0 0 0 0 3C0 0 5 0 5 3", solid: "" },
  "glider": { lines: "M-15 -15L15 5M-15 5L15 -15M-6.8 0.6L0 3.4L6.8 0.6", solid: "" },
  "special": { lines: "M-15 -15L15 5M-15 5L15 -15M-15 -7.8L0 -14.6L15 -7.8", solid: "" },
  "ranger": { lines: "M-15 -15L15 5M-15 5L15 -15M-15 -7.8L0 -14.6L15 -7.8", solid: "" },
  "commando": { lines: "M-15 -15L15 5M-15 5L15 -15M-15 -7.8L0 -14.6L15 -7.8", solid: "" },
  "marine": { lines: "M-15 -15L15 5M-15 5L15 -15M1 -8c0 0.56 -0.44 1 -1 1 -0.56 0 -1 -0.44 -1 -1 0 -0.56 0.44 -1 1 -1 0.56 0 1 0.44 1 1zm-4 1 6 0m-3 0 0 6M2.8 -3l-0.6 -0.4 1.4 -1 -0.2 1.8 -0.6 -0.4c-1.6 2.4 -3.72 2.4 -5.6 0l-0.6 0.4 -0.4 -2 1.6 1.2 -0.6 0.4c1.86 2.2 3.8 2.2 5.6 0z", solid: "" },
  "mountain": { lines: "M-15 -15L15 5M-15 5L15 -15", solid: "M-2.6 3.4l2 -4 1 2 0.6 -1 1.6 3" },
  "cavalry": { lines: "M-15 5L15 -15", solid: "" },
  "reconnaissance": { lines: "M-15 5L15 -15", solid: "" },
  "armoured reconnaissance": { lines: "M-15 5L15 -15M5 -9C10 -9 10 -1 5 -1L-5 -1C-10 -1 -10 -9 -5 -9Z", solid: "" },
  "artillery": { lines: "", solid: "M-3 -5a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z" },
  "self-propelled artillery": { lines: "M5 -9C10 -9 10 -1 5 -1L-5 -1C-10 -1 -10 -9 -5 -9Z", solid: "M-3 -5a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z" },
  "coastal artillery": { lines: "M-15 2.6H15", solid: "M-3 -5a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z" },
  "rocket": { lines: "M-3 -10l3 -3 3 3M-3 -11.6l3 -3 3 3", solid: "M-3 -5a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z" },
  "mortar": { lines: "M-1 -2a1 1 0 1 0 2 0a1 1 0 1 0 -2 0ZM0 -2.8l0 -6M-2 -7l2 -2 2 2", solid: "" },
  "anti-tank": { lines: "M-15 5L0 -14.6 15 5", solid: "" },
  "self-propelled anti-tank": { lines: "M-15 5L0 -14.6 15 5M5 -9C10 -9 10 -1 5 -1L-5 -1C-10 -1 -10 -9 -5 -9Z", solid: "" },
  "flak": { lines: "M-15 5C-15 -3 15 -3 15 5M0 -9L0 -1M-1.6 -7l0 4M1.6 -7l0 4", solid: "" },
  "engineer": { lines: "M-8 -1.4V-8.4h16v7M0 -8.4V-3", solid: "" },
  "armoured engineer": { lines: "M-8 -1.4V-8.4h16v7M0 -8.4V-3M5 -9C10 -9 10 -1 5 -1L-5 -1C-10 -1 -10 -9 -5 -9Z", solid: "" },
  "headquarters": { lines: "", solid: "M-15 -15H15V-9.4H-15Z" },
  "leader": { lines: "", solid: "M0 -12.6L1.88 -7.18L7.6 -7.08L3.04 -3.62L4.7 1.88L0 -1.4L-4.7 1.88L-3.04 -3.62L-7.6 -7.08L-1.88 -7.18Z" },
  "fort": { lines: "M-12 0.6V-9.4H-8.4V-6.6H-4.8V-9.4H-1.8V-6.6H1.8V-9.4H4.8V-6.6H8.4V-9.4H12V0.6Z", solid: "" },
  "air": { lines: "", solid: "M0 -5L6 -7.4c3 0 3 4.8 0 4.8L0 -5 -6 -2.6c-3 0 -3 -4.8 0 -4.8Z" },
  "naval": { lines: "M-10.4 -4.2H10.4L7.2 1H-7.2ZM-3.2 -4.2V-7.8H2.4V-4.2M-0.4 -7.8V-11.4", solid: "" },
  "supply": { lines: "M-15 -1l30 0", solid: "" },
  "transport": { lines: "M3.8 -5A3.7 3.66 0 0 1 -0.12 -1.4 3.7 3.66 0 0 1 -3.76 -5 3.7 3.66 0 0 1 -0.12 -8.64 3.7 3.66 0 0 1 3.8 -5ZM0 -8.62V-1.4M-3.42 -6.76 3.4 -3.4M-3.42 -3.4 3.4 -6.76", solid: "" },
  "signal": { lines: "M-15 -15 0 -3 0 -7 15 5", solid: "" },
  "police": { lines: "M-6.94 -10.88c2.31 2.7 4.63 2.7 6.94 0m0 0c2.32 2.7 4.62 2.7 6.94 0m0 0C5.78 -5.87 9.26 -0.46 0 3 -9.25 -0.46 -5.78 -5.87 -6.94 -10.88", solid: "" },
  "unknown": { lines: "M-4 -8.6C-4 -13.4 4.4 -13.4 4.4 -8.2C4.4 -4.6 0 -5.4 0 -1.4M0 1V1.8", solid: "" },
  "dummy": { lines: "M-4 -8.6C-4 -13.4 4.4 -13.4 4.4 -8.2C4.4 -4.6 0 -5.4 0 -1.4M0 1V1.8", solid: "" },
  "blank": { lines: "", solid: "" },
};
