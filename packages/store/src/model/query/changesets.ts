import { CHANGES, type Change, type ChangeCursor, type ChangesQuery } from './query.ts';

/** A version, and when it was made, where that was noted. */
type MadeVersion = { version: number; createdAt?: number | undefined };

/**
 * Writes changes down as they come from an engine, in their order:
 * `"4":{"type":"Changeset","createdAt":…,"inserted":{…},…},"5":…`, or for one version alone the Changeset itself. Of a compact
 * one the last brace is left to the caller, which may add members.
 */
export class ChangesetWriter {
  readonly #isAlone: boolean;
  readonly #isCompact: boolean;
  #pieces: string[] = [];
  #version: number | undefined;
  /** The list that is open. */
  #list = 0;
  #isListEmpty = true;
  #hasVersions = false;

  constructor({ alone, compact = false }: ChangesQuery) {
    this.#isAlone = alone || compact;
    this.#isCompact = compact;
  }

  /** `text`: the feature as it became, or as it was before it was deleted. */
  add(made: MadeVersion, change: Change, text: string): void {
    if (this.#isCompact ? this.#version === undefined : made.version !== this.#version) this.#begin(made);
    this.#advance(CHANGES.indexOf(change));
    this.#pieces.push(this.#isListEmpty ? text : `,${text}`);
    this.#isListEmpty = false;
  }

  /** What was written since the last time. */
  take(): string {
    const text = this.#pieces.join('');
    this.#pieces = [];
    return text;
  }

  /** The rest. A version that stands alone is there even if it changed nothing. */
  end(): string {
    if (this.#isAlone && this.#version === undefined) this.#begin({ version: 0 });
    if (this.#version !== undefined) this.#close();
    return this.take();
  }

  #begin({ version, createdAt }: MadeVersion): void {
    if (this.#version !== undefined) this.#close();
    const name = this.#isAlone ? '' : `${this.#hasVersions ? ',' : ''}"${version}":`;
    const type = this.#isCompact ? 'CompactChangeset' : 'Changeset';
    const time = createdAt === undefined ? '' : `"createdAt":${createdAt},`;
    this.#pieces.push(`${name}{"type":"${type}",${time}${opening(0)}`);
    this.#version = version;
    this.#list = 0;
    this.#isListEmpty = true;
    this.#hasVersions = true;
  }

  #advance(list: number): void {
    for (; this.#list < list; this.#isListEmpty = true) this.#pieces.push(`]},${opening(++this.#list)}`);
  }

  #close(): void {
    this.#advance(CHANGES.length - 1);
    this.#pieces.push(this.#isCompact ? ']}' : ']}}');
  }
}

function opening(list: number): string {
  return `"${CHANGES[list]}":{"type":"FeatureCollection","features":[`;
}

/** The cursor among changes to continue behind, with the number that engines keep for the kind of change. */
export function behindChange(cursor: ChangeCursor | undefined, from: number) {
  if (!cursor) return { version: from, change: 0, seq: 0 };
  return { version: cursor.version, change: CHANGES.indexOf(cursor.change) + 1, seq: cursor.seq };
}
