import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { BBox } from '@meridian/geo';
import { Cells } from './cells.ts';
import { Insertion } from './insertion.ts';
import { roundedDown, roundedUp } from './node-format.ts';
import { NodeTables } from './node-tables.ts';

/** For fewer boxes, SQLite's own way costs less. */
const WORTH_IT = 32;
/** So many are collected at most. */
const MAX_COLLECTED = 20_000;

/**
 * The R*Tree of a space, as its writer fills it. Boxes are collected and put into it together: SQLite, which inserts one after
 * the other, reads and writes a leaf for each. The result is a tree as SQLite makes them, in its tables and its format.
 */
export class BoxTree {
  readonly #tables: NodeTables;
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;
  readonly #seqs: number[] = [];
  readonly #boxes: BBox[] = [];

  constructor(database: DatabaseSync) {
    this.#tables = new NodeTables(database);
    this.#insert = database.prepare('INSERT INTO box VALUES (?, ?, ?, ?, ?)');
    this.#delete = database.prepare('DELETE FROM box WHERE seq = ?');
  }

  /** Inside a transaction. */
  add(seq: number, box: BBox): void {
    if (this.#seqs.length >= MAX_COLLECTED) this.flush();
    this.#seqs.push(seq);
    this.#boxes.push(box);
  }

  /** One that is not among those collected. */
  remove(seq: number): void {
    this.#tables.forget();
    this.#delete.run(seq);
  }

  /** Writes what was collected. Inside a transaction. */
  flush(): void {
    if (this.#seqs.length >= WORTH_IT) this.#insertTogether();
    else if (this.#seqs.length > 0) this.#insertOneByOne();
    this.#seqs.length = this.#boxes.length = 0;
  }

  /** What was done since the last commit is undone, or others have changed the tree, or nothing is written for now. */
  forget(): void {
    this.#seqs.length = this.#boxes.length = 0;
    this.#tables.forget();
  }

  #insertOneByOne(): void {
    this.#tables.forget();
    this.#boxes.forEach(({ west, south, east, north }, i) => {
      this.#insert.run(this.#seqs[i]!, west, east, south, north);
    });
  }

  #insertTogether(): void {
    const cells = new Cells(this.#seqs.length);
    this.#boxes.forEach(({ west, south, east, north }, i) => {
      cells.add(this.#seqs[i]!, roundedDown(west), roundedUp(east), roundedDown(south), roundedUp(north));
    });
    this.#tables.write(() => new Insertion(this.#tables, cells).run());
  }
}
