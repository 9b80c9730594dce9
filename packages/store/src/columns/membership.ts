const BITS_PER_MEMBER = 10;
const PROBES = 4;
const MIN_BYTES = 8;

/** A Bloom filter: what it says is not among the members is not; what it says is may not be, once in eighty times. */
export class Membership {
  readonly bits: Uint8Array;

  constructor(bits: Uint8Array) {
    this.bits = bits;
  }

  /** Of members by their hashes. */
  static of(hashes: ArrayLike<number>): Membership {
    const bytes =
      hashes.length === 0 ? 0 : Math.max(MIN_BYTES, Math.ceil((hashes.length * BITS_PER_MEMBER) / 8));
    const membership = new Membership(new Uint8Array(bytes));
    for (let i = 0; i < hashes.length; i++) membership.#add(hashes[i]!);
    return membership;
  }

  mayHave(member: number | string): boolean {
    const size = this.bits.length * 8;
    if (size === 0) return false;
    const first = typeof member === 'string' ? textHash(member) : numberHash(member);
    const step = stepOf(first);
    for (let probe = 0; probe < PROBES; probe++) {
      const bit = (first + probe * step) % size;
      if ((this.bits[bit >> 3]! & (1 << (bit & 7))) === 0) return false;
    }
    return true;
  }

  #add(first: number): void {
    const size = this.bits.length * 8;
    const step = stepOf(first);
    for (let probe = 0; probe < PROBES; probe++) {
      const bit = (first + probe * step) % size;
      this.bits[bit >> 3]! |= 1 << (bit & 7);
    }
  }
}

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);

/** Of a part of a text. */
export function textHash(text: string, from = 0, to = text.length): number {
  let hash = 0x811c9dc5;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return mixed(hash);
}

export function numberHash(number: number): number {
  // Both zeros are one number.
  double[0] = number + 0;
  return mixed(Math.imul(mixed(words[0]!) ^ words[1]!, 0x01000193));
}

/** How far the next bit is from one. */
function stepOf(first: number): number {
  return (mixed(first ^ 0x9e3779b9) | 1) >>> 0;
}

/** Every bit of the result depends on every bit of the argument (the finaliser of MurmurHash3). */
function mixed(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
