// Notes on hexes. They are lines of the seat's own notes, "@1618 hold until turn 4": the service keeps those already,
// for this seat alone and on all its devices, and they can be read and changed where the notes are.

const LINE = /^@(\S+) (.+)$/;
/** How much may be written on a hex. */
export const LONGEST_NOTE = 200;

/** Hex -> what is noted there. */
export function readNotes(text: string): Map<string, string> {
  return new Map(text.split("\n").flatMap((line) => {
    const found = LINE.exec(line);
    return found ? [[found[1]!, found[2]!] as const] : [];
  }));
}

/** The seat's notes with another note on a hex; "" takes it away. */
export function writeNote(text: string, hex: string, note: string): string {
  const words = note.replace(/\s+/g, " ").trim().slice(0, LONGEST_NOTE);
  const others = text.split("\n").filter((line) => LINE.exec(line)?.[1] !== hex);
  if (words) others.push(`@${hex} ${words}`);
  return others.join("\n").replace(/^\n+/, "");
}
