import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import type { BBox } from '@meridian/geo';
import { transaction } from '../database.ts';
import { EMPTY_BOXES } from '../schema.ts';
import { BoxTree } from './box-tree.ts';

const createTree = (name: string) =>
  `CREATE VIRTUAL TABLE ${name} USING rtree(seq, west, east, south, north)`;

/** Numbers from 0 to 1, the same ones every time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

type Shape = (random: () => number) => BBox;

const shapes: Record<string, Shape> = {
  points: (random) => boxAt(random() * 360 - 180, random() * 180 - 90, 0, 0),
  'boxes of all sizes': (random) => {
    const size = random() ** 8 * 60;
    return boxAt(random() * 300 - 180, random() * 120 - 90, size, size * random());
  },
  'one place': () => boxAt(8.123_456_7, 50.1, 0, 0),
  'a line along a meridian': (random) => boxAt(-0.1, random() * 100 - 50, 0, 0.01),
};

function boxAt(west: number, south: number, width: number, height: number): BBox {
  return { west, south, east: west + width, north: south + height };
}

/** A tree, and one that SQLite has made of the same boxes. */
class Checked {
  readonly database = new DatabaseSync(':memory:');
  readonly tree: BoxTree;
  #seq = 0;

  constructor() {
    this.database.exec(createTree('box'));
    this.database.exec(createTree('twin'));
    this.tree = new BoxTree(this.database);
  }

  insert(count: number, shape: Shape, random: () => number): void {
    const insert = this.database.prepare('INSERT INTO twin VALUES (?, ?, ?, ?, ?)');
    transaction(this.database, () => {
      for (let i = 0; i < count; i++) {
        const box = shape(random);
        this.tree.add(++this.#seq, box);
        insert.run(this.#seq, box.west, box.east, box.south, box.north);
      }
      this.tree.flush();
    });
  }

  remove(share: number, random: () => number): void {
    const seqs = this.database.prepare('SELECT seq FROM twin ORDER BY seq').all();
    const removed = seqs.map(({ seq }) => seq as number).filter(() => random() < share);
    const remove = this.database.prepare('DELETE FROM twin WHERE seq = ?');
    transaction(this.database, () => {
      for (const seq of removed) {
        this.tree.remove(seq);
        remove.run(seq);
      }
    });
  }

  /** SQLite finds nothing wrong with the tree, and the same in it as in its own. */
  check(random: () => number): void {
    assert.equal(this.database.prepare("SELECT rtreecheck('box') AS result").get()!.result, 'ok');
    const [found, expected] = ['box', 'twin'].map((name) =>
      this.database.prepare(
        `SELECT * FROM ${name} WHERE west <= ? AND east >= ? AND south <= ? AND north >= ? ORDER BY seq`,
      ),
    );
    for (let i = 0; i < 40; i++) {
      const { west, south, east, north } = anyArea(random);
      assert.deepEqual(found!.all(east, west, north, south), expected!.all(east, west, north, south));
    }
    assert.deepEqual(found!.all(180, -180, 90, -90), expected!.all(180, -180, 90, -90));
  }
}

function anyArea(random: () => number): BBox {
  return boxAt(random() * 360 - 180, random() * 180 - 90, random() ** 3 * 90, random() ** 3 * 90);
}

describe('boxes that are put into an R*Tree together', () => {
  for (const [name, shape] of Object.entries(shapes))
    test(`${name}: are found, also among changes by SQLite itself`, () => {
      const random = randomFrom(name.length);
      const checked = new Checked();
      for (const count of [40, 1, 700, 30, 1500]) {
        checked.insert(count, shape, random);
        checked.check(random);
      }
      checked.remove(0.4, random);
      checked.check(random);
      checked.insert(300, shape, random);
      checked.remove(0.95, random);
      checked.check(random);
      checked.insert(1000, shape, random);
      checked.check(random);
    });

  test('fill several levels of an empty tree at once', () => {
    const random = randomFrom(5);
    const checked = new Checked();
    checked.insert(12_000, shapes.points!, random);
    checked.check(random);
  });

  test('go into a tree that was created again', () => {
    const random = randomFrom(11);
    const checked = new Checked();
    checked.insert(200, shapes.points!, random);
    checked.tree.forget();
    checked.database.exec(EMPTY_BOXES);
    checked.database.exec('DELETE FROM twin');
    checked.insert(200, shapes.points!, random);
    checked.check(random);
  });

  test('leave nothing behind where they are undone', () => {
    const random = randomFrom(13);
    const checked = new Checked();
    checked.insert(200, shapes.points!, random);
    assert.throws(() =>
      transaction(checked.database, () => {
        for (let i = 0; i < 500; i++) checked.tree.add(10_000 + i, shapes.points!(random));
        checked.tree.flush();
        throw new Error('undone');
      }),
    );
    checked.tree.forget();
    checked.check(random);
    checked.insert(200, shapes.points!, random);
    checked.check(random);
  });

  test('are the only way past the guard of the tables', () => {
    const checked = new Checked();
    checked.insert(100, shapes.points!, randomFrom(17));
    assert.throws(() => checked.database.exec('DELETE FROM box_rowid'), /may not be modified/);
  });
});
