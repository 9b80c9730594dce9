import type { FeatureInput } from '../geojson.ts';
import { type ByteRange, ChunkBytes } from './chunk-bytes.ts';
import type { FeatureResult } from './report.ts';

/** A feature that is to be sent: its text is made once. */
type Given = { position: number; id: string; text: string | Uint8Array };

/** A feature on its way. */
export type Entry = ByteRange & { position: number; id: string; length: number };

/** Features that go out in one request, each id once. */
export class Chunk {
  /** About its size in bytes: characters beyond ASCII take more, and then a chunk is halved if need be. */
  length = 0;
  readonly superseded: FeatureResult[] = [];
  readonly bytes = new ChunkBytes();
  readonly #entries = new Map<string, Entry>();

  get entries(): Entry[] {
    return [...this.#entries.values()];
  }

  get size(): number {
    return this.#entries.size;
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  /** The later of two features with one id counts, as if they were written one after the other. */
  add({ position, id, text }: Given): void {
    const earlier = this.#entries.get(id);
    if (earlier) {
      const message = `the feature at position ${position} has the same id, and is written instead`;
      this.superseded.push({ position: earlier.position, id, outcome: 'repeated', message });
      this.length -= earlier.length;
      this.#entries.delete(id);
    }
    const { length } = text;
    const { from, to } = this.bytes.add(text);
    this.#entries.set(id, { position, id, length, from, to });
    this.length += length;
  }

  sharesIdWith(other: Chunk): boolean {
    const [few, many] = this.size < other.size ? [this, other] : [other, this];
    // Node 20 has no `some` of iterators.
    return [...few.#entries.keys()].some((id) => many.has(id));
  }
}

/** One id may come again for ever, and a chunk with it would never be full: so many, and so much more than is sent, are too many. */
const MAX_SUPERSEDED = 10_000;
const MAX_GROWTH = 8;

/** Cuts a row of features into chunks. */
export class Chunker {
  readonly #maxFeatures: number;
  readonly #maxLength: number;
  #chunk = new Chunk();
  #position = 0;

  constructor(maxFeatures: number, maxLength: number) {
    this.#maxFeatures = maxFeatures;
    this.#maxLength = maxLength;
  }

  /** What has not been handed out yet. */
  get rest(): Chunk {
    return this.#chunk;
  }

  /** The chunk that is full now, if one is. */
  add(feature: FeatureInput | FeatureText): Chunk | undefined {
    const given = toGiven(feature, this.#position++);
    const before = this.#chunk;
    const isFull =
      before.size >= this.#maxFeatures ||
      before.superseded.length >= MAX_SUPERSEDED ||
      before.bytes.length > MAX_GROWTH * this.#maxLength ||
      before.length + given.text.length > this.#maxLength;
    if (isFull && before.size > 0) {
      this.#chunk = new Chunk();
      this.#chunk.add(given);
      return before;
    }
    before.add(given);
    return undefined;
  }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * A feature that is JSON text already, and the id that is in it. The text may be given in UTF-8: then it has to be good only
 * until the next feature is asked for.
 */
export class FeatureText {
  readonly id: string;
  readonly given: string | Uint8Array;

  constructor(id: string, text: string | Uint8Array) {
    this.id = id;
    this.given = text;
  }

  get text(): string {
    return typeof this.given === 'string' ? this.given : new TextDecoder().decode(this.given);
  }
}

/** An id is made here where there is none: only then can the feature be sent again without being doubled. */
function toGiven(feature: FeatureInput | FeatureText, position: number): Given {
  if (feature instanceof FeatureText) return { position, id: feature.id, text: feature.given };
  const { id } = feature;
  if (id !== undefined && id !== null) return { position, id: String(id), text: JSON.stringify(feature) };
  const made = randomId();
  return { position, id: made, text: JSON.stringify({ ...feature, id: made }) };
}

/** 16 letters and digits, as the hub makes them. Bytes from 248 on would make some letters likelier than others. */
function randomId(): string {
  let id = '';
  while (id.length < 16)
    for (const byte of crypto.getRandomValues(new Uint8Array(24)))
      if (byte < 248 && id.length < 16) id += LETTERS[byte % LETTERS.length];
  return id;
}
