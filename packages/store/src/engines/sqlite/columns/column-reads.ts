import type { BlockInfo } from '../../../columns/stored-block.ts';
import { type BodyKey, type ColumnReader, FEW_ROWS } from '../../../read/columns/column-reader.ts';
import { cachedStatement } from '../cached-statements.ts';
import { IN_LIST } from '../rows.ts';
import { SINCE } from '../schema.ts';
import type { SpaceReader } from '../space-reader.ts';
import { bodyKey, readBlocks } from './column-tables.ts';

/** What the planner reads the columns of a file with. */
export class SqliteColumnReader implements ColumnReader {
  readonly scope: string;
  readonly fewRows: number;
  readonly want: ColumnReader['want'];
  readonly #reader: SpaceReader;

  constructor(reader: SpaceReader, scope: string, want: ColumnReader['want'], fewRows = FEW_ROWS) {
    this.#reader = reader;
    this.scope = scope;
    this.want = want;
    this.fewRows = fewRows;
  }

  blocks(): BlockInfo[] {
    return this.#reader.hasFormat(SINCE.columns) ? readBlocks(this.#reader.database) : [];
  }

  keys(): string[] {
    const rows = cachedStatement(this.#reader.database, 'SELECT key FROM column_path').all();
    return rows.map(({ key }) => key as string);
  }

  summaries(wanted: readonly BodyKey[]): (Uint8Array | undefined)[] {
    return this.#bodies(wanted, 'summary');
  }

  bodies(wanted: readonly BodyKey[]): (Uint8Array | undefined)[] {
    return this.#bodies(wanted, 'bytes');
  }

  stale(blocks: readonly BlockInfo[]): number[] | undefined {
    const { database } = this.#reader;
    const listed = cachedStatement(
      database,
      'SELECT seq FROM column_stale WHERE seq BETWEEN ? AND ? ORDER BY seq',
    ).all(blocks[0]!.first, blocks.at(-1)!.last);
    // Asked behind it: had a block been rebuilt before, what was noted for it would be missing above.
    const sql = `SELECT count(*) AS count FROM column_block WHERE block ${IN_LIST}`;
    const numbers = blocks.map(({ block }) => block);
    if (cachedStatement(database, sql).get(JSON.stringify(numbers))!.count !== blocks.length)
      return undefined;
    return listed.map(({ seq }) => seq as number);
  }

  #bodies(wanted: readonly BodyKey[], column: 'summary' | 'bytes'): (Uint8Array | undefined)[] {
    const { database } = this.#reader;
    const findPath = cachedStatement(database, 'SELECT path FROM column_path WHERE key = ?');
    const paths = new Map<string, number | undefined>();
    for (const { key } of wanted)
      if (!paths.has(key)) paths.set(key, findPath.get(key)?.path as number | undefined);
    const find = cachedStatement(database, `SELECT ${column} AS bytes FROM column_body WHERE key = ?`);
    return wanted.map(({ block, key }) => {
      const path = paths.get(key);
      if (path === undefined) return undefined;
      return find.get(bodyKey(path, block))?.bytes as Uint8Array | undefined;
    });
  }
}
