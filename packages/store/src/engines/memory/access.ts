import { boxesMeet, GEOMETRY_TYPES } from '@meridian/geo';
import { parseGeometry } from '../../model/feature/feature-text.ts';
import { hasTags } from '../../model/feature/tags.ts';
import { type Candidate, PLAIN_POINT } from '../../pyramid/density/geometry-rows.ts';
import type { Effect } from '../../read/effect.ts';
import { encode } from '../../read/feature-sink.ts';
import type {
  Access,
  AccessName,
  Batch,
  Counted,
  Found,
  FoundCandidates,
  FoundRows,
  FoundTexts,
  RowQuery,
} from '../../read/row-reader.ts';
import { STEP_MS } from '../../read/row-sink.ts';
import { MAX_COLLECTED } from '../../read/scan.ts';
import { SCAN_ROWS } from '../../read/step-size.ts';
import { writtenTexts } from '../../read/written-texts.ts';
import { isWithin, type MemoryRow, toReadRow } from './rows.ts';
import type { MemorySpace } from './space.ts';

type Rows = Found & { rows: MemoryRow[] };

const POINT = GEOMETRY_TYPES.indexOf('Point') + 1;

/** The rows of a space that may match: at given positions, near an area, or all of them. */
export class MemoryAccess implements Access {
  readonly name: AccessName;
  readonly isOrdered: boolean;
  readonly isScannable: boolean;
  readonly isWhole = false;
  readonly #space: MemorySpace;
  readonly #query: RowQuery;
  readonly #seqs: readonly number[] | undefined;
  readonly #texts: string[][];

  /** `seqs`: the positions of the only rows that can match. */
  constructor(space: MemorySpace, query: RowQuery, seqs?: readonly number[]) {
    this.#space = space;
    this.#query = query;
    this.#seqs = seqs;
    this.#texts = writtenTexts(query.filter.tests);
    this.name = seqs ? 'ids' : query.area ? 'box index' : 'all rows';
    this.isScannable = !seqs;
    this.isOrdered = !seqs && !query.area && this.#texts.length === 0 && query.filter.tags.length === 0;
  }

  positions(after: number, max: number): number[] | undefined {
    const { area } = this.#query;
    const near = this.#seqs || !area ? undefined : this.#space.grid.find(area.boxes, max);
    const seqs = this.#seqs ?? (near && [...near].map(({ seq }) => seq));
    return seqs?.filter((seq) => seq > after).sort((a, b) => a - b);
  }

  rows(batch: Batch): FoundRows {
    const { rows, ...found } = this.#find(batch);
    return { ...found, rows: rows.map((row) => toReadRow(row, this.#query.area)) };
  }

  candidates(batch: Batch): FoundCandidates {
    const { rows, ...found } = this.#find(batch);
    return { ...found, candidates: rows.map(toCandidate) };
  }

  *texts(batch: Batch, left: number): Effect<FoundTexts> {
    const { rows, ...found } = this.#find(batch);
    const passing = yield* this.#meeting(rows);
    const shown = passing.slice(0, left);
    return {
      ...found,
      chunk: shown.length > 0 ? encode(shown.map(({ text }) => text)) : undefined,
      shown: shown.length,
      lastShown: shown.at(-1)?.seq ?? 0,
      more: passing.length > left,
    };
  }

  *count(): Effect<Counted> {
    const { area } = this.#query;
    const counted: Counted = { sure: 0, recheck: [] };
    const seqs = this.positions(0, MAX_COLLECTED);
    const end = this.#space.size.lastSeq;
    for (let after = 0; after < end; after += SCAN_ROWS) {
      const upTo = after + SCAN_ROWS;
      const { rows } = this.#find(
        seqs ? { kind: 'list', seqs } : { kind: 'window', after, upTo, limit: Infinity },
      );
      for (const row of rows)
        if (!area || isWithin(row, area)) counted.sure++;
        else counted.recheck.push(row.seq);
      if (seqs) break;
      yield undefined;
    }
    return counted;
  }

  #find(batch: Batch): Rows {
    if (batch.kind === 'list') {
      const rows = batch.seqs.flatMap((seq) => this.#space.slots.at(seq)?.row ?? []);
      const passing = rows.filter((row) => this.#passes(row));
      return { rows: passing, count: batch.seqs.length, last: batch.seqs.at(-1) ?? 0 };
    }
    if (batch.kind === 'whole') throw new Error('memory gives nothing whole');
    const upTo = batch.kind === 'window' ? batch.upTo : Infinity;
    const rows: MemoryRow[] = [];
    for (const { seq, row } of this.#space.slots.after(batch.after)) {
      if (seq > upTo || rows.length === batch.limit) break;
      if (row && this.#passes(row)) rows.push(row);
    }
    return { rows, count: rows.length, last: rows.at(-1)?.seq ?? 0 };
  }

  /** Everything but property tests and exact geometry. */
  #passes({ seq, box, tags, text }: MemoryRow): boolean {
    const { filter, area, part } = this.#query;
    if (part && seq % part.count !== part.index) return false;
    if (area && !(box && area.boxes.some((one) => boxesMeet(one, box)))) return false;
    if (filter.tags.length > 0 && !hasTags(tags, filter.tags)) return false;
    return this.#texts.every((list) => list.some((written) => text.includes(written)));
  }

  /** Those that meet the area indeed; a polygon may take a millisecond. */
  *#meeting(rows: MemoryRow[]): Effect<MemoryRow[]> {
    const { area } = this.#query;
    if (!area) return rows;
    const passing: MemoryRow[] = [];
    let started = performance.now();
    for (const row of rows) {
      if (isWithin(row, area) || area.meets(parseGeometry(row)!)) passing.push(row);
      if (performance.now() - started < STEP_MS) continue;
      yield undefined;
      started = performance.now();
    }
    return passing;
  }
}

function toCandidate({ seq, id, geometryType, hasZ, box }: MemoryRow): Candidate {
  const kind = geometryType === POINT && hasZ === 0 ? PLAIN_POINT : geometryType;
  const { west, south, east, north } = box!;
  return [seq, id, kind, west, south, east, north];
}
