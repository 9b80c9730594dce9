import { hash } from 'node:crypto';
import type { Feature } from '../../model/feature/feature.ts';
import type { Verdict } from './processing.ts';

/** What the processors of a space made of features, for the one write that they were asked for. */
export class Verdicts {
  readonly #known = new Map<string, Verdict>();
  readonly #missing: string[] = [];

  constructor(pieces: readonly Uint8Array<ArrayBuffer>[]) {
    for (const piece of pieces)
      for (const [key, verdict] of JSON.parse(Buffer.from(piece).toString()) as [string, Verdict][])
        this.#known.set(key, verdict);
  }

  /** Undefined where it is missing. */
  on(feature: Feature): Verdict | undefined {
    const line = lineOf(feature);
    const verdict = this.#known.get(keyOf(line));
    if (!verdict) this.#missing.push(line);
    return verdict;
  }

  /** A line for each feature that was asked for in vain; undefined where there was none. */
  get missing(): Uint8Array<ArrayBuffer> | undefined {
    return this.#missing.length > 0 ? new TextEncoder().encode(this.#missing.join('\n')) : undefined;
  }
}

/** The same feature with the same tags has the same line; JSON has no line feeds of its own. */
function lineOf({ id, geometry, properties, tags, foreign }: Feature): string {
  return JSON.stringify({ feature: { type: 'Feature', id, geometry, properties, ...foreign }, tags });
}

export function keyOf(line: string): string {
  return hash('sha256', line, 'base64');
}

export function encodeVerdicts(verdicts: readonly [key: string, Verdict][]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(verdicts));
}
