// Measuring on the board: the straightest way over hexes, and what it would cost the units in hand.

import { gridOf } from "../../board";
import type { Box, Layer, Path, Question } from "../../wire";
import { costOf, isLegal, verbInfo } from "../question/acting";

/** The straightest of the shortest ways from hex to hex; empty where there is none. */
export function straight(box: Box, from: string, to: string): string[] {
  const grid = gridOf(box);
  if (!grid.has(from) || !grid.has(to)) return [];
  const far = new Map([[to, 0]]);
  let edge = [to];
  while (edge.length > 0 && !far.has(from)) {
    const next: string[] = [];
    for (const hex of edge) {
      for (const beside of grid.neighbours(hex)) {
        if (far.has(beside)) continue;
        far.set(beside, far.get(hex)! + 1);
        next.push(beside);
      }
    }
    edge = next;
  }
  if (!far.has(from)) return [];
  const [ax, ay] = grid.centre(from);
  const [bx, by] = grid.centre(to);
  const aside = (hex: string) => {
    const [x, y] = grid.centre(hex);
    return Math.abs((x - ax) * (by - ay) - (y - ay) * (bx - ax));
  };
  const way = [from];
  for (let left = far.get(from)!; left > 0; left -= 1) {
    const nearer = grid.neighbours(way.at(-1)!).filter((hex) => far.get(hex) === left - 1);
    way.push(nearer.reduce((best, hex) => (aside(hex) < aside(best) ? hex : best)));
  }
  return way;
}

/** The move of the units in hand to a hex, if the question offers one that has a way: its action, "" for none. */
export function moveTo(question: Question | null, box: Box, hex: string): string {
  if (!question?.hand?.length || !hex) return "";
  const verbs = question.choices.map(({ verb }) => verb).filter((verb) => verbInfo(box, verb).preview === "path");
  const verb = verbs.find((one) => isLegal(question, box, `${one} ${hex}`));
  return verb ? `${verb} ${hex}` : "";
}

/** The ruler as a layer: a line with numbers along it. With a way that the game tells the numbers are what it costs. */
export function rulerLayer(box: Box, from: string, to: string, way: Path | null, question: Question | null, action: string): Layer {
  const hexes = way?.hexes.length ? way.hexes : straight(box, from, to);
  const verb = action.split(" ")[0] ?? "";
  const number = (hex: string, place: number) => (way && question ? /^\d+/.exec(costOf(question, box, `${verb} ${hex}`))?.[0] : String(place)) ?? "";
  const texts: Record<string, string> = {};
  hexes.forEach((hex, place) => {
    const text = place > 0 ? number(hex, place) : "";
    if (text) texts[hex] = text;
  });
  return { name: rulerWords(hexes.length - 1, way), lines: hexes.length > 1 ? [hexes] : [], texts };
}

/** What the ruler says: "7 hexes", "4 hexes, 3 MP of 6". */
export function rulerWords(hexes: number, way: Path | null): string {
  if (hexes < 0) return "no way over hexes";
  const long = `${hexes} ${hexes === 1 ? "hex" : "hexes"}`;
  return way?.cost ? `${long}, ${way.cost}` : long;
}
