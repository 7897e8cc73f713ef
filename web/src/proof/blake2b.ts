// BLAKE2b (RFC 7693): the hash behind the dice. Browsers do not bring it along.

const MASK = (1n << 64n) - 1n;
const BLOCK = 128;

const START = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
] as const;

const ORDER = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
] as const;

// The four columns and four diagonals that each round mixes.
const LINES = [
  [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
  [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
] as const;

function turned(value: bigint, bits: bigint): bigint {
  return ((value >> bits) | (value << (64n - bits))) & MASK;
}

function compress(state: BigUint64Array, block: Uint8Array, count: number, last: boolean): void {
  const view = new DataView(block.buffer, block.byteOffset, BLOCK);
  const words = Array.from({ length: 16 }, (_, place) => view.getBigUint64(place * 8, true));
  const v = [...state, ...START];
  v[12] = v[12]! ^ BigInt(count);
  if (last) v[14] = v[14]! ^ MASK;
  for (let round = 0; round < 12; round += 1) {
    const order = ORDER[round % 10]!;
    LINES.forEach(([a, b, c, d], place) => {
      v[a] = (v[a]! + v[b]! + words[order[2 * place]!]!) & MASK;
      v[d] = turned(v[d]! ^ v[a]!, 32n);
      v[c] = (v[c]! + v[d]!) & MASK;
      v[b] = turned(v[b]! ^ v[c]!, 24n);
      v[a] = (v[a]! + v[b]! + words[order[2 * place + 1]!]!) & MASK;
      v[d] = turned(v[d]! ^ v[a]!, 16n);
      v[c] = (v[c]! + v[d]!) & MASK;
      v[b] = turned(v[b]! ^ v[c]!, 63n);
    });
  }
  for (let place = 0; place < 8; place += 1) state[place] = state[place]! ^ v[place]! ^ v[place + 8]!;
}

/** The BLAKE2b hash of some bytes, with a key and a personal word where they are given. */
export function blake2b(
  data: Uint8Array,
  { size = 64, key = new Uint8Array(), person = "" }: { size?: number; key?: Uint8Array; person?: string } = {},
): Uint8Array {
  if (size < 1 || size > 64) throw new RangeError("a BLAKE2b hash has 1 to 64 bytes");
  if (key.length > 64) throw new RangeError("a BLAKE2b key has at most 64 bytes");
  const settings = new Uint8Array(64);
  settings.set([size, key.length, 1, 1]);
  const personal = new TextEncoder().encode(person);
  if (personal.length > 16) throw new RangeError("a personal word has at most 16 bytes");
  settings.set(personal, 48);
  const view = new DataView(settings.buffer);
  const state = new BigUint64Array(START.map((word, place) => word ^ view.getBigUint64(place * 8, true)));

  const lead = key.length ? BLOCK : 0;
  const whole = new Uint8Array(Math.max(BLOCK, Math.ceil((lead + data.length) / BLOCK) * BLOCK));
  whole.set(key);
  whole.set(data, lead);
  const length = lead + data.length;
  for (let from = 0; from < whole.length; from += BLOCK) {
    const last = from + BLOCK >= whole.length;
    compress(state, whole.subarray(from, from + BLOCK), last ? length : from + BLOCK, last);
  }
  const out = new Uint8Array(64);
  const outView = new DataView(out.buffer);
  state.forEach((word, place) => outView.setBigUint64(place * 8, word, true));
  return out.slice(0, size);
}

/** Bytes from hexadecimal text; null if it is none. */
export function fromHex(text: string): Uint8Array | null {
  if (text.length % 2 || !/^[0-9a-f]*$/i.test(text)) return null;
  return Uint8Array.from({ length: text.length / 2 }, (_, place) => Number.parseInt(text.slice(2 * place, 2 * place + 2), 16));
}

/** Bytes as hexadecimal text. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
