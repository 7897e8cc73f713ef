import { expect, test } from "vitest";
import { blake2b, fromHex, toHex } from "../src/proof/blake2b";
import { checkProof, commitmentOf, diceOf } from "../src/proof/check";
import type { ProofPage, ProofRoll } from "../src/wire";

const bytes = (text: string) => new TextEncoder().encode(text);
// The key that the engine makes from the seed "utah", and what it rolls with these words.
const KEY = "4f833d364aae6562e40af25e8d4473dc93794097e2f43d5c314a1b7da1d7c6ba";
const COMMITMENT = "2f829f8fdc49987c4d63dc3abf8f4195fe3af7d6e6cc9529d3d4935eec30e159";
const WORDS = ["blue", "grün"];
const ROLLS: ProofRoll[] = [
  [0, 0, 0, 6, 2],
  [3, 0, 1, 6, 6],
  [3, 0, 2, 6, 6],
  [9, 0, 3, 6, 2],
  [12, 1, 0, 6, 6],
  [14, 1, 1, 37, 17],
];

function proof(changes: Partial<ProofPage> = {}): ProofPage {
  return { match: "m", commitment: COMMITMENT, key: KEY, words: WORDS, rolls: ROLLS, agrees: true, recipe: "", ...changes };
}

test("the hash agrees with the one of the engine for every length, key and personal word", () => {
  expect(toHex(blake2b(bytes("abc")))).toBe(
    "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923",
  );
  expect(toHex(blake2b(bytes(""), { size: 16 }))).toBe("cae66941d9efbd404e4d88758ea67670");
  const long = Uint8Array.from({ length: 512 }, (_, place) => place % 256);
  const key = Uint8Array.from({ length: 64 }, (_, place) => place);
  expect(toHex(blake2b(long, { key, person: "bocage words" }))).toBe(
    "08a7d346829b0774d7ee5f9b05324acb3bdd6e668b6dd1c04e801fa6ad6e347f2ba97cf86e0502c1808d0de8785942acac1a0b9954d10c61fe14ac1a3e82ec6d",
  );
  expect(toHex(blake2b(bytes("x".repeat(128)), { size: 32, key: bytes("k") }))).toBe(
    "b05eee79a2e9b24e1629c37149f65a57167f39338a99413cc7064c57ff6b2932",
  );
  expect(toHex(blake2b(bytes("y".repeat(129)), { size: 20 }))).toBe("8cc634c29aac855cc630e867c55e8347c881a0ac");
});

test("the key gives the commitment and the dice that the engine gave", () => {
  const key = fromHex(KEY)!;
  expect(commitmentOf(key)).toBe(COMMITMENT);
  const number = diceOf(key, WORDS);
  expect([0, 1, 2, 3, 4, 5].map((count) => number(6, 0, count))).toEqual([2, 6, 6, 2, 5, 5]);
  expect(number(37, 1, 1)).toBe(17);
});

test("a true proof agrees", () => {
  expect(checkProof(proof(), COMMITMENT)).toEqual({ agrees: true, checked: 6, wrong: [], trouble: [] });
});

test("one changed die is found", () => {
  const rolls = ROLLS.map((roll, place): ProofRoll => (place === 3 ? [9, 0, 3, 6, 5] : roll));
  const verdict = checkProof(proof({ rolls }));
  expect(verdict.agrees).toBe(false);
  expect(verdict.wrong).toEqual([3]);
  expect(verdict.trouble).toEqual(["Entry 9: the key does not give 5 on 6 sides."]);
});

test("a die that was left out is noticed", () => {
  const verdict = checkProof(proof({ rolls: ROLLS.filter((_, place) => place !== 2) }));
  expect(verdict.trouble).toEqual(["Entry 9: dice are missing, or one was used twice."]);
});

test("another key, other words or another commitment do not pass", () => {
  const other = `00${KEY.slice(2)}`;
  expect(checkProof(proof({ key: other })).trouble[0]).toMatch(/not the one to which the commitment binds/);
  expect(checkProof(proof({ words: ["blue"] })).agrees).toBe(false);
  expect(checkProof(proof(), "f".repeat(64)).trouble).toEqual([
    "The commitment is not the one that this browser noted when you sat down.",
  ]);
  expect(checkProof(proof({ key: "xyz" })).trouble).toEqual(["The key is not 256 bits long."]);
});
