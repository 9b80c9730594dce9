import { type FeatureTable, type NewRow, type StateName, StoredRow } from '../rules/write/feature-table.ts';

/** The plainest table there can be: what the write rules do to it is what they do to any engine. */
export class MemoryTable implements FeatureTable {
  readonly #rows = new Map<string, StoredRow>();
  readonly #oldState: { row: StoredRow; until: number }[] = [];
  #lastSeq = 0;
  /** Moved by the writer. */
  nextVersion = 1;

  get(id: string): StoredRow | undefined {
    return this.#rows.get(id);
  }

  oldState(id: string, { uuid, version }: StateName): StoredRow | undefined {
    const isIt = ({ row, until }: { row: StoredRow; until: number }) =>
      uuid !== undefined
        ? row.revision.uuid === uuid
        : (row.revision.version ?? 0) <= version! && version! < until;
    return this.#oldState.find((entry) => entry.row.id === id && isIt(entry))?.row;
  }

  insert(row: NewRow): void {
    this.#set(++this.#lastSeq, row);
  }

  replace(before: StoredRow, row: NewRow): void {
    this.#oldState.push({ row: before, until: this.nextVersion });
    this.#set(before.seq, row);
  }

  remove(before: StoredRow): void {
    this.#oldState.push({ row: before, until: this.nextVersion });
    this.#rows.delete(before.id);
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
