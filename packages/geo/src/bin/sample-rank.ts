/**
 * A number from 0 up to 1 that looks random and belongs to an id for ever. Keeping what ranks below a fraction keeps that
 * part of all features, the same ones every time, and all of them again with any larger fraction.
 */
export function sampleRank(id: string): number {
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  for (let i = 0; i < id.length; i++) {
    const code = id.charCodeAt(i);
    high = Math.imul(high ^ code, 0x9e3779b1);
    low = Math.imul(low ^ code, 0x5f356495);
    low ^= low >>> 15;
  }
  high = mixed(high ^ low);
  low = mixed(low ^ high);
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
