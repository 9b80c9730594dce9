import assert from 'node:assert/strict';
import type { Query } from './arbitrary.query.ts';
import type { Command } from './commands.write.ts';
import { expectFeature, expectFeatures, expectSame, expectStatus, featuresOf } from './expect.ts';
import type { Json } from './json.ts';
import { byIds, find, type Shape } from './reads.ts';
import type { Real } from './real.ts';
import type { SpaceModel } from './space.ts';

type SpelledShape = Shape & { readonly text: string };

export class ReadOneCommand implements Command {
  readonly id: string;
  readonly shape: SpelledShape;

  constructor(id: string, shape: SpelledShape) {
    this.id = id;
    this.shape = shape;
  }

  check(): boolean {
    return true;
  }

  async run(space: SpaceModel, real: Real): Promise<void> {
    const response = await real.read(`/features/${encodeURIComponent(this.id)}?${this.shape.text}`);
    const entry = space.entries.get(this.id);
    if (!entry) return expectStatus(response, 404);
    expectStatus(response, 200);
    expectFeature(response.body, entry, space, this.shape);
  }

  toString(): string {
    return `GET one ${this.id} ${this.shape.text}`;
  }
}

export class ReadManyCommand implements Command {
  readonly ids: readonly string[];
  readonly shape: SpelledShape;

  constructor(ids: readonly string[], shape: SpelledShape) {
    this.ids = ids;
    this.shape = shape;
  }

  check(): boolean {
    return true;
  }

  async run(space: SpaceModel, real: Real): Promise<void> {
    const ids = this.ids.map((id) => `id=${encodeURIComponent(id)}`);
    const response = await real.read(`/features?${[...ids, this.shape.text].join('&')}`);
    expectFeatures(featuresOf(response), byIds(space, this.ids), space, this.shape);
  }

  toString(): string {
    return `GET many ${this.ids} ${this.shape.text}`;
  }
}

export class SearchCommand implements Command {
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
    const response = await real.read(`/search?limit=${this.limit}&${this.query.text}`);
    const found = find(space, this.query);
    expectFeatures(featuresOf(response), found.slice(0, this.limit), space, this.query);
    assert.equal(response.body.partial, found.length > this.limit ? true : undefined, 'partial');
  }

  toString(): string {
    return `GET search limit ${this.limit} ${this.query.text}`;
  }
}

export class CountCommand implements Command {
  readonly query: Query;

  constructor(query: Query) {
    this.query = query;
  }

  check(): boolean {
    return true;
  }

  async run(space: SpaceModel, real: Real): Promise<void> {
    const response = await real.read(`/count?${this.query.text}`);
    expectStatus(response, 200);
    const expected: Json = { type: 'CountResponse', count: find(space, this.query).length, estimated: false };
    expectSame(response.body, expected, 'count');
  }

  toString(): string {
    return `GET count ${this.query.text}`;
  }
}
