import assert from 'node:assert/strict';
import type { Query } from './arbitrary.query.ts';
import type { Command } from './commands.write.ts';
import { expectFeatures, featuresOf } from './expect.ts';
import { type Json, member } from './json.ts';
import { find } from './reads.ts';
import type { Real } from './real.ts';
import type { SpaceModel } from './space.ts';

async function page(
  real: Real,
  query: string,
  handle: Json | undefined,
): Promise<{ features: Json[]; next?: Json }> {
  const response = await real.read(`/iterate?${query}${handle === undefined ? '' : `&handle=${handle}`}`);
  const features = featuresOf(response);
  const next = response.body.handle;
  assert.equal(response.body.nextPageToken, next, 'nextPageToken carries the same value');
  if (next === undefined) return { features };
  assert.match(String(next), /^\d+$/, 'the handle is a decimal string');
  return { features, next };
}

async function allPages(real: Real, query: string, limit: number): Promise<Json[]> {
  const found: Json[] = [];
  let handle: Json | undefined;
  do {
    const { features, next } = await page(real, `${query}&limit=${limit}`, handle);
    assert.ok(features.length <= limit, 'a page holds at most limit features');
    assert.ok(next === undefined || features.length === limit, 'a page with a handle is full');
    assert.ok(handle === undefined || features.length > 0, 'a handle is only given while more follows');
    found.push(...features);
    handle = next;
  } while (handle !== undefined);
  return found;
}

/** The whole space, page by page, with nothing written in between. */
export class IterateCommand implements Command {
  readonly query: Query;
  readonly limit: number;

  constructor(query: Query, limit: number) {
    this.query = query;
    this.limit = limit;
  }

  check(): boolean {
    return true;
  }

  async run(space: SpaceModel, real: Real): Promise<void> {
    const found = await allPages(real, this.query.text, this.limit);
    expectFeatures(found, find(space, this.query), space, this.query);
  }

  toString(): string {
    return `GET iterate by ${this.limit} ${this.query.text}`;
  }
}

/** `part=1,n` … `part=n,n` together are the space, each feature once. */
export class PartsCommand implements Command {
  readonly parts: number;
  readonly limit: number;

  constructor(parts: number, limit: number) {
    this.parts = parts;
    this.limit = limit;
  }

  check(): boolean {
    return true;
  }

  async run(space: SpaceModel, real: Real): Promise<void> {
    const ids: string[] = [];
    for (let part = 1; part <= this.parts; part += 1) {
      const found = await allPages(real, `part=${part},${this.parts}`, this.limit);
      const own = found.map((feature) => String(member(feature, 'id')));
      const inOrder = [...space.entries.keys()].filter((id) => own.includes(id));
      assert.deepEqual(own, inOrder, `part ${part} is in insertion order`);
      ids.push(...own);
    }
    assert.deepEqual(ids.sort(), [...space.entries.keys()].sort(), 'the parts make the whole');
  }

  toString(): string {
    return `GET iterate in ${this.parts} parts by ${this.limit}`;
  }
}

/** `sort=p.rank`: by value, those without one last, equal ones in insertion order. */
export class SortedCommand implements Command {
  readonly direction: 'asc' | 'desc';
  readonly limit: number;

  constructor(direction: 'asc' | 'desc', limit: number) {
    this.direction = direction;
    this.limit = limit;
  }

  check(): boolean {
    return true;
  }

  async run(space: SpaceModel, real: Real): Promise<void> {
    const found = await allPages(real, `sort=p.rank:${this.direction}`, this.limit);
    const sign = this.direction === 'asc' ? 1 : -1;
    const ranked = [...space.entries.values()].map((entry) => ({
      entry,
      rank: member(entry.properties, 'rank'),
    }));
    const have = ranked.filter(({ rank }) => typeof rank === 'number');
    const rest = ranked.filter(({ rank }) => typeof rank !== 'number');
    have.sort((one, other) => sign * (Number(one.rank) - Number(other.rank)));
    expectFeatures(
      found,
      [...have, ...rest].map(({ entry }) => entry),
      space,
    );
  }

  toString(): string {
    return `GET iterate sorted ${this.direction} by ${this.limit}`;
  }
}
