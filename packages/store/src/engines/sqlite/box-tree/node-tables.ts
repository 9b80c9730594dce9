import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** So many pairs go into a statement. */
const PAIRS = 32;
/** The result code of SQLite for a damaged file. */
const CORRUPT = 11;

/** So many nodes are kept in memory: 20 MB, those of half a million features. */
const MAX_KEPT = 16_384;

/** Nodes of the tree that was written last on this thread: a load comes back to them. */
let kept: { tables: NodeTables; nodes: Map<number, Uint8Array> } | undefined;

/** The tables that SQLite keeps an R*Tree in: its nodes, the leaf of each feature, and the parent of each node. */
export class NodeTables {
  readonly #database: DatabaseSync;
  readonly #get: StatementSync;
  readonly #last: StatementSync;
  #writing: { put: StatementSync; leaves: PairStatements; parents: PairStatements } | undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#get = database.prepare('SELECT data FROM box_node WHERE nodeno = ?');
    this.#last = database.prepare('SELECT max(nodeno) AS last FROM box_node');
  }

  /** SQLite guards the tables of its indexes against being written by hand; only while `work` runs they may be. */
  write(work: () => void): void {
    this.#database.enableDefensive(false);
    try {
      this.#writing ??= {
        put: this.#database.prepare('INSERT OR REPLACE INTO box_node VALUES (?, ?)'),
        leaves: new PairStatements(this.#database, 'box_rowid'),
        parents: new PairStatements(this.#database, 'box_parent'),
      };
      work();
    } finally {
      this.#database.enableDefensive(true);
    }
  }

  get last(): number {
    return this.#last.get()!.last as number;
  }

  /** Not a copy: who changes it has to put it back. */
  get(node: number): Uint8Array {
    return (kept?.tables === this && kept.nodes.get(node)) || this.#read(node);
  }

  put(node: number, data: Uint8Array): void {
    this.#writing!.put.run(node, data);
    if (kept?.tables !== this || kept.nodes.size >= MAX_KEPT) kept = { tables: this, nodes: new Map() };
    kept.nodes.set(node, data);
  }

  /** The tables were changed by others, a change was undone, or there is nothing more to write for now. */
  forget(): void {
    if (kept?.tables === this) kept = undefined;
  }

  #read(node: number): Uint8Array {
    const row = this.#get.get(node);
    if (!row) throw Object.assign(new Error(`the index of boxes has no node ${node}`), { errcode: CORRUPT });
    return row.data as Uint8Array;
  }

  /** Pairs of a feature and its leaf. */
  putLeaves(pairs: readonly number[]): void {
    this.#writing!.leaves.put(pairs);
  }

  /** Pairs of a node and its parent. */
  putParents(pairs: readonly number[]): void {
    this.#writing!.parents.put(pairs);
  }
}

/** Writes rows of two numbers, many at a time. */
class PairStatements {
  readonly #many: StatementSync;
  readonly #one: StatementSync;

  constructor(database: DatabaseSync, table: string) {
    const rows = (count: number) => Array.from({ length: count }, () => '(?, ?)').join(', ');
    this.#many = database.prepare(`INSERT OR REPLACE INTO ${table} VALUES ${rows(PAIRS)}`);
    this.#one = database.prepare(`INSERT OR REPLACE INTO ${table} VALUES ${rows(1)}`);
  }

  put(pairs: readonly number[]): void {
    let at = 0;
    for (; at + 2 * PAIRS <= pairs.length; at += 2 * PAIRS)
      this.#many.run(...pairs.slice(at, at + 2 * PAIRS));
    for (; at < pairs.length; at += 2) this.#one.run(pairs[at]!, pairs[at + 1]!);
  }
}
