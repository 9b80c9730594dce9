/**
 * A number from 0 up to 1 that looks random and belongs to an id for ever. Keeping what ranks below a fraction keeps that
 * part of all features, the same ones every time, and all of them again with any larger fraction.
 */
export function sampleRank(id: string): number {
  let high = HIGH;
  let low = LOW;
  for (let i = 0; i < id.length; i++) {
    const code = id.charCodeAt(i);
    high = Math.imul(high ^ code, HIGH_FACTOR);
    low = Math.imul(low ^ code, LOW_FACTOR);
    low ^= low >>> 15;
  }
  return rankOf(high, low);
}

/** The same of an id of ASCII in bytes, from one position up to another; -1 of any other. */
export function sampleRankOfBytes(bytes: Uint8Array, from: number, to: number): number {
  let high = HIGH;
  let low = LOW;
  for (let i = from; i < to; i++) {
    const code = bytes[i]!;
    if (code > 0x7f) return -1;
    high = Math.imul(high ^ code, HIGH_FACTOR);
    low = Math.imul(low ^ code, LOW_FACTOR);
    low ^= low >>> 15;
  }
  return rankOf(high, low);
}

const HIGH = 0x9e3779b9;
const LOW = 0x85ebca6b;
const HIGH_FACTOR = 0x9e3779b1;
const LOW_FACTOR = 0x5f356495;

function rankOf(first: number, second: number): number {
  const high = mixed(first ^ second);
  const low = mixed(second ^ high);
  return ((high >>> 0) * 2 ** 21 + (low >>> 11)) / 2 ** 53;
}

/** The finish of MurmurHash3: every bit of the input changes half of those of the output. */
function mixed(hash: number): number {
  let bits = hash ^ (hash >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
