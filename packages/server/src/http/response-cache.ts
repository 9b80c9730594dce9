import type { Coding } from './response/coding.ts';

/** What an entry takes beside its bytes: the key, the objects around it. */
const ENTRY_BYTES = 500;
/** One response may take this part of the whole: a few large ones must not drive out everything else. */
const LARGEST_PART = 1 / 16;
/** Nor is more than this of a response collected while it is sent, however large the cache: many are sent at once. */
const LARGEST_BYTES = 4 * 1024 ** 2;

/** A body that may be asked for again, with those codings of it that were. */
export class CachedBody {
  readonly type: string;
  #bytes: Uint8Array;
  readonly #coded = new Map<string, Promise<Uint8Array> | Uint8Array>();
  /** Told what its codings take, where it is cached. */
  #grown: ((bytes: number) => void) | undefined;

  constructor(type: string, bytes: Uint8Array) {
    this.type = type;
    this.#bytes = bytes;
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** To be cached: from here on it takes no more memory than its bytes. */
  retain(grown: (bytes: number) => void): void {
    this.#bytes = trimmed(this.#bytes);
    this.#grown = grown;
  }

  /** Undefined where it has not been coded so yet. */
  known(coding: Coding): Uint8Array | undefined {
    const known = this.#coded.get(coding.name);
    return known instanceof Promise ? undefined : known;
  }

  /** Those who wait for the same coding share it. */
  async as(coding: Coding): Promise<Uint8Array> {
    const known = this.#coded.get(coding.name);
    if (known) return known;
    const coming = coding.compress(this.bytes);
    this.#coded.set(coding.name, coming);
    try {
      const coded = trimmed(await coming);
      this.#coded.set(coding.name, coded);
      this.#grown?.(coded.byteLength);
      return coded;
    } catch (error) {
      this.#coded.delete(coding.name);
      throw error;
    }
  }
}

/** Small buffers are parts of a shared block of 64 kB, all of which stays in memory as long as one of them is needed. */
function trimmed(bytes: Uint8Array): Uint8Array {
  return bytes.buffer.byteLength === bytes.byteLength ? bytes : new Uint8Array(bytes);
}

type Entry = { body: CachedBody; bytes: number };

/**
 * Responses by what they depend on, the least recently used of which go first. The caller has been found to be allowed
 * to read: nothing here knows of rights.
 */
export class ResponseCache {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;
  #hits = 0;
  #misses = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get lookups(): { hit: number; miss: number } {
    return { hit: this.#hits, miss: this.#misses };
  }

  /** Larger ones are not cached. */
  get maxBodyBytes(): number {
    return Math.min(LARGEST_BYTES, Math.floor(this.#maxBytes * LARGEST_PART));
  }

  get(key: string): CachedBody | undefined {
    const body = this.find(key);
    if (!body) this.#misses++;
    return body;
  }

  /** The same for one who asks again where there is none: that is not counted here. */
  find(key: string): CachedBody | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#hits++;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.body;
  }

  keep(key: string, body: CachedBody): void {
    const { byteLength } = body.bytes;
    if (byteLength > this.maxBodyBytes) return;
    this.#remove(key);
    body.retain((more) => this.#grow(key, body, more));
    this.#entries.set(key, { body, bytes: 0 });
    this.#grow(key, body, byteLength + ENTRY_BYTES + 2 * key.length);
  }

  #grow(key: string, body: CachedBody, bytes: number): void {
    const entry = this.#entries.get(key);
    if (entry?.body !== body) return;
    entry.bytes += bytes;
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#bytes -= entry.bytes;
    this.#entries.delete(key);
  }
}
