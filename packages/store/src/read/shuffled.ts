const LOW = 2 ** 32;
const HIGH = 2 ** 21;

/**
 * Another number for each insertion number, in an order that has nothing to do with that of insertion: features that are loaded one after
 * the other are often beside each other on the map. `unshuffled` takes it back.
 */
export function shuffled(seq: number): number {
  const high = Math.floor(seq / LOW);
  return mixed((seq ^ mixed(high + 1)) | 0) * HIGH + high;
}

export function unshuffled(number: number): number {
  const high = number % HIGH;
  return high * LOW + ((unmixed((number - high) / HIGH) ^ mixed(high + 1)) >>> 0);
}

/** The last step of MurmurHash3, which has an inverse. */
function mixed(value: number): number {
  let mix = value ^ (value >>> 16);
  mix = Math.imul(mix, 0x85ebca6b);
  mix ^= mix >>> 13;
  mix = Math.imul(mix, 0xc2b2ae35);
  return (mix ^ (mix >>> 16)) >>> 0;
}

function unmixed(value: number): number {
  let mix = value ^ (value >>> 16);
  mix = Math.imul(mix, 0x7ed1b41d);
  mix ^= (mix >>> 13) ^ (mix >>> 26);
  mix = Math.imul(mix, 0xa5cb9243);
  return (mix ^ (mix >>> 16)) >>> 0;
}
