import { MADE, type StoredCell } from '../../../pyramid/tile-blocks/block-cells.ts';
import { type Cell, keysIn } from '../../../pyramid/tile-blocks/cell.ts';
import type { StoredBlock } from '../../../pyramid/tile-blocks/draw-blocks.ts';
import type { Reading } from '../reading.ts';
import { numberArray } from '../text-key.ts';
import { TileBlockCache } from './tile-block-cache.ts';
import { blockTablesOf } from './tile-block-tables.ts';

/** As the table has it; `version`: of the content that the tile block was made of. */
type VersionedCell = StoredCell & { version: number };

/** Of this thread. What a map shows next is often on the tile blocks it has shown, and they are large. */
const MEMORY_BYTES = 32 * 1024 * 1024;
const memory = new TileBlockCache(MEMORY_BYTES);

/** Spaces that were seen to keep tile blocks, which they do from then on. */
const known = new Set<string>();
const MAX_KNOWN = 10_000;

export async function hasBlocks(reading: Reading): Promise<boolean> {
  if (known.has(reading.storageKey)) return true;
  const { hasTileBlocks } = await reading.content();
  if (known.size === MAX_KNOWN) known.clear();
  if (hasTileBlocks) known.add(reading.storageKey);
  return hasTileBlocks;
}

/** Of each cell, the one that it is part of, or those that it consists of. */
export async function readCells(reading: Reading, asked: readonly Cell[]): Promise<VersionedCell[][]> {
  const columns = 'key, level, state, entries, version';
  const { cells } = blockTablesOf(reading.storageKey);
  const rows = await reading.rows<VersionedCell & { nth: number }>(
    `SELECT asked.nth::int, ${columns} FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS asked (first, last, nth)
      CROSS JOIN LATERAL (
        (SELECT ${columns} FROM ${cells} WHERE key <= first ORDER BY key DESC LIMIT 1)
        UNION ALL (SELECT ${columns} FROM ${cells} WHERE key > first AND key <= last)
      ) AS stored ORDER BY asked.nth, key`,
    [
      numberArray(asked.map(({ key }) => key)),
      numberArray(asked.map(({ key, level }) => key + keysIn(level) - 1)),
    ],
  );
  return asked.map(({ level }, i) => {
    const found = rows.filter(({ nth }) => nth === i + 1);
    return found.length > 0 && found[0]!.level <= level ? [found[0]!] : found;
  });
}

/** From memory, or else read; undefined where one is not what it was a moment ago. */
export async function readBlocks(
  reading: Reading,
  stored: readonly StoredCell[],
): Promise<StoredBlock[] | undefined> {
  // They are those of `readCells`.
  const cells = stored as readonly VersionedCell[];
  const nameOf = ({ key, level, version }: VersionedCell) =>
    `${reading.storageKey} ${key} ${level} ${version}`;
  const known = new Map(cells.map((cell) => [cell, memory.get(nameOf(cell))]));
  const unknown = cells.filter((cell) => !known.get(cell));
  if (unknown.length > 0)
    for (const { key, ...block } of await readTileBlocks(reading, unknown)) {
      const cell = unknown.find((one) => one.key === key)!;
      known.set(cell, block);
      memory.keep(nameOf(cell), block);
    }
  const blocks = [...known.values()];
  return blocks.every((block) => block !== undefined) ? blocks : undefined;
}

/** Without those that were rebuilt meanwhile, or whose cells were divided: of four cells, one has the key of the whole. */
function readTileBlocks(
  reading: Reading,
  asked: readonly VersionedCell[],
): Promise<(StoredBlock & { key: number })[]> {
  const { cells, tileBlocks } = blockTablesOf(reading.storageKey);
  const list = (pick: 'key' | 'level' | 'version') => numberArray(asked.map((cell) => cell[pick]));
  return reading.rows(
    `SELECT key, others, bytes FROM unnest($1::bigint[], $2::smallint[], $3::bigint[]) AS asked (key, level, version)
      JOIN ${cells} USING (key, level, version) JOIN ${tileBlocks} USING (key) WHERE state = ${MADE}`,
    [list('key'), list('level'), list('version')],
  );
}
