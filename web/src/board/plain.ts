// A map for games that have no picture yet: hexes in the colour of their terrain, with names and numbers.

import type { Box } from "../wire";
import { gridOf } from "./geometry";

// Plain ground for the words that terrain has in most games; the rest is taken for open country.
const GROUND: readonly (readonly [RegExp, string])[] = [
  [/sea|lake|water/, "#b9d3d8"],
  [/forest|wood/, "#b5c69b"],
  [/mountain|alp/, "#c9b596"],
  [/rough|hill|broken/, "#ddcfae"],
  [/polder|marsh|swamp|flood/, "#c3d8c9"],
  [/city|town|port|urban/, "#dcbfae"],
  [/fort/, "#c9bfc4"],
];
const OPEN = "#efe7d1";

function groundOf(terrain: string): string {
  return GROUND.find(([words]) => words.test(terrain))?.[1] ?? OPEN;
}

/** The address of a plain drawing of a box's map. */
export function plainPicture(box: Box): string {
  const grid = gridOf(box);
  const { width, height, hexes, hex_size: size } = box.layout;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="#dfe3dc"/>`,
  ];
  for (const block of grid.blocks(grid.labels)) {
    const grounds = new Map<string, string[]>();
    for (const label of block) {
      const ground = groundOf(grid.info(label)!.terrain);
      grounds.set(ground, [...(grounds.get(ground) ?? []), label]);
    }
    for (const [ground, labels] of grounds) {
      parts.push(`<path d="${grid.cells(labels)}" fill="${ground}" stroke="#a89d82" stroke-width="1.2"/>`);
    }
  }
  parts.push(`<g font-family="sans-serif" font-size="${0.21 * size}" text-anchor="middle" fill="#5b5340">`);
  for (const hex of hexes) parts.push(`<text x="${hex.x}" y="${hex.y - size * 0.66}">${escaped(hex.label)}</text>`);
  parts.push(`</g><g font-family="serif" font-size="${0.28 * size}" text-anchor="middle" fill="#33291a">`);
  for (const hex of hexes) {
    if (hex.name) parts.push(`<text x="${hex.x}" y="${hex.y + size * 0.8}">${escaped(hex.name)}</text>`);
  }
  parts.push("</g></svg>");
  return `data:image/svg+xml,${encodeURIComponent(parts.join(""))}`;
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}
