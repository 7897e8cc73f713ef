// Written by scripts/symbols.mjs; change that instead.
// Shapes from milsymbol 3.0.4, MIT licence, Copyright (c) 2017 Måns Beckman - www.spatialillusions.com

/** Lines to be stroked and areas to be filled, in a box from 25,50 to 175,150. */
export interface Shape {
  lines: string;
  solid: string;
}

/** The shapes of counters by the names that cards use. */
export const SYMBOLS: Readonly<Record<string, Shape>> = {
  "infantry": { lines: "M25,50L175,150M25,150L175,50", solid: "" },
  "static infantry": { lines: "M25,50L175,150M25,150L175,50M25,138H175", solid: "" },
  "mechanized": { lines: "M25,50L175,150M25,150L175,50M125,80C150,80 150,120 125,120L75,120C50,120 50,80 75,80Z", solid: "" },
  "motorized": { lines: "M25,50L175,150M25,150L175,50M100,50L100,150", solid: "" },
  "armour": { lines: "M125,80C150,80 150,120 125,120L75,120C50,120 50,80 75,80Z", solid: "" },
  "heavy armour": { lines: "M125,80C150,80 150,120 125,120L75,120C50,120 50,80 75,80Z", solid: "M25,50H45V150H25Z" },
  "airborne": { lines: "M25,50L175,150M25,150L175,50M75,140C75,125 100,125 100,140C100,125 125,125 125,140", solid: "" },
  "parachute": { lines: "M25,50L175,150M25,150L175,50M75,140C75,125 100,125 100,140C100,125 125,125 125,140", solid: "" },
  "glider": { lines: "M25,50L175,150M25,150L175,50M66,128L100,142L134,128", solid: "" },
  "special": { lines: "M25,50L175,150M25,150L175,50M25,86L100,52L175,86", solid: "" },
  "ranger": { lines: "M25,50L175,150M25,150L175,50M25,86L100,52L175,86", solid: "" },
  "commando": { lines: "M25,50L175,150M25,150L175,50M25,86L100,52L175,86", solid: "" },
  "marine": { lines: "M25,50L175,150M25,150L175,50M105,85c0,2.8 -2.2,5 -5,5 -2.8,0 -5,-2.2 -5,-5 0,-2.8 2.2,-5 5,-5 2.8,0 5,2.2 5,5zm-20,5 30,0m-15,0 0,30M114,110l-3,-2 7,-5 -1,9 -3,-2c-8,12 -18.6,12 -28,0l-3,2 -2,-10 8,6 -3,2c9.3,11 19,11 28,0z", solid: "" },
  "mountain": { lines: "M25,50L175,150M25,150L175,50", solid: "M87,142l10,-20 5,10 3,-5 8,15" },
  "cavalry": { lines: "M25,150L175,50", solid: "" },
  "reconnaissance": { lines: "M25,150L175,50", solid: "" },
  "armoured reconnaissance": { lines: "M25,150L175,50M125,80C150,80 150,120 125,120L75,120C50,120 50,80 75,80Z", solid: "" },
  "artillery": { lines: "", solid: "M85,100a15,15 0 1 0 30,0a15,15 0 1 0 -30,0Z" },
  "self-propelled artillery": { lines: "M125,80C150,80 150,120 125,120L75,120C50,120 50,80 75,80Z", solid: "M85,100a15,15 0 1 0 30,0a15,15 0 1 0 -30,0Z" },
  "coastal artillery": { lines: "M25,138H175", solid: "M85,100a15,15 0 1 0 30,0a15,15 0 1 0 -30,0Z" },
  "rocket": { lines: "M85,75l15,-15 15,15M85,67l15,-15 15,15", solid: "M85,100a15,15 0 1 0 30,0a15,15 0 1 0 -30,0Z" },
  "mortar": { lines: "M95,115a5,5 0 1 0 10,0a5,5 0 1 0 -10,0ZM100,111l0,-30M90,90l10,-10 10,10", solid: "" },
  "anti-tank": { lines: "M25,150L100,52 175,150", solid: "" },
  "self-propelled anti-tank": { lines: "M25,150L100,52 175,150M125,80C150,80 150,120 125,120L75,120C50,120 50,80 75,80Z", solid: "" },
  "flak": { lines: "M25,150C25,110 175,110 175,150M100,80L100,120M92,90l0,20M108,90l0,20", solid: "" },
  "engineer": { lines: "M60,118V83h80v35M100,83V110", solid: "" },
  "armoured engineer": { lines: "M60,118V83h80v35M100,83V110M125,80C150,80 150,120 125,120L75,120C50,120 50,80 75,80Z", solid: "" },
  "headquarters": { lines: "", solid: "M25,50H175V78H25Z" },
  "fortress": { lines: "M40,128V78H58V92H76V78H91V92H109V78H124V92H142V78H160V128Z", solid: "" },
  "air": { lines: "", solid: "M100,100L130,88c15,0 15,24 0,24L100,100 70,112c-15,0 -15,-24 0,-24Z" },
  "naval": { lines: "M48,104H152L136,130H64ZM84,104V86H112V104M98,86V68", solid: "" },
  "supply": { lines: "M25,120l150,0", solid: "" },
  "transport": { lines: "M119,100A18.5,18.3 0 0 1 99.4,118 18.5,18.3 0 0 1 81.2,100 18.5,18.3 0 0 1 99.4,81.8 18.5,18.3 0 0 1 119,100ZM100,81.9V118M82.9,91.2 117,108M82.9,108 117,91.2", solid: "" },
  "signal": { lines: "M25,50 100,110 100,90 175,150", solid: "" },
  "police": { lines: "M65.31,70.62c11.56,13.49 23.13,13.49 34.69,0m0,0c11.6,13.49 23.1,13.49 34.7,0m0,0C128.9,95.67 146.3,122.7 100,140 53.75,122.7 71.09,95.67 65.31,70.62", solid: "" },
  "unknown": { lines: "M80,82C80,58 122,58 122,84C122,102 100,98 100,118M100,130V134", solid: "" },
  "dummy": { lines: "M80,82C80,58 122,58 122,84C122,102 100,98 100,118M100,130V134", solid: "" },
  "blank": { lines: "", solid: "" },
};
