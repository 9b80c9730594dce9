import assert from 'node:assert/strict';
import type { Command } from './commands.write.ts';
import { expectSame, expectStatus } from './expect.ts';
import { at, type Json, type JsonObject, member } from './json.ts';
import type { Real } from './real.ts';
import type { SpaceModel } from './space.ts';
import { statisticsOf } from './statistics.ts';

export class StatisticsCommand implements Command {
  check(): boolean {
    return true;
  }

  async run(space: SpaceModel, real: Real): Promise<void> {
    const { body, ...response } = await real.read('/statistics');
    expectStatus({ body, ...response }, 200);
    const expected = statisticsOf(space.entries.values());
    assert.equal(body.type, 'StatisticsResponse');
    expectExactly(body, 'count', expected.count);
    expectExactly(body, 'bbox', [...expected.bbox]);
    expectExactly(body, 'geometryTypes', [...expected.geometryTypes], (types) => [...list(types)].sort());
    expectExactly(body, 'tags', counts(expected.tags), countsByKey);
    expectExactly(body, 'properties', counts(expected.properties), countsByKey);
    assert.equal(at(body, ['properties', 'searchable']), 'ALL');
    expectSame(body.dataSize, body.byteSize, 'dataSize and byteSize');
  }

  toString(): string {
    return 'GET statistics';
  }
}

/** A figure that calls itself estimated may be off; a small space has no reason to estimate. */
function expectExactly(
  body: JsonObject,
  name: string,
  expected: Json,
  read: (value: Json | undefined) => Json = (value) => value ?? null,
): void {
  assert.equal(at(body, [name, 'estimated']), false, `${name} of a small space is exact`);
  expectSame(read(at(body, [name, 'value'])), expected, name);
}

function list(value: Json | undefined): Json[] {
  assert.ok(Array.isArray(value), `not an array: ${JSON.stringify(value)}`);
  return value;
}

function counts(map: ReadonlyMap<string, number>): Json {
  return [...map].map(([key, count]) => `${key}: ${count}`).sort();
}

/** A key whose values are of several types may come once per type: its counts add up. */
function countsByKey(value: Json | undefined): Json {
  const sums = new Map<string, number>();
  for (const item of list(value)) {
    const key = String(member(item, 'key'));
    sums.set(key, (sums.get(key) ?? 0) + Number(member(item, 'count')));
  }
  return counts(sums);
}
