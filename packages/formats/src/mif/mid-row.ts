import { exactInteger } from '../json.ts';
import type { MifColumn } from './mif-header.ts';

/** The fields of a line: `1,"a ""b""",2.5`. */
export function fieldsOf(line: string, delimiter: string): string[] {
  const fields: string[] = [];
  let at = 0;
  while (at <= line.length) {
    if (line[at] === '"') {
      let text = '';
      for (at++; at < line.length; at++) {
        if (line[at] !== '"') text += line[at];
        else if (line[at + 1] === '"') text += line[++at];
        else break;
      }
      fields.push(text);
      const next = line.indexOf(delimiter, at);
      at = next < 0 ? line.length + 1 : next + 1;
    } else {
      const next = line.indexOf(delimiter, at);
      const end = next < 0 ? line.length : next;
      fields.push(line.slice(at, end));
      at = end + 1;
    }
  }
  return fields;
}

/** An empty field is no value, whatever the type. */
export function fieldValue(text: string, { type }: MifColumn): unknown {
  if (text === '') return undefined;
  const trimmed = text.trim();
  switch (type) {
    case 'integer':
    case 'smallint':
    case 'largeint':
      return /^[+-]?\d+$/.test(trimmed) ? exactInteger(String(BigInt(trimmed))) : text;
    case 'float':
    case 'decimal':
      return trimmed !== '' && Number.isFinite(Number(trimmed)) ? Number(trimmed) : text;
    case 'logical':
      return /^[TYty1]/.test(trimmed);
    case 'date':
      return trimmed.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
    case 'time':
      return trimmed.replace(
        /^(\d\d)(\d\d)(\d\d)(\d{3})?$/,
        (_all, h, m, s, ms) => `${h}:${m}:${s}${ms && ms !== '000' ? `.${ms}` : ''}`,
      );
    case 'datetime':
      return trimmed.replace(
        /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})?$/,
        (_all, y, mo, d, h, m, s, ms) =>
          `${y}-${mo}-${d}T${h}:${m}:${s}${ms && ms !== '000' ? `.${ms}` : ''}`,
      );
    default:
      return text;
  }
}
