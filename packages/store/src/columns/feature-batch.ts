import { boxOf, isEmptyBBox } from '@meridian/geo';
import type { StoredFeature } from '../model/query/match.ts';
import type { FeaturePath } from '../model/query/query.ts';
import { type Batch, type Column, requireColumn } from './batch.ts';
import { ColumnBuilder } from './column-builder.ts';

/** A stored feature and its insertion number. */
export type PlacedFeature = { seq: number; feature: StoredFeature };

/** A batch of features that were read as rows, with the columns of these paths. */
export function batchOf(placed: readonly PlacedFeature[], paths: readonly FeaturePath[]): Batch {
  const columns = new Map(paths.map((path) => [keyOf(path), columnOf(placed, path)]));
  let boxes: Float64Array | undefined;
  return {
    rows: placed.length,
    positions: Float64Array.from(placed, ({ seq }) => seq),
    get boxes() {
      boxes ??= boxesOf(placed);
      return boxes;
    },
    column: (path) => requireColumn(columns.get(keyOf(path)), path),
  };
}

function columnOf(placed: readonly PlacedFeature[], path: FeaturePath): Column {
  const builder = new ColumnBuilder(placed.length);
  for (const [row, { feature }] of placed.entries()) builder.set(row, feature.valueAt(path));
  return builder.column();
}

function keyOf({ root, path }: FeaturePath): string {
  return JSON.stringify([root, ...path]);
}

function boxesOf(placed: readonly PlacedFeature[]): Float64Array {
  const boxes = new Float64Array(4 * placed.length).fill(Number.NaN);
  for (const [row, { feature }] of placed.entries()) {
    const box = feature.geometry && boxOf(feature.geometry);
    if (box && !isEmptyBBox(box)) boxes.set([box.west, box.south, box.east, box.north], 4 * row);
  }
  return boxes;
}
