import type { BlockTile } from '@meridian/geo';
import type { TileQuery } from '../../../model/query/query.ts';
import { type Cell, keysIn } from '../../../pyramid/tile-blocks/cell.ts';
import {
  cellsFor,
  isDrawable,
  isUsable,
  type KeptCell,
  TO_MAKE,
  WORTH_IT,
} from '../../../pyramid/tile-blocks/sheet-cells.ts';
import { drawableFrom, type KeptSheet, tileOf } from '../../../pyramid/tile-blocks/sheet-drawing.ts';
import { keptStatement } from '../kept-statements.ts';
import { pickedRows } from '../rows.ts';
import { SINCE } from '../schema.ts';
import type { SpaceReader } from '../space-reader.ts';

/** A tile that can be drawn from sheets; undefined where it must be drawn row by row. */
export function tileFromSheets(reader: SpaceReader, query: TileQuery): BlockTile | undefined {
  if (!isDrawable(query)) return undefined;
  return reader.snapshot(() => {
    const cells = reader.hasFormat(SINCE.sheets) ? cellsOf(reader, query) : undefined;
    if (!cells) {
      reader.wish = reader.size().count >= WORTH_IT ? 'sheets' : undefined;
      return undefined;
    }
    if (cells.some(({ state }) => state === TO_MAKE)) reader.wish = 'sheets';
    if (!isUsable(cells, query)) return undefined;
    const body = keptStatement(reader.database, 'SELECT others, bytes FROM sheet_body WHERE key = ?');
    const drawable = drawableFrom(cells.map(({ key }) => body.get(key) as KeptSheet));
    if (!drawable) return undefined;
    const { sheets, others } = drawable;
    return tileOf(query, sheets, [...pickedRows(reader, [{ seqs: others }])].flat());
  });
}

function cellsOf(reader: SpaceReader, query: TileQuery): KeptCell[] | undefined {
  const find = keptStatement(
    reader.database,
    'SELECT key, level, state, entries FROM sheet WHERE key <= ? ORDER BY key DESC LIMIT 1',
  );
  const list = keptStatement(
    reader.database,
    'SELECT key, level, state, entries FROM sheet WHERE key BETWEEN ? AND ?',
  );
  const within = (cell: Cell): KeptCell[] => {
    const first = find.get(cell.key) as KeptCell | undefined;
    if (!first) return [];
    if (first.level <= cell.level) return [first];
    return list.all(cell.key, cell.key + keysIn(cell.level) - 1) as KeptCell[];
  };
  const search = cellsFor<KeptCell>(query);
  let step = search.next();
  while (!step.done) step = search.next(step.value.map(within));
  return step.value;
}
