import { type FeatureTable, type NewRow, StoredRow } from '../write/feature-table.ts';

/** The plainest table there can be: what the write rules do to it is what they do to any engine. */
export class MemoryTable implements FeatureTable {
  readonly #rows = new Map<string, StoredRow>();
  #lastSeq = 0;

  get(id: string): StoredRow | undefined {
    return this.#rows.get(id);
  }

  insert(row: NewRow): void {
    this.#set(++this.#lastSeq, row);
  }

  replace(before: StoredRow, row: NewRow): void {
    this.#set(before.seq, row);
  }

  remove({ id }: StoredRow): void {
    this.#rows.delete(id);
  }

  count(): number {
    return this.#rows.size;
  }

  /** Everything in insertion order, parsed. */
  features() {
    return [...this.#rows.values()].sort((a, b) => a.seq - b.seq).map(({ text }) => JSON.parse(text));
  }

  #set(seq: number, row: NewRow): void {
    const { createdAt, updatedAt } = row;
    this.#rows.set(row.feature.id, new StoredRow({ seq, id: row.feature.id, createdAt, updatedAt }, row));
  }
}
