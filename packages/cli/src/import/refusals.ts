import { closeSync, openSync, writeSync } from 'node:fs';
import type { SourceLocation } from '@meridian/formats/node';
import { visible } from '../terminal/table.ts';

/** A feature that was not written, or only after a repair: one line of the report. */
export type RefusedFeature = {
  file: string;
  record: number;
  line?: number;
  layer?: string;
  id?: string;
  reason: string;
  repaired?: true;
};

const SHOWN = 5;

/** Every refused or repaired feature as a line of JSON; the file is made when there is one. */
export class Refusals {
  count = 0;
  readonly path: string;
  readonly #flags: 'a' | 'w';
  #descriptor: number | undefined;

  /** @param isResumed append to the report of the interrupted import */
  constructor(path: string, isResumed: boolean) {
    this.path = path;
    this.#flags = isResumed ? 'a' : 'w';
  }

  add(location: SourceLocation, id: string | undefined, reason: string, isRepaired = false): void {
    const { file, record, line, layer } = location;
    const refused: RefusedFeature = {
      file,
      record,
      ...(line !== undefined && { line }),
      ...(layer !== undefined && { layer }),
      ...(id !== undefined && { id }),
      reason,
      ...(isRepaired && { repaired: true as const }),
    };
    this.#descriptor ??= openSync(this.path, this.#flags);
    writeSync(this.#descriptor, `${JSON.stringify(refused)}\n`);
    if (++this.count <= SHOWN) process.stderr.write(`${clearedLine()}${describe(refused)}\n`);
    else if (this.count === SHOWN + 1) process.stderr.write(`${clearedLine()}… more are in ${this.path}\n`);
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
  }
}

/** `roads.geojson, record 3 (line 12), feature "a7": longitude 190 is …` */
function describe({ file, record, line, layer, id, reason, repaired }: RefusedFeature): string {
  // Of a file that is one line only the number of the record says which it is.
  const where = line === undefined ? `record ${record}` : `record ${record} (line ${line})`;
  const parts = [file, ...(layer === undefined ? [] : [layer]), where];
  if (id !== undefined) parts.push(`feature ${JSON.stringify(id)}`);
  return visible(`${parts.join(', ')}: ${repaired ? 'repaired: ' : ''}${reason}`);
}

/** A progress bar may stand on this line. */
function clearedLine(): string {
  return process.stderr.isTTY ? '\r\x1b[K' : '';
}
