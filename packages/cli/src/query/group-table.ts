import type { Aggregate } from '@meridian/client';
import { table, terminalWidth } from '../terminal/table.ts';
import { grouped } from '../terminal/words.ts';

/** Groups as rows: keys, count, measures; and how many there are in all. */
export function groupTable({ groups, groupCount, count }: Aggregate): string {
  const keys = Object.keys(groups[0]?.key ?? {});
  const measures = Object.keys(groups[0] ?? {}).filter((name) => name !== 'key' && name !== 'count');
  const rows = groups.map((group) => [
    ...keys.map((name) => textOf(group.key[name])),
    grouped(group.count),
    ...measures.map((name) => textOf(group[name])),
  ]);
  const right = [keys.length, ...measures.map((_, i) => keys.length + 1 + i)];
  const shown =
    groups.length < groupCount ? `${grouped(groups.length)} of ${grouped(groupCount)}` : grouped(groupCount);
  const total = `${shown} groups of ${grouped(count)} features\n`;
  return table([...keys, 'COUNT', ...measures], rows, { width: terminalWidth(), right }) + total;
}

/** A class from one limit to another is written so: `10 – 20`. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value !== 'object') return String(value);
  const { from, to } = value as { from?: unknown; to?: unknown };
  if (from === undefined && to === undefined) return JSON.stringify(value);
  if (from === undefined) return `< ${to}`;
  return to === undefined ? `≥ ${from}` : `${from} – ${to}`;
}
