import { createHash } from 'node:crypto';
import type {
  MovedChange,
  MovedEntry,
  MovedFeature,
  MovedOldState,
  SpaceHead,
  SpaceRows,
} from './hub-image.ts';

/** A checksum over everything in a space and its order, taken as the rows pass by. */
export class SpaceDigest {
  readonly #hash = createHash('sha256');
  features = 0;

  add(kind: keyof SpaceRows, row: MovedFeature | MovedOldState | MovedChange | MovedEntry): void {
    if (kind === 'features') this.features++;
    const { text, ...rest } = row as Partial<MovedFeature>;
    const numbers = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
    this.#hash.update(`${kind} ${JSON.stringify(numbers)} ${text ?? ''}\n`);
  }

  end(head: SpaceHead): string {
    return this.#hash.update(JSON.stringify(headValues(head))).digest('hex');
  }
}

/** The order of members must not matter. */
function headValues({ content, history, indexes }: SpaceHead): unknown[] {
  const { version, updatedAt, lastSeq, count, bytes, maxBytes } = content;
  return [version, updatedAt, lastSeq, count, bytes, maxBytes, history?.began, history?.oldest, indexes];
}

/** Names the state of a space, to find out whether it has changed since it was copied. */
export function fingerprintOf(storageKey: string, head: SpaceHead): string {
  return JSON.stringify([storageKey, ...headValues(head)]);
}
