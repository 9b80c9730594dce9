/** Where each of the fields ends that lie one after the other: a tag of one byte, a length, that many bytes. */
export function fieldEnds(bytes: Uint8Array): number[] {
  const ends: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    let length = 0;
    let shift = 0;
    for (at++; ; at++) {
      length += (bytes[at]! & 0x7f) * 2 ** shift;
      if (bytes[at]! < 0x80) break;
      shift += 7;
    }
    at += length + 1;
    ends.push(at);
  }
  return ends;
}

/** Whole numbers of up to 31 bits in the wire format of protocol buffers. */
export function readVarints(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    let number = 0;
    let shift = 0;
    for (; bytes[at]! >= 0x80; at++, shift += 7) number |= (bytes[at]! & 0x7f) << shift;
    numbers.push(number | (bytes[at++]! << shift));
  }
  return numbers;
}

/** A number of 32 bits that is the same for the same bytes (FNV-1a). */
export function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return hash >>> 0;
}
