import { boxesMeet } from '@meridian/geo';
import { hasTags } from '../../model/feature/tags.ts';
import type { Access, AccessName, Batch, FoundRows, RowQuery } from '../../read/row-reader.ts';
import { writtenTexts } from '../../read/written-texts.ts';
import { type MemoryRow, toReadRow } from './rows.ts';
import type { MemorySpace } from './space.ts';

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
    const show = (row: MemoryRow) => toReadRow(row, this.#query.area);
    const { slots } = this.#space;
    if (batch.kind === 'list') {
      const rows = batch.seqs.flatMap((seq) => slots.at(seq)?.row ?? []);
      const passing = rows.filter((row) => this.#passes(row));
      return { rows: passing.map(show), count: batch.seqs.length, last: batch.seqs.at(-1) ?? 0 };
    }
    if (batch.kind === 'whole') throw new Error('memory gives nothing whole');
    const rows: MemoryRow[] = [];
    for (const { row } of slots.after(batch.after, batch.kind === 'window' ? batch.upTo : Infinity)) {
      if (rows.length === batch.limit) break;
      if (row && this.#passes(row)) rows.push(row);
    }
    return { rows: rows.map(show), count: rows.length, last: rows.at(-1)?.seq ?? 0 };
  }

  /** Everything but property tests and exact geometry. */
  #passes({ seq, box, tags, text }: MemoryRow): boolean {
    const { filter, area, part } = this.#query;
    if (part && seq % part.count !== part.index) return false;
    if (area && !(box && area.boxes.some((one) => boxesMeet(one, box)))) return false;
    if (filter.tags.length > 0 && !hasTags(tags, filter.tags)) return false;
    return this.#texts.every((list) => list.some((written) => text.includes(written)));
  }
}
