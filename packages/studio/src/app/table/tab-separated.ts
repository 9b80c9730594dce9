import type { Feature } from '@meridian/client';
import { valueAt } from '../map/value-at.ts';

/** Rows as spreadsheets paste them: the id and these properties, with a line of names. */
export function tabSeparated(features: readonly Feature[], columns: readonly string[]): string {
  const rows = features.map(({ id, properties }) => [
    id,
    ...columns.map((column) => toText(valueAt(properties, column))),
  ]);
  return [['id', ...columns], ...rows].map((row) => row.map(toCell).join('\t')).join('\n');
}

function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What would end the cell or the row is quoted. */
function toCell(text: string): string {
  return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
