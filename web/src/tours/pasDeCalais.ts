// A tour of the landing in the Pas-de-Calais: one turn, from the beachheads to the first attack.

import { adjacent, besideEnemy, enemyHexes, fought, mine, NOTHING, offered, type TourLight, type TourState, type TourStep } from "../table/tour/tour";
import { operandsOf } from "../table/question/acting";

/** Landing places for a first game, best first: each is a stretch of shore beside a port that is weakly held. */
const SHORES = [
  ["1619", "1719", "1720", "1821"],
  ["2423", "2322", "2624", "2723"],
  ["1308", "1309", "1410", "1411"],
];

/** The order of turn 1: a step of the tour is over when the match has reached a later one. */
const ORDER = ["beachheads", "air support", "landing", "air drop", "movement", "combat"];

function reached(state: TourState): number {
  if (state.sheet.turn > 1 || fought(state)) return ORDER.length;
  const at = ORDER.indexOf(state.sheet.question?.step ?? "");
  return at;
}

function past(step: string): (state: TourState) => boolean {
  return (state) => reached(state) > ORDER.indexOf(step);
}

/** Four hexes of one shore that are free or marked already; those still to be marked are lit. */
export function suggestedBeachheads(state: TourState): string[] {
  const question = mine(state, "beachheads");
  if (!question) return [];
  const legal = offered(question, state.box, "us-beachhead", "uk-beachhead");
  const marked = (hex: string) => (state.sheet.markers[hex] ?? []).length > 0;
  for (const shore of SHORES) {
    if (shore.every((hex) => legal.has(hex) || marked(hex))) return shore.filter((hex) => legal.has(hex));
  }
  return [...legal].slice(0, 4);
}

function suggestedSupport(state: TourState): string[] {
  const question = mine(state, "air support");
  if (!question) return [];
  const legal = offered(question, state.box, "tas", "us-tas", "uk-tas");
  const beaches = Object.keys(state.sheet.markers);
  return enemyHexes(state).filter((hex) => legal.has(hex) && beaches.some((beach) => adjacent(state.box, hex, beach)));
}

function suggestedLanding(state: TourState): string[] {
  const question = mine(state, "landing");
  if (!question) return [];
  const empty = [...offered(question, state.box, "enter")].filter(
    (hex) => !Object.values(state.sheet.units).some((piece) => piece[0] === hex),
  );
  return empty;
}

function suggestedMove(state: TourState): TourLight {
  const question = mine(state, "movement");
  if (!question) return NOTHING;
  if ((question.hand ?? []).length === 0) return { hexes: [], units: operandsOf(question, state.box, "pick") };
  return { hexes: besideEnemy(state, offered(question, state.box, "move")), units: [] };
}

function suggestedAttack(state: TourState): TourLight {
  const question = mine(state, "combat");
  if (!question) return NOTHING;
  return { hexes: [...offered(question, state.box, "attack")], units: operandsOf(question, state.box, "join") };
}

/** Has one of the player's units come next to an enemy by moving? */
function movedUp(state: TourState): boolean {
  return state.log.some(
    (line) => line.kind === "move" && line.side === state.side && besideEnemy(state, (line.path ?? []).slice(-1)).length > 0,
  );
}

/** The cards, in order. */
export const PAS_DE_CALAIS: TourStep[] = [
  {
    id: "table",
    title: "The table",
    task: "Drag the map and turn the wheel to look around. Point at a hex or a counter and a card in the corner tells what it is. When you have seen enough, go on.",
    touch: "Drag the map and pinch it to look around. When you have seen enough, go on.",
    why: "You play the Allies, who land in the Pas-de-Calais in September 1943. Four German divisions wait on the coast; many more are on their way.",
    cases: ["1.0", "1.2"],
    done: (state) => state.log.some((line) => line.side === state.side),
  },
  {
    id: "beachheads",
    title: "Four beachheads",
    task: "Click a lit coast hex and choose US or UK in the small menu. Mark two of each, then go on. The four ringed hexes lie together beside Calais.",
    touch: "Touch a lit coast hex and choose US or UK. Mark two of each, then go on. The four ringed hexes lie together beside Calais.",
    why: "Everything you have comes ashore at a beachhead and draws its supply there, so you win by holding all four. Side by side they help one another; next to a weak port you can attack at once.",
    cases: ["13.4", "4.4", "14.1"],
    done: past("beachheads"),
    light: (state) => ({ hexes: suggestedBeachheads(state), units: [] }),
  },
  {
    id: "air support",
    title: "Support from the air",
    task: "Your air dice are thrown: you see them in the tray and in the log. Put a marker on the German hex that you mean to attack (ringed), then press “No more markers now”. What is left stays for the German turn.",
    touch: "Your air dice are thrown. Touch the German hex that you mean to attack (ringed), then “No more markers now”. Markers that are left stay for the German turn.",
    why: "A marker covers its hex and those around it. An attack there moves one column to your side of the table, and enemies pay more to move.",
    cases: ["7.1", "7.4", "11.11"],
    done: past("air support"),
    light: (state) => ({ hexes: suggestedSupport(state), units: [] }),
  },
  {
    id: "landing",
    title: "The landing",
    task: "Click a beachhead, then choose in the panel what lands there: a division and one smaller unit fit into a hex. Do so for all four, then end the landing.",
    touch: "Touch a beachhead, then choose below what lands there: a division and one smaller unit fit into a hex. Do so for all four, then end the landing.",
    why: "Each beachhead takes one stack of its own nation. Units that come ashore beside a German stay where they are this turn, but they may attack.",
    cases: ["10.8", "3.1.2", "3.2.1"],
    done: past("landing"),
    light: (state) => ({ hexes: suggestedLanding(state), units: [] }),
  },
  {
    id: "air drop",
    title: "The airborne divisions",
    task: "You may drop airborne units on clear hexes inland, near your beachheads and away from Germans. A first game goes well without: end the air drops to go on.",
    why: "A drop costs the nation its supply by air, and dropped units cannot move or retreat this turn. It pays when it cuts a road.",
    cases: ["10.7", "4.5"],
    done: past("air drop"),
  },
  {
    id: "movement",
    title: "Move up to the enemy",
    task: "Click a unit, point at lit hexes to see the way and what it costs, and click a ringed one: it is next to the German. To choose the way yourself, go there in two legs: the unit stays in hand.",
    touch: "Touch a unit, then a ringed hex: it is next to the German. To choose the way yourself, go there in two legs: the unit stays in hand.",
    why: "Only neighbours can attack. Entering a hex beside an enemy ends a move. Click anything that is not lit and you are told which rule forbids it; undo takes a slip back.",
    cases: ["10.0", "3.2.1", "10.6"],
    done: (state) => movedUp(state) || past("movement")(state),
    light: suggestedMove,
  },
  {
    id: "end movement",
    title: "End the movement",
    task: "Move whatever else you like, then press the button that ends the phase. If something would be lost by that, you are asked first.",
    why: "Combat comes after movement on turn 1; later you may choose the order.",
    cases: ["9.0", "9.1"],
    done: past("movement"),
  },
  {
    id: "odds",
    title: "Look at the odds",
    task: "Point at a lit German hex: the card shows both strengths, every shift with its case, and the exact chance of each result. Then click it to attack.",
    touch: "Touch Odds beside a German hex in the panel: you see both strengths, every shift with its case, and the exact chance of each result. Then touch the hex to attack.",
    why: "The die is thrown on the column that is left after all shifts. A port helps its defender, ships' guns and aircraft help you.",
    cases: ["11.4", "11.6", "11.9", "11.10"],
    done: (state) => fought(state) || Boolean(mine(state, "combat")?.focus) || state.sheet.turn > 1,
    light: suggestedAttack,
  },
  {
    id: "attack",
    title: "Your attack",
    task: "Choose who joins, or take all of them with one button, and watch the odds change. Then roll the die. Until then undo takes everything back.",
    why: "Units that lie next to the target from several hexes add up. Nobody attacks twice in a phase.",
    cases: ["11.2", "11.3", "11.0"],
    done: fought,
    light: suggestedAttack,
  },
  {
    id: "result",
    title: "What the die brought",
    touch: "Open the tab Log and read the line: odds, shifts, die and result. Touch it to see the board as it was then. If losses, a retreat or an advance are yours to choose, the panel asks you.",
    task: "Read the line in the log (press L, or open the tab Log): odds, shifts, die and result. Click it to see the board as it was then. If losses, a retreat or an advance are yours to choose, the panel asks you.",
    why: "Every result has its case in the rules; click a case number to read it.",
    cases: ["11.13", "11.14"],
    done: (state) => state.seen.has("line"),
  },
  {
    id: "farewell",
    title: "That is a turn",
    task: "End the phase when you have attacked enough. The Germans answer; afterwards a film shows what they did since your last move, and the slider below the map goes back to any moment.",
    touch: "End the phase when you have attacked enough. The Germans answer; afterwards a film shows what they did since your last move. The clock above opens a slider to any moment.",
    why: "Undo goes back to the last die; beyond it you may ask the other side. Press ? for all keys. Good luck ashore.",
    cases: ["5.0", "14.0"],
  },
];
