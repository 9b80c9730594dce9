import { checkFeature } from '../check.ts';
import type { Feature, SourceLocation } from '../feature.ts';
import { parseJson } from '../json.ts';
import type { Limits } from '../limits.ts';
import { findPlainId, PLAIN_LEVELS } from './plain-feature.ts';
import { strictUtf8 } from './strict-utf8.ts';

/** The record of a feature whose bytes leave no doubt that it is a good one; undefined for all others. */
export function unparsedRecord(
  bytes: Uint8Array,
  location: SourceLocation,
  { depth }: Limits,
): UnparsedRecord | undefined {
  const id = depth < PLAIN_LEVELS ? undefined : findPlainId(bytes);
  if (id === undefined) return undefined;
  const text = textOf(bytes);
  if (text === undefined) return undefined;
  // Not cut out of the text, which it would hold in memory.
  const name = strictUtf8.decode(bytes.subarray(id.from, id.to));
  return new UnparsedRecord(name, text, location);
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** A feature that is known to be a good one by its text: it is parsed when somebody looks at it. */
export class UnparsedRecord {
  declare readonly refused?: undefined;
  declare readonly repaired?: string;
  readonly id: string;
  readonly text: string;
  readonly location: SourceLocation;
  #feature: Feature | undefined;

  constructor(id: string, text: string, location: SourceLocation) {
    this.id = id;
    this.text = text;
    this.location = location;
  }

  get feature(): Feature {
    if (this.#feature === undefined) {
      const { feature } = checkFeature(parseJson(this.text), this.location, this.text);
      if (feature === undefined) throw new Error(`${this.text} was taken for a feature`);
      this.#feature = feature;
    }
    return this.#feature;
  }
}
