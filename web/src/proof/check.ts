// The dice of a finished match, computed again from the key. The recipe is the engine's own; nothing is asked of it.

import type { ProofPage, ProofRoll } from "../wire";
import { blake2b, fromHex, toHex } from "./blake2b";

/** What a check found: how many dice agree, and in sentences what does not. */
export interface Verdict {
  agrees: boolean;
  checked: number;
  /** The places of the dice that the key does not give. */
  wrong: number[];
  /** Everything that does not fit. */
  trouble: string[];
}

/** What is published before the game: it binds the key and tells nothing about it. */
export function commitmentOf(key: Uint8Array): string {
  return toHex(blake2b(key, { size: 32, person: "bocage commit" }));
}

/** The dice of a key and the players' words: the number at each place of the stream. */
export function diceOf(key: Uint8Array, words: string[]): (sides: number, epoch: number, count: number) => number {
  const encoder = new TextEncoder();
  const secret = blake2b(encoder.encode(words.join("\0")), { size: 32, key, person: "bocage words" });
  return (sides, epoch, count) => {
    const digest = blake2b(encoder.encode(`${epoch} ${count}`), { size: 16, key: secret });
    return Number(BigInt(`0x${toHex(digest)}`) % BigInt(sides)) + 1;
  };
}

function follows(before: ProofRoll | undefined, [, epoch, count]: ProofRoll): boolean {
  if (!before) return true;
  const [, lastEpoch, lastCount] = before;
  return (epoch === lastEpoch && count === lastCount + 1) || (epoch > lastEpoch && count === 0);
}

/** Check a proof: does the key fit the commitment, is no die missing or used twice, does the key give every number? */
export function checkProof(proof: ProofPage, notedCommitment = ""): Verdict {
  const trouble: string[] = [];
  const wrong: number[] = [];
  const key = fromHex(proof.key);
  if (!key || key.length !== 32) {
    return { agrees: false, checked: 0, wrong, trouble: ["The key is not 256 bits long."] };
  }
  if (commitmentOf(key) !== proof.commitment) trouble.push("The key is not the one to which the commitment binds the match.");
  if (notedCommitment && notedCommitment !== proof.commitment) {
    trouble.push("The commitment is not the one that this browser noted when you sat down.");
  }
  const number = diceOf(key, proof.words);
  proof.rolls.forEach((roll, place) => {
    const [entry, epoch, count, sides, shown] = roll;
    if (!follows(proof.rolls[place - 1], roll)) trouble.push(`Entry ${entry}: dice are missing, or one was used twice.`);
    if (sides < 1 || number(sides, epoch, count) !== shown) {
      wrong.push(place);
      trouble.push(`Entry ${entry}: the key does not give ${shown} on ${sides} sides.`);
    }
  });
  return { agrees: trouble.length === 0, checked: proof.rolls.length, wrong, trouble };
}
