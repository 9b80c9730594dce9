import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import { exactInteger } from '../json.ts';
import { base64Of } from '../tabular/base64.ts';
import type { ColumnRole } from '../tabular/column-names.ts';
import type { Cell } from '../tabular/row.ts';
import type { ColumnType } from './layout.ts';

export type Column = { name: string; type: ColumnType; role: ColumnRole };

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** The values of a feature: number of the column, value, number of the next column, … */
export function cellsOf(bytes: Uint8Array, columns: Column[]): Cell[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const cells: Cell[] = [];
  let at = 0;
  const take = (length: number): number => {
    at += length;
    return at - length;
  };
  const sized = (): Uint8Array => {
    const length = view.getUint32(take(4), true);
    if (at + length > bytes.length) throw new RangeError('a value leads out of the properties');
    return bytes.subarray(take(length), at);
  };
  while (at < bytes.length) {
    const index = view.getUint16(take(2), true);
    const column = columns[index];
    if (column === undefined)
      throw new GeometryFormatError(`has a value for column ${index}, which does not exist`);
    const { role, type } = column;
    cells.push({ role, isJson: type === 'Json', value: readValue(type, view, take, sized) });
  }
  return cells;
}

function readValue(
  type: ColumnType,
  view: DataView,
  take: (length: number) => number,
  sized: () => Uint8Array,
): unknown {
  switch (type) {
    case 'Byte':
      return view.getInt8(take(1));
    case 'UByte':
      return view.getUint8(take(1));
    case 'Bool':
      return view.getUint8(take(1)) !== 0;
    case 'Short':
      return view.getInt16(take(2), true);
    case 'UShort':
      return view.getUint16(take(2), true);
    case 'Int':
      return view.getInt32(take(4), true);
    case 'UInt':
      return view.getUint32(take(4), true);
    case 'Long':
      return exactInteger(String(view.getBigInt64(take(8), true)));
    case 'ULong':
      return exactInteger(String(view.getBigUint64(take(8), true)));
    case 'Float':
      return finite(view.getFloat32(take(4), true));
    case 'Double':
      return finite(view.getFloat64(take(8), true));
    case 'String':
    case 'Json':
    case 'DateTime':
      return utf8.decode(sized());
    case 'Binary':
      return base64Of(sized());
  }
}

/** JSON has no NaN. */
function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}
