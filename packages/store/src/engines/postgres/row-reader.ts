import { type BBox, isInside } from '@meridian/geo';
import { missing } from '../../model/fault.ts';
import type { ReadRow } from '../../model/feature/row.ts';
import type { AreaTest } from '../../model/query/area.ts';
import type { ChangeCursor, ChangesQuery, FeatureTest } from '../../model/query/query.ts';
import type { HistorySize, Statistics, VersionRange } from '../../model/results.ts';
import type { KeyRange } from '../../pyramid/density/cell-key.ts';
import type { GeometryRows } from '../../pyramid/density/geometry-rows.ts';
import type { HexSum } from '../../pyramid/density/hex-counts.ts';
import { builtPart } from '../../pyramid/density/sample-classes.ts';
import type { StoredCell } from '../../pyramid/tile-blocks/block-cells.ts';
import type { Cell } from '../../pyramid/tile-blocks/cell.ts';
import type { StoredBlock } from '../../pyramid/tile-blocks/draw-blocks.ts';
import type { ColumnReader } from '../../read/columns/column-reader.ts';
import { ask, type Effect } from '../../read/effect.ts';
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
} from '../../read/row-reader.ts';
import { type StoredVersions, versionRange } from '../../read/version-range.ts';
import { TableAccess } from './access.ts';
import { numbered } from './condition.ts';
import { candidatesFor, near, surelyInside, textPrefilter } from './conditions.ts';
import { readHexCounts, readNear, readTileCounts } from './density/density-reads.ts';
import {
  changedRows,
  changedSince,
  lastChanges,
  readHistorySize,
  rowsOfVersion,
  timesOfVersions,
} from './history-reads.ts';
import type { IndexedProperty } from './indexed-property.ts';
import { pushedConditions } from './pushed-filter.ts';
import type { Reading } from './reading.ts';
import { foundInBinary, foundRows, ID_COLUMNS, keyedColumns } from './rows.ts';
import { readExtent } from './statistics.ts';
import { tableOf } from './table-name.ts';
import { numberArray, textArray, toKey } from './text-key.ts';
import { hasBlocks, readBlocks, readCells } from './tile-blocks/block-reads.ts';

const WORLD: BBox = { west: -180, south: -90, east: 180, north: 90 };

/** What the planner reads a table with. Everything is waited for. */
export class PostgresRowReader implements HistoryReader {
  readonly isDistributed: boolean;
  readonly columns: ColumnReader | undefined;
  readonly #reading: Reading;
  readonly #statistics: () => Promise<Statistics>;
  readonly #wantIndexes: () => void;
  #indexes: Promise<IndexedProperty[]> | undefined;
  /** Whether there is a table of the past, as of the last time that versions were asked for. */
  #hasHistory = false;

  constructor(
    reading: Reading,
    isDistributed: boolean,
    statistics: () => Promise<Statistics>,
    columns?: ColumnReader,
    wantIndexes: () => void = () => {},
  ) {
    this.#reading = reading;
    this.columns = columns;
    this.isDistributed = isDistributed;
    this.#statistics = statistics;
    this.#wantIndexes = wantIndexes;
  }

  get key(): string {
    return this.#reading.storageKey;
  }

  content() {
    return this.#reading.content();
  }

  stepRows(chunkBytes?: number): Promise<number> {
    return this.#reading.stepRows(chunkBytes);
  }

  statistics(): Promise<Statistics> {
    return this.#statistics();
  }

  /** What must be of one moment is read by one statement, or checked by its version. */
  snapshot<T>(work: Effect<T>): Effect<T> {
    return work;
  }

  async accesses(query: RowQuery): Promise<Access[]> {
    const isIndexed = query.area !== undefined || query.filter.tags.length > 0;
    if (isIndexed && (await this.#reading.lacksIndexes())) this.#wantIndexes();
    const mayHaveIndex = query.filter.tests.some(({ root }) => root !== 'expression');
    this.#indexes ??= mayHaveIndex ? this.#readIndexes() : undefined;
    const candidates = candidatesFor(query.filter, query.area, (await this.#indexes) ?? []);
    return [new TableAccess(this.#reading, query, candidates, this.isDistributed)];
  }

  async #readIndexes(): Promise<IndexedProperty[]> {
    const rows = await this.#reading.rows<{ property: number; path: string }>(
      'SELECT property, path FROM indexed_property WHERE place = $1 AND path IS NOT NULL AND built_to IS NULL',
      [this.#reading.storageKey],
    );
    return rows.map(({ property, path }) => ({ property, path: JSON.parse(path) }));
  }

  async hasNearby(area: AreaTest, many: number): Promise<boolean> {
    const { sql, values } = numbered([near(area)], 1);
    const [row] = await this.#reading.rows<{ count: number }>(
      `SELECT count(*) AS count FROM (SELECT 1 FROM ${this.#table} WHERE ${sql} LIMIT ${many}) AS found`,
      values,
    );
    return row!.count >= many;
  }

  async isAllInside(box: BBox): Promise<boolean> {
    if (isInside(WORLD, box)) return true;
    const { indexesDeferred } = await this.#reading.content();
    const extent = await readExtent(this.#reading, this.#reading.storageKey, indexesDeferred);
    return extent?.exact === true && isInside(extent.bbox, box);
  }

  byPositions(
    seqs: readonly number[],
    area?: AreaTest,
    tests: readonly FeatureTest[] = [],
  ): Promise<ReadRow[]> {
    const sure = area && numbered([surelyInside(area)], 2);
    const sureValues = sure?.values ?? [];
    const passing = numbered([...textPrefilter(tests), ...pushedConditions(tests)], 2 + sureValues.length);
    // Citus takes no texts of several statements; what clients write is bound.
    const find = this.isDistributed || passing.values.length > 0 ? foundRows : foundInBinary;
    return find(
      this.#reading,
      `SELECT ${keyedColumns(sure?.sql)} FROM ${this.#table}
        WHERE seq = ANY($1::bigint[]) AND ${passing.sql} ORDER BY seq`,
      [numberArray(seqs), ...sureValues, ...passing.values],
    );
  }

  byIds(ids: readonly string[]): Promise<ReadRow[]> {
    return this.#rows(`SELECT ${keyedColumns()} FROM ${this.#table} WHERE id = ANY($1::text[])`, [
      textArray(ids.map(toKey)),
    ]);
  }

  async seqsOf(ids: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.#reading.rows<{ key: string; seq: number }>(
      `SELECT id AS key, seq FROM ${this.#table} WHERE id = ANY($1::text[])`,
      [textArray(ids.map(toKey))],
    );
    const byKey = new Map(rows.map(({ key, seq }) => [key, seq]));
    const seqs = new Map<string, number>();
    for (const id of ids) {
      const seq = byKey.get(toKey(id));
      if (seq !== undefined) seqs.set(id, seq);
    }
    return seqs;
  }

  async idsAt(seqs: readonly number[]): Promise<string[]> {
    const sql = `SELECT ${ID_COLUMNS} FROM ${this.#table} WHERE seq = ANY($1::bigint[])`;
    return (await this.#rows(sql, [numberArray(seqs)])).map(({ id }) => id);
  }

  async idsAfter(after: number, limit: number): Promise<{ seq: number; id: string }[]> {
    const select = `SELECT ${ID_COLUMNS} FROM ${this.#table} WHERE seq > $1`;
    if (!this.isDistributed) return this.#rows(`${select} ORDER BY seq LIMIT $2`, [after, limit]);
    // Of a page that is bounded by its length alone every shard would send a whole one.
    const { lastSeq } = await this.#reading.content();
    for (let from = after; from < lastSeq; from += limit) {
      const rows = await this.#rows(`${select} AND seq <= $2 ORDER BY seq`, [from, from + limit]);
      if (rows.length > 0) return rows;
    }
    return [];
  }

  async versions(): Promise<VersionRange> {
    const [row] = await this.#reading.rows<StoredVersions>(
      'SELECT version AS latest, began, oldest FROM content LEFT JOIN history USING (place) WHERE place = $1',
      [this.#reading.storageKey],
    );
    if (!row) throw missing();
    this.#hasHistory = row.began !== null;
    return versionRange(row);
  }

  async presentCount(): Promise<{ version: number; count: number }> {
    const [row] = await this.#reading.rows<{ version: number; count: number }>(
      'SELECT version, count FROM content WHERE place = $1',
      [this.#reading.storageKey],
    );
    if (!row) throw missing();
    return row;
  }

  rowsOfVersion(version: number, batch: VersionBatch): Promise<ReadRow[]> {
    return rowsOfVersion(this.#reading, version, batch, this.#hasHistory);
  }

  timesOf(versions: readonly number[]): Promise<Map<number, number>> {
    return timesOfVersions(this.#reading, versions);
  }

  changedSince(version: number, limit: number): Promise<number[]> {
    return changedSince(this.#reading, version, limit);
  }

  changes(query: ChangesQuery, cursor: ChangesQuery['after'], limit: number): Promise<ChangedRow[]> {
    return changedRows(this.#reading, query, cursor, limit);
  }

  lastChanges(query: ChangesQuery, cursor: ChangeCursor, limit: number): Promise<LastChange[]> {
    return lastChanges(this.#reading, query, cursor, limit);
  }

  async historySize(): Promise<HistorySize> {
    await this.versions();
    return readHistorySize(this.#reading, this.#hasHistory);
  }

  async hasDensity(): Promise<boolean> {
    return (await this.#reading.content()).hasDensityIndex;
  }

  async densityBuilt(): Promise<number | undefined> {
    const { hasDensityIndex, densityBuiltTo, lastSeq } = await this.#reading.content();
    if (this.isDistributed) return undefined;
    return hasDensityIndex ? 1 : densityBuiltTo === null ? 0 : builtPart(densityBuiltTo, lastSeq);
  }

  tileCounts(asked: readonly CountsAsked[]): Promise<TileCountsNear[]> {
    return readTileCounts(this.#reading, asked);
  }

  hexCounts(sum: HexSum, box: BBox) {
    return readHexCounts(this.#reading, sum, box);
  }

  *nearCandidates(
    share: number,
    ranges: readonly KeyRange[],
    geometryRows: GeometryRows,
    max: number,
    above?: number,
  ): Effect<NearCandidates | undefined> {
    const entries = yield* ask(() => readNear(this.#reading, share, ranges, max, above));
    return entries && { near: entries.near(geometryRows), ...entries.known };
  }

  hasTileBlocks(): Promise<boolean> {
    return hasBlocks(this.#reading);
  }

  cellsWithin(cells: readonly Cell[]): Promise<StoredCell[][]> {
    return readCells(this.#reading, cells);
  }

  tileBlocks(cells: readonly StoredCell[]): Promise<StoredBlock[] | undefined> {
    return readBlocks(this.#reading, cells);
  }

  get #table(): string {
    return tableOf(this.#reading.storageKey);
  }

  #rows(sql: string, values: Parameters<Reading['rows']>[1] & {}): Promise<ReadRow[]> {
    return foundRows(this.#reading, sql, values);
  }
}
