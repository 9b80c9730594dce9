import { checkFeature } from '../check.ts';
import type { Feature, SourceLocation } from '../feature.ts';
import { parseJson } from '../json.ts';
import type { Limits } from '../limits.ts';
import { findPlainId, type IdRange, PLAIN_LEVELS } from './plain-feature.ts';
import { strictUtf8 } from './strict-utf8.ts';

/** The record of a feature whose bytes leave no doubt that it is a good one; undefined for all others. */
export function unparsedRecord(
  bytes: Uint8Array,
  location: SourceLocation,
  { depth }: Limits,
): UnparsedRecord | undefined {
  const id = depth < PLAIN_LEVELS ? undefined : findPlainId(bytes);
  return id && new UnparsedRecord(idOf(bytes, id), bytes, location);
}

/** Ids of so many bytes are put together here: to call the decoder takes longer. */
const SHORT_ID = 40;

function idOf(bytes: Uint8Array, { from, to }: IdRange): string {
  let id = '';
  if (to - from <= SHORT_ID)
    for (let at = from; at < to && bytes[at]! < 0x80; at++) id += String.fromCharCode(bytes[at]!);
  return id.length === to - from ? id : strictUtf8.decode(bytes.subarray(from, to));
}

/** A feature that is known to be a good one by its bytes: it is parsed when somebody looks at it. */
export class UnparsedRecord {
  declare readonly refused?: undefined;
  declare readonly repaired?: string;
  readonly id: string;
  readonly location: SourceLocation;
  /** Undefined once they were given away, or may have been written over. */
  #bytes: Uint8Array | undefined;
  #text: string | undefined;
  #feature: Feature | undefined;

  constructor(id: string, bytes: Uint8Array, location: SourceLocation) {
    this.id = id;
    this.location = location;
    this.#bytes = bytes;
  }

  get text(): string {
    if (this.#text === undefined) {
      if (!this.#bytes) throw new Error('the text of a feature was given away as bytes');
      this.#text = strictUtf8.decode(this.#bytes);
    }
    return this.#text;
  }

  get feature(): Feature {
    if (this.#feature === undefined) {
      const { feature } = checkFeature(parseJson(this.text), this.location, this.text);
      if (feature === undefined) throw new Error(`${this.text} was taken for a feature`);
      this.#feature = feature;
    }
    return this.#feature;
  }

  takeBytes(): Uint8Array {
    const bytes = this.#bytes;
    if (!bytes) throw new Error('the bytes of a feature were asked for too late');
    this.#bytes = undefined;
    return bytes;
  }

  /** To be called before what the bytes are part of is read on: who has not taken them may still want the text. */
  keep(): void {
    if (!this.#bytes) return;
    this.#text ??= strictUtf8.decode(this.#bytes);
    this.#bytes = undefined;
  }
}
