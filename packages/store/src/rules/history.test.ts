import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../../testing/effort.ts';
import { seed } from '../contract/seed.ts';
import { CHANGES } from '../model/query/query.ts';
import { beginning, expired, SUPERSEDED, VersionChanges } from './history.ts';

/** Features by id, as a version finds them and as writes leave them. */
class Table {
  readonly notes = new Map<string, { change: number; seq: number; id: string }>();
  readonly #before: ReadonlyMap<string, number>;
  readonly now: Map<string, number>;
  readonly #changes: VersionChanges;
  /** Positions whose state of before has been retained. */
  readonly ended = new Set<number>();
  #last: number;

  constructor(ids: readonly string[]) {
    this.#before = new Map(ids.map((id, i) => [id, i + 1]));
    this.now = new Map(this.#before);
    this.#last = ids.length;
    const key = (change: number, seq: number) => `${change} ${seq}`;
    this.#changes = new VersionChanges({
      note: (change, seq, id) => void this.notes.set(key(change, seq), { change, seq, id }),
      strike: (change, seq) => this.notes.delete(key(change, seq)),
      endState: (seq, id) => {
        if (this.#before.get(id) !== seq || this.ended.has(seq)) return false;
        this.ended.add(seq);
        return true;
      },
    });
    this.#changes.begin();
  }

  put(id: string): void {
    const seq = this.now.get(id);
    if (seq !== undefined) return this.#changes.replacing(seq, id);
    this.now.set(id, ++this.#last);
    this.#changes.inserted(this.#last, id);
  }

  remove(id: string): void {
    const seq = this.now.get(id);
    if (seq === undefined) return;
    this.#changes.removing(seq, id);
    this.now.delete(id);
  }

  /** What readers are told of. */
  get told(): Record<string, string> {
    const told = [...this.notes.values()].filter(({ change }) => change !== SUPERSEDED);
    assert.equal(new Set(told.map(({ id }) => id)).size, told.length, 'each feature is told of once');
    return Object.fromEntries(told.map(({ change, id }) => [id, CHANGES[change - 1]!]));
  }
}

describe('the changes of a version', () => {
  const cases: [what: string, steps: string[], told: Record<string, string>][] = [
    ['an insert', ['+new'], { new: 'inserted' }],
    ['an update', ['+old'], { old: 'updated' }],
    ['two updates', ['+old', '+old'], { old: 'updated' }],
    ['a deletion', ['-old'], { old: 'deleted' }],
    ['what was updated and deleted', ['+old', '-old'], { old: 'deleted' }],
    ['what came and went', ['+new', '-new'], {}],
    ['what went and came back', ['-old', '+old'], { old: 'updated' }],
    ['what went, came back and went again', ['-old', '+old', '-old'], { old: 'deleted' }],
  ];
  for (const [what, steps, told] of cases)
    test(`tell of ${what}`, () => {
      const table = new Table(['old']);
      for (const step of steps) step.startsWith('+') ? table.put(step.slice(1)) : table.remove(step.slice(1));
      assert.deepEqual(table.told, told);
    });

  test(`lead from what was there before to what is there now (seed ${seed})`, () => {
    const ids = ['a', 'b', 'c', 'd'];
    const step = fc.tuple(fc.boolean(), fc.constantFrom(...ids));
    fc.assert(
      fc.property(fc.subarray(ids), fc.array(step, { maxLength: 20 }), (before, steps) => {
        const table = new Table(before);
        for (const [isPut, id] of steps) isPut ? table.put(id) : table.remove(id);
        const { told } = table;
        for (const id of ids) {
          const [was, is] = [before.includes(id), table.now.has(id)];
          const isTouched = steps.some(([, one]) => one === id);
          const expected = was
            ? is
              ? isTouched
                ? 'updated'
                : undefined
              : 'deleted'
            : is
              ? 'inserted'
              : undefined;
          assert.equal(told[id], expected, id);
        }
      }),
      { seed, numRuns: randomCases(500) },
    );
  });
});

test('old versions expire when there are more than are to be retained', () => {
  const extent = beginning(4);
  assert.deepEqual(extent, { began: 4, oldest: 4 });
  assert.equal(expired(extent, 6, 3), extent);
  assert.deepEqual(expired(extent, 7, 3), { began: 4, oldest: 5 });
  assert.deepEqual(beginning(0), { began: 0, oldest: 1 });
});
