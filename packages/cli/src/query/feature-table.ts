import { type Feature, NAMESPACE } from '@meridian/client';
import { table, terminalWidth } from '../terminal/table.ts';

/** Columns of properties on a terminal of 80 characters that can still be read. */
const COLUMNS = 6;

/** Features as rows: id, geometry, and the properties that most of them have. */
export function featureTable(features: readonly Feature[], selected: readonly string[] | undefined): string {
  if (features.length === 0) return 'Nothing found.\n';
  const names = selected ?? commonProperties(features);
  const isNumeric = (name: string) =>
    features.every(({ properties }) => isNumber(memberOf(properties, name)));
  const right = names.flatMap((name, i) => (isNumeric(name) ? [i + 2] : []));
  const rows = features.map(({ id, geometry, properties }) => [
    id,
    geometry?.type ?? 'none',
    ...names.map((name) => textOf(memberOf(properties, name))),
  ]);
  return table(['ID', 'GEOMETRY', ...names], rows, { width: terminalWidth(), right });
}

function commonProperties(features: readonly Feature[]): string[] {
  const counts = new Map<string, number>();
  for (const { properties } of features)
    for (const name of Object.keys(properties))
      if (name !== NAMESPACE) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, COLUMNS)
    .map(([name]) => name);
}

function memberOf(properties: object, name: string): unknown {
  const path = name.replace(/^[pf]\./, '').split('.');
  let value: unknown = properties;
  for (const member of path)
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, member)
        ? (value as Record<string, unknown>)[member]
        : undefined;
  return value;
}

function isNumber(value: unknown): boolean {
  return value === undefined || typeof value === 'number';
}

function textOf(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
