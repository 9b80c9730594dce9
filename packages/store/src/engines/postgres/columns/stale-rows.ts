import type { Session } from '../session.ts';
import { numberArray } from '../text-key.ts';
import { type ColumnState, columnTablesOf } from './column-tables.ts';

/** What a transaction changes of rows that blocks of columns have, or are being made from. */
export class StaleRows {
  readonly #coveredTo: number;
  readonly #version: number;
  readonly #seqs = new Set<number>();
  #isKnown: boolean;
  #isWritten = false;

  /** `version` is the one that the transaction leads to. */
  constructor({ coveredTo, writtenSince }: ColumnState, version: number) {
    this.#coveredTo = coveredTo;
    this.#version = version;
    this.#isKnown = writtenSince !== null;
  }

  added(): void {
    this.#isWritten = true;
  }

  /** The row at a position becomes another one, or goes. */
  changed(seq: number): void {
    if (seq <= this.#coveredTo) this.#seqs.add(seq);
    this.#isWritten = true;
  }

  /** Notes them; from then on there is nothing collected. */
  async save(session: Session, storageKey: string, now: number): Promise<void> {
    if (this.#seqs.size > 0)
      await session.rows(
        `INSERT INTO ${columnTablesOf(storageKey).stale} SELECT seq, $2 FROM unnest($1::bigint[]) AS changed (seq)
          ON CONFLICT (seq) DO UPDATE SET version = excluded.version`,
        [numberArray([...this.#seqs]), this.#version],
      );
    this.#seqs.clear();
    if (!this.#isWritten || this.#isKnown) return;
    await session.rows('UPDATE column_state SET written_since = $1 WHERE place = $2', [now, storageKey]);
    this.#isKnown = true;
  }
}
