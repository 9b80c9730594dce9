const BITS_PER_MEMBER = 10;
const PROBES = 4;
const MIN_BYTES = 8;

/** A Bloom filter: what it says is not among the members is not; what it says is may not be, once in eighty times. */
export class Membership {
  readonly bits: Uint8Array;

  constructor(bits: Uint8Array) {
    this.bits = bits;
  }

  static of(members: Iterable<number | string>): Membership {
    const all = [...members];
    const bytes = all.length === 0 ? 0 : Math.max(MIN_BYTES, Math.ceil((all.length * BITS_PER_MEMBER) / 8));
    const membership = new Membership(new Uint8Array(bytes));
    for (const member of all) membership.#add(member);
    return membership;
  }

  mayHave(member: number | string): boolean {
    const size = this.bits.length * 8;
    if (size === 0) return false;
    const [first, step] = hashesOf(member);
    for (let probe = 0; probe < PROBES; probe++) {
      const bit = (first + probe * step) % size;
      if ((this.bits[bit >> 3]! & (1 << (bit & 7))) === 0) return false;
    }
    return true;
  }

  #add(member: number | string): void {
    const size = this.bits.length * 8;
    const [first, step] = hashesOf(member);
    for (let probe = 0; probe < PROBES; probe++) {
      const bit = (first + probe * step) % size;
      this.bits[bit >> 3]! |= 1 << (bit & 7);
    }
  }
}

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);

function hashesOf(member: number | string): [number, number] {
  let hash = 0x811c9dc5;
  if (typeof member === 'string')
    for (let i = 0; i < member.length; i++) hash = Math.imul(hash ^ member.charCodeAt(i), 0x01000193);
  else {
    // Both zeros are one number.
    double[0] = member + 0;
    hash = Math.imul(mixed(words[0]!) ^ words[1]!, 0x01000193);
  }
  const first = mixed(hash);
  return [first, (mixed(first ^ 0x9e3779b9) | 1) >>> 0];
}

/** Every bit of the result depends on every bit of the argument (the finaliser of MurmurHash3). */
function mixed(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
