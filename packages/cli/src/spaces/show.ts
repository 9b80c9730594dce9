import type { Space, Statistics } from '@meridian/client';
import { emphasized, table, visible } from '../terminal/table.ts';
import { grouped, minute, size } from '../terminal/words.ts';
import { importFacts } from './import-facts.ts';

/** Properties and tags shown; the rest is counted. */
const SHOWN = 20;

export function describeSpace(space: Space, statistics: Statistics): string {
  const { count, byteSize, bbox, geometryTypes, properties, tags } = statistics;
  const facts: [string, string | undefined][] = [
    ['Title', space.title],
    ['Description', space.description],
    ['Licence', textOf(space.license)],
    ['Is', [space.shared && 'shared', space.readOnly && 'read-only'].filter(Boolean).join(', ')],
    ['Created', minute(space.createdAt)],
    ['Changed', minute(space.contentUpdatedAt)],
    ['Features', `${grouped(count.value)}, ${size(byteSize.value)}`],
    ['Geometries', geometryTypes.value.join(', ')],
    ['Lies within', bbox.value.join(', ')],
    ...(space.import ? importFacts(space.import) : []),
  ];
  const lines = facts
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name.padEnd(12)} ${visible(value!)}\n`);
  return [
    `${emphasized(space.id)}\n`,
    ...lines,
    listed(
      ['PROPERTY', 'FEATURES', 'TYPE'],
      properties.value.map(({ key, count, datatype }) => [key, grouped(count), datatype]),
    ),
    listed(
      ['TAG', 'FEATURES'],
      tags.value.map(({ key, count }) => [key, grouped(count)]),
    ),
  ].join('');
}

function listed(head: string[], rows: string[][]): string {
  if (rows.length === 0) return '';
  const more = rows.length > SHOWN ? `… and ${rows.length - SHOWN} more\n` : '';
  return `\n${table(head, rows.slice(0, SHOWN), { right: [1] })}${more}`;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
