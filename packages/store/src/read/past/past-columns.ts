import type { BlockInfo } from '../../columns/stored-block.ts';
import type { ColumnRequest } from '../../model/build-request.ts';
import type { BodyKey, ColumnReader } from '../columns/column-reader.ts';
import { ask, type Effect, type Maybe, maybe } from '../effect.ts';
import type { HistoryReader } from '../row-reader.ts';
import type { Overlay } from './overlay.ts';

/** The columns of the present, of which those rows are left out that have changed since a version. */
export class PastColumns implements ColumnReader {
  readonly scope: string;
  readonly fewRows: number;
  readonly past: Overlay;
  readonly #reader: HistoryReader;
  readonly #present: ColumnReader;

  constructor(reader: HistoryReader, present: ColumnReader, overlay: Overlay) {
    this.scope = present.scope;
    this.fewRows = present.fewRows;
    this.past = overlay;
    this.#reader = reader;
    this.#present = present;
  }

  blocks(): Maybe<BlockInfo[]> {
    return this.#present.blocks();
  }

  keys(): Maybe<string[]> {
    return this.#present.keys();
  }

  summaries(wanted: readonly BodyKey[]): Maybe<(Uint8Array | undefined)[]> {
    return this.#present.summaries(wanted);
  }

  bodies(wanted: readonly BodyKey[]): Maybe<(Uint8Array | undefined)[]> {
    return this.#present.bodies(wanted);
  }

  stale(blocks: readonly BlockInfo[]): Maybe<number[] | undefined> {
    return maybe(this.#stale(blocks));
  }

  *#stale(blocks: readonly BlockInfo[]): Effect<number[] | undefined> {
    const stale = yield* ask(() => this.#present.stale(blocks));
    // What was written while the blocks were read may be in them.
    yield* this.past.extend(this.#reader, false);
    return stale?.filter((seq) => !this.past.hasChanged(seq));
  }

  want(what: ColumnRequest): void {
    this.#present.want(what);
  }
}
