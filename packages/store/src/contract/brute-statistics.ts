import assert from 'node:assert/strict';
import { compareCodePoints } from '@meridian/filter';
import { type BBox, emptyBBox, extend, type Geometry, isEmptyBBox, isTakenApart } from '@meridian/geo';
import { isRawNumber } from '../model/json/exact-json.ts';
import { isObject, type JsonObject } from '../model/json/own.ts';
import type { Statistics } from '../model/results.ts';
import { MAX_LISTED_CHARS } from '../model/statistics/stats-delta.ts';
import { servedFeature } from './stored-text.ts';

type Counted = Map<string, Map<string, number>>;

/** Holds statistics against all features of a space, looked at one by one. */
export function assertStatistics(found: Statistics, texts: string[]): void {
  const box = emptyBBox();
  const types = new Set<string>();
  let without = 0;
  const tags = new Map<string, number>();
  const properties: Counted = new Map();
  for (const { feature } of texts.map(servedFeature)) {
    if (feature.geometry) types.add(feature.geometry.type);
    else without++;
    growBy(box, feature.geometry);
    for (const tag of feature.tags.filter(({ length }) => length <= MAX_LISTED_CHARS))
      tags.set(tag, (tags.get(tag) ?? 0) + 1);
    countLeaves(feature.properties, '', properties);
  }
  assert.equal(found.count, texts.length);
  assert.equal(
    found.bytes,
    texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
  );
  assert.deepEqual(found.extent, isEmptyBBox(box) ? undefined : { bbox: box, exact: true });
  assert.deepEqual(found.geometryTypes.toSorted(), [...types].sort());
  assert.equal(found.someWithoutGeometry, without > 0);
  assert.deepEqual(found.tags, {
    value: byCount([...tags].map(([key, count]) => ({ key, count }))),
    complete: true,
  });
  assertProperties(found.properties, properties);
}

function assertProperties({ value, complete }: Statistics['properties'], counted: Counted): void {
  assert.equal(complete, true);
  const totals = [...counted].map(([key, types]) => ({
    key,
    count: [...types.values()].reduce((a, b) => a + b),
  }));
  assert.deepEqual(
    value.map(({ key, count }) => ({ key, count })),
    byCount(totals),
  );
  for (const { key, datatype } of value) {
    const types = counted.get(key)!;
    assert.equal(types.get(datatype), Math.max(...types.values()), `${datatype} is the usual type of ${key}`);
  }
}

function byCount<T extends { key: string; count: number }>(entries: T[]): T[] {
  return entries.sort((a, b) => b.count - a.count || compareCodePoints(a.key, b.key));
}

function growBy(box: BBox, geometry: Geometry | null): void {
  if (geometry?.type === 'GeometryCollection') for (const member of geometry.geometries) growBy(box, member);
  else if (geometry?.type === 'Point') extend(box, geometry.coordinates[0], geometry.coordinates[1]);
  else if (geometry)
    for (const position of positionsOf(geometry.coordinates)) extend(box, position[0]!, position[1]!);
}

function positionsOf(nested: unknown[]): number[][] {
  if (typeof nested[0] === 'number') return [nested as number[]];
  return nested.flatMap((part) => positionsOf(part as unknown[]));
}

function countLeaves(properties: JsonObject, prefix: string, counted: Counted): void {
  for (const [name, value] of Object.entries(properties)) {
    // Names that are no Unicode text are listed as close to it as can be.
    const key = (prefix + name).toWellFormed();
    if (isObject(value) && isTakenApart(key) && Object.keys(value).length > 0)
      countLeaves(value, `${prefix}${name}.`, counted);
    else if (key.length <= MAX_LISTED_CHARS) {
      const types = counted.get(key) ?? new Map<string, number>();
      types.set(typeName(value), (types.get(typeName(value)) ?? 0) + 1);
      counted.set(key, types);
    }
  }
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (isRawNumber(value)) return 'number';
  return Array.isArray(value) ? 'array' : typeof value;
}
