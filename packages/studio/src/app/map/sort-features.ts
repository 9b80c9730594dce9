import type { Feature } from '@meridian/client';
import { valueAt } from './value-at.ts';

export type Sorting = { column: string; isId: boolean; isDescending: boolean };

const collator = new Intl.Collator('en', { numeric: true });
/** What lies further back decides the order of nobody's table. */
const COMPARED = 200;

/** Numbers by size, then texts; what has no value comes last, whichever the direction. */
export function sortFeatures(features: readonly Feature[], sorting: Sorting | undefined): readonly Feature[] {
  if (!sorting) return features;
  const { column, isId, isDescending } = sorting;
  const keyed = features.map((feature) => ({
    feature,
    key: isId ? feature.id : keyOf(valueAt(feature.properties, column)),
  }));
  const direction = isDescending ? -1 : 1;
  keyed.sort((a, b) => {
    if (a.key === undefined || b.key === undefined) return a.key === b.key ? 0 : a.key === undefined ? 1 : -1;
    return direction * compare(a.key, b.key);
  });
  return keyed.map(({ feature }) => feature);
}

function keyOf(value: unknown): string | number | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'number' ? value : String(value).slice(0, COMPARED);
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === typeof b) return collator.compare(a as string, b as string);
  return typeof a === 'number' ? -1 : 1;
}
