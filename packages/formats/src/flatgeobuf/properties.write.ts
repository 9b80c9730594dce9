import { isExactNumber } from '../json.ts';
import type { FeatureParts, TableColumn, ValueType } from '../tabular/schema.ts';
import { joined } from '../text/byte-reader.ts';

const encoder = new TextEncoder();

/** Number of the column (two bytes), value, and so on; columns without a value are left out. */
export function propertiesOf(parts: FeatureParts, columns: TableColumn[]): Uint8Array {
  const written: Uint8Array[] = [];
  for (const [i, { type, pick }] of columns.entries()) {
    const value = pick(parts);
    if (value !== undefined) written.push(cell(i, value, type));
  }
  return joined(written);
}

function cell(column: number, value: unknown, type: ValueType): Uint8Array {
  const text = type === 'text' || type === 'json' ? encoder.encode(value as string) : undefined;
  const bytes = new Uint8Array(2 + (text === undefined ? (type === 'boolean' ? 1 : 8) : 4 + text.length));
  const view = new DataView(bytes.buffer);
  view.setUint16(0, column, true);
  if (text !== undefined) {
    view.setUint32(2, text.length, true);
    bytes.set(text, 6);
  } else if (type === 'boolean') bytes[2] = value === true ? 1 : 0;
  else if (type === 'integer')
    view.setBigInt64(2, BigInt(isExactNumber(value) ? value.rawJSON : (value as number)), true);
  else view.setFloat64(2, value as number, true);
  return bytes;
}
