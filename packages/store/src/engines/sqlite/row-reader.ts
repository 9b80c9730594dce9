import { type BBox, isInside } from '@meridian/geo';
import type { ReadRow } from '../../model/feature/row.ts';
import type { AreaTest } from '../../model/query/area.ts';
import { behindChange } from '../../model/query/changesets.ts';
import { idsOf } from '../../model/query/id-test.ts';
import { CHANGES, type ChangeCursor, type ChangesQuery, propertyTests } from '../../model/query/query.ts';
import { allSoughtWords } from '../../model/query/text-index.ts';
import { type HistorySize, historySize, type Statistics, type VersionRange } from '../../model/results.ts';
import { Entries } from '../../pyramid/density/candidate-entry.ts';
import type { KeyRange } from '../../pyramid/density/cell-key.ts';
import { classesBetween } from '../../pyramid/density/classes-between.ts';
import type { GeometryRows } from '../../pyramid/density/geometry-rows.ts';
import type { HexSum } from '../../pyramid/density/hex-counts.ts';
import { builtPart } from '../../pyramid/density/sample-classes.ts';
import type { StoredCell } from '../../pyramid/tile-blocks/block-cells.ts';
import { type Cell, keysIn } from '../../pyramid/tile-blocks/cell.ts';
import type { StoredBlock } from '../../pyramid/tile-blocks/draw-blocks.ts';
import type { ColumnReader } from '../../read/columns/column-reader.ts';
import type { Effect } from '../../read/effect.ts';
import type {
  Access,
  ChangedRow,
  CountsAsked,
  HistoryReader,
  LastChange,
  NearCandidates,
  RowQuery,
  TileCountsNear,
  VersionBatch,
  VersionWindow,
} from '../../read/row-reader.ts';
import { stepRows } from '../../read/step-size.ts';
import { type StoredVersions, versionRange } from '../../read/version-range.ts';
import { MADE_AT, SUPERSEDED } from '../../rules/history.ts';
import { IndexAccess } from './access.ts';
import { BoxIndex, hasNearby } from './box-index.ts';
import { cachedStatement } from './cached-statements.ts';
import { readHexCounts, readLarge, readTileCounts } from './density/density-tables.ts';
import { readEntries } from './density/read-entries.ts';
import { readRootBox } from './extent.ts';
import {
  CHANGED_ROWS,
  type ChangeRow,
  HISTORY_SIZE,
  LAST_CHANGES,
  VERSION_OF_ID,
  versionStatement,
  versionTextsStatement,
} from './history-reads.ts';
import { propertySource } from './property-source.ts';
import { IN_LIST, type Joined, pickRows } from './rows.ts';
import { ScanAccess } from './scan-access.ts';
import { SINCE } from './schema.ts';
import type { SeqIndex } from './seq-index.ts';
import { listSource, pagedSource } from './seq-pages.ts';
import { READ_COLUMNS, type SpaceReader } from './space-reader.ts';
import { readStatistics } from './statistics.ts';
import { taggedAlternatives } from './tag-search.ts';
import { textSource } from './text-index.ts';

/** Of an index that has its rows in order: they need not be collected. */
const NOTHING = () => undefined;

/** What the planner reads a file with. Everything is answered at once. */
export class SqliteRowReader implements HistoryReader {
  readonly isDistributed = false;
  readonly columns: ColumnReader | undefined;
  readonly key: string;
  readonly #reader: SpaceReader;

  constructor(reader: SpaceReader, columns?: ColumnReader) {
    this.#reader = reader;
    this.key = reader.path;
    this.columns = columns;
  }

  content() {
    return { ...this.#reader.size(), lastSeq: this.#reader.lastSeq() };
  }

  stepRows(chunkBytes?: number): number {
    return stepRows(this.#reader.size(), chunkBytes);
  }

  statistics(): Statistics {
    return this.#reader.snapshot(readStatistics);
  }

  *snapshot<T>(work: Effect<T>): Effect<T> {
    this.#reader.beginSnapshot();
    try {
      return yield* work;
    } finally {
      this.#reader.endSnapshot();
    }
  }

  /** Ids, then indexed properties, then tags narrow a scan down best; where there is an area, its box. */
  accesses(query: RowQuery): Access[] {
    const { database } = this.#reader;
    const { tests, tags } = query.filter;
    const access = (index: SeqIndex) => new IndexAccess(this.#reader, query, index);
    const text = textSource(this.#reader, allSoughtWords(tests));
    const byText = text ? [access(text)] : [];
    if (query.area) return [...byText, access(new BoxIndex(this.#reader, query.area))];
    const ids = tests.map(idsOf).find((list) => list !== undefined);
    if (ids)
      return [access({ name: 'ids', settlesTags: false, page: this.#idSource(ids), collect: NOTHING })];
    const indexes = propertyTests(tests).flatMap((test) => propertySource(database, test) ?? []);
    const tagged = tags.length > 0 && pagedSource(database, taggedAlternatives(database, tags));
    return [
      ...indexes.map(access),
      ...byText,
      tagged
        ? access({ name: 'tag index', settlesTags: true, page: tagged, collect: NOTHING })
        : new ScanAccess(this.#reader, query),
    ];
  }

  #idSource(ids: readonly string[]) {
    return listSource([...this.seqsOf(ids).values()]);
  }

  hasNearby(area: AreaTest, count: number): boolean {
    return hasNearby(this.#reader, area, count);
  }

  isAllInside(box: BBox): boolean {
    const root = readRootBox(this.#reader);
    return root !== undefined && isInside(root, box);
  }

  byPositions(seqs: readonly number[], area?: AreaTest): ReadRow[] {
    return pickRows(this.#reader, seqs, area);
  }

  byIds(ids: readonly string[]): ReadRow[] {
    const find = cachedStatement(this.#reader.database, `SELECT ${READ_COLUMNS} FROM feature WHERE id = ?`);
    return ids.flatMap((id) => (find.get(id) as ReadRow | undefined) ?? []);
  }

  seqsOf(ids: readonly string[]): Map<string, number> {
    const find = cachedStatement(this.#reader.database, 'SELECT seq FROM feature WHERE id = ?');
    const seqs = new Map<string, number>();
    for (const id of ids) {
      const row = find.get(id);
      if (row) seqs.set(id, row.seq as number);
    }
    return seqs;
  }

  idsAt(seqs: readonly number[]): string[] {
    const pick = cachedStatement(this.#reader.database, `SELECT id FROM feature WHERE seq ${IN_LIST}`);
    return pick.all(JSON.stringify(seqs)).map(({ id }) => id as string);
  }

  idsAfter(after: number, limit: number): { seq: number; id: string }[] {
    const sql = 'SELECT seq, id FROM feature WHERE seq > ? ORDER BY seq LIMIT ?';
    return cachedStatement(this.#reader.database, sql).all(after, limit) as { seq: number; id: string }[];
  }

  versions(): VersionRange {
    const sql = 'SELECT version AS latest, began, oldest FROM content LEFT JOIN history';
    return versionRange(cachedStatement(this.#reader.database, sql).get() as StoredVersions);
  }

  presentCount(): { version: number; count: number } {
    const sql = 'SELECT version, count FROM content';
    return cachedStatement(this.#reader.database, sql).get() as { version: number; count: number };
  }

  rowsOfVersion(version: number, batch: VersionBatch): ReadRow[] {
    if ('ids' in batch) {
      const find = cachedStatement(this.#reader.database, VERSION_OF_ID);
      return batch.ids.flatMap((id) => (find.get({ version, id }) as ReadRow | undefined) ?? []);
    }
    const { sql, values } = versionStatement(batch);
    const rows = cachedStatement(this.#reader.database, sql).all({ version, ...values });
    return rows as unknown as ReadRow[];
  }

  textsOfVersion(version: number, window: VersionWindow) {
    const { sql, values } = versionTextsStatement(window);
    const found = cachedStatement(this.#reader.database, sql).get({ version, ...values }) as Joined;
    return { chunk: found.chunk ?? undefined, shown: found.shown, last: found.last ?? window.after };
  }

  timesOf(versions: readonly number[]): Map<number, number> {
    const sql = `SELECT version, seq FROM change WHERE version ${IN_LIST} AND change = ${MADE_AT}`;
    const found = cachedStatement(this.#reader.database, sql).all(JSON.stringify(versions));
    return new Map(found.map(({ version, seq }) => [version as number, seq as number]));
  }

  changedSince(version: number, limit: number): number[] {
    const sql = `SELECT seq FROM change WHERE version > ? AND change <= ${SUPERSEDED} LIMIT ?`;
    return cachedStatement(this.#reader.database, sql)
      .all(version, limit)
      .map(({ seq }) => seq as number);
  }

  changes({ from, to }: ChangesQuery, cursor: ChangesQuery['after'], limit: number): ChangedRow[] {
    const rows = cachedStatement(this.#reader.database, CHANGED_ROWS).all({
      ...behindChange(cursor, from),
      ...{ to, step: limit },
    });
    return (rows as unknown as ChangeRow[]).map((row) => ({
      ...{ version: row.version, change: CHANGES[row.change - 1]!, seq: row.seq, row },
    }));
  }

  lastChanges(
    { from, to }: ChangesQuery,
    { version, change, seq }: ChangeCursor,
    step: number,
  ): LastChange[] {
    const rows = cachedStatement(this.#reader.database, LAST_CHANGES).all({
      ...{ from, to, version, seq, step },
      change: CHANGES.indexOf(change) + 1,
    }) as unknown as (ChangeRow & { isLast: number })[];
    return rows.map((row) => ({
      ...{ version: row.version, change, seq: row.seq, row, isLast: row.isLast === 1 },
    }));
  }

  historySize(): HistorySize {
    return historySize(
      cachedStatement(this.#reader.database, HISTORY_SIZE).get() as Parameters<typeof historySize>[0],
    );
  }

  hasDensity(): boolean {
    const row = cachedStatement(this.#reader.database, 'SELECT built_to AS builtTo FROM overview').get();
    return row?.builtTo === null && this.#reader.hasFormat(SINCE.densityIndex);
  }

  densityBuilt(): number {
    const row = cachedStatement(this.#reader.database, 'SELECT built_to AS builtTo FROM overview').get();
    if (!row || !this.#reader.hasFormat(SINCE.densityIndex)) return 0;
    return builtPart(row.builtTo as number | null, this.#reader.lastSeq());
  }

  tileCounts(asked: readonly CountsAsked[]): TileCountsNear[] {
    const { database } = this.#reader;
    return asked.map(({ block, box }) => {
      const { inside, recheck } = box ? readLarge(database, box) : { inside: [], recheck: [] };
      return { counts: readTileCounts(database, block), sure: inside.length, recheck };
    });
  }

  hexCounts(sum: HexSum, box: BBox) {
    return this.#reader.snapshot(({ database }) => {
      const { inside, recheck } = readLarge(database, box);
      const large = [...inside, ...recheck].sort((a, b) => a - b);
      return { cells: readHexCounts(database, sum), large };
    });
  }

  *nearCandidates(
    share: number,
    ranges: readonly KeyRange[],
    geometryRows: GeometryRows,
    max: number,
    above?: number,
  ): Effect<NearCandidates | undefined> {
    const pieces: Uint8Array[] = [];
    for (const { bytes, count } of readEntries(this.#reader, classesBetween(above, share), ranges, max + 1)) {
      if (count > max) return undefined;
      pieces.push(bytes);
      yield undefined;
    }
    const entries = new Entries(Buffer.concat(pieces));
    const near = entries.near(geometryRows);
    return near.size > max ? undefined : { near, ...entries.known };
  }

  hasTileBlocks(): boolean {
    return this.#reader.hasFormat(SINCE.tileBlocks);
  }

  cellsWithin(cells: readonly Cell[]): StoredCell[][] {
    const columns = 'SELECT key, level, state, entries FROM sheet';
    const { database } = this.#reader;
    const find = cachedStatement(database, `${columns} WHERE key <= ? ORDER BY key DESC LIMIT 1`);
    const list = cachedStatement(database, `${columns} WHERE key BETWEEN ? AND ?`);
    return cells.map((cell) => {
      const first = find.get(cell.key) as StoredCell | undefined;
      if (!first) return [];
      if (first.level <= cell.level) return [first];
      return list.all(cell.key, cell.key + keysIn(cell.level) - 1) as StoredCell[];
    });
  }

  tileBlocks(cells: readonly StoredCell[]): StoredBlock[] {
    const sql = 'SELECT others, bytes FROM sheet_body WHERE key = ?';
    const body = cachedStatement(this.#reader.database, sql);
    return cells.map(({ key }) => body.get(key) as StoredBlock);
  }
}
