import postgres, { type Sql } from 'postgres';
import { refuse } from '../check.ts';
import { AS_THEY_ARE, crsName, type ToWgs84, toWgs84 } from '../crs/projection.ts';
import { FormatFault } from '../fault.ts';
import type { ReadRecord, SourceLocation } from '../feature.ts';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import { parseWkb } from '../geometry/wkb.read.ts';
import { parseJson } from '../json.ts';
import type { ReadOptions } from '../options.ts';
import type { FeatureReader } from '../read.ts';
import { featureOfRow } from '../tabular/row.ts';
import { connectionUrl, type Relation, relationOf } from './postgis.relation.ts';

const BATCH_ROWS = 500;
type Row = { geometry: Uint8Array | null; properties: string };

/** Rows of a table or of a query, all of one moment, in a read-only transaction. */
export class PostgisReader implements FeatureReader {
  bytesRead = 0;
  readonly size = undefined;
  readonly format = undefined;
  crs: string | undefined;
  readonly contents = { layers: [] };
  readonly #guesses = new Set<string>();
  readonly #address: string;
  readonly #file: string;
  readonly #sql: string | undefined;
  readonly #options: ReadOptions;

  constructor(address: string, file: string, sql: string | undefined, options: ReadOptions) {
    this.#address = address;
    this.#file = file;
    this.#sql = sql;
    this.#options = options;
  }

  get guesses(): readonly string[] {
    return [...this.#guesses];
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ReadRecord> {
    const sql = postgres(connectionUrl(this.#address), { max: 1, onnotice: () => {}, connect_timeout: 20 });
    try {
      const reserved = await sql.reserve();
      try {
        await reserved.unsafe('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
        yield* this.#rows(reserved);
      } finally {
        reserved.release();
      }
    } catch (error) {
      throw this.#asFault(error);
    } finally {
      await sql.end({ timeout: 5 });
    }
  }

  async *#rows(sql: Sql): AsyncGenerator<ReadRecord> {
    const relation = await relationOf(sql, this.#address, this.#file, this.#sql, this.#options);
    const project = await this.#projection(relation);
    let record = 0;
    // Rows that a server can't hand over in pieces would be held as a whole.
    for await (const rows of sql.unsafe(relation.query).cursor(BATCH_ROWS))
      for (const row of rows as unknown as Row[]) {
        this.#options.signal?.throwIfAborted();
        this.bytesRead += row.properties.length + (row.geometry?.length ?? 0);
        yield recordOf(row, project, { file: this.#file, record: ++record });
      }
  }

  async #projection({ srid }: Relation): Promise<ToWgs84> {
    const { crs } = this.#options;
    if (crs !== undefined) {
      const project = await toWgs84(crs, this.#file);
      if (project !== AS_THEY_ARE) this.crs = crsName(crs);
      return project;
    }
    if (srid === 0) this.#guesses.add('coordinates in WGS 84');
    else if (srid !== undefined && srid !== 4326) this.crs = `EPSG:${srid}`;
    return AS_THEY_ARE;
  }

  #asFault(error: unknown): unknown {
    if (error instanceof FormatFault || error === this.#options.signal?.reason || !(error instanceof Error))
      return error;
    const { code } = error as { code?: unknown };
    // Errors of the driver and of PostgreSQL have a code; what has none is a defect of ours.
    if (typeof code !== 'string') return error;
    return new FormatFault('unavailable', this.#file, `the database reports: ${error.message || code}`);
  }
}

function recordOf({ geometry, properties }: Row, project: ToWgs84, location: SourceLocation): ReadRecord {
  try {
    const given = geometry === null ? null : parseWkb(geometry);
    const shape = given && project(given);
    const cells = Object.entries(parseJson(properties) as object).map(([property, value]) => ({
      role: { property },
      isJson: false,
      value: value ?? undefined,
    }));
    return featureOfRow(cells, shape, location);
  } catch (error) {
    if (error instanceof GeometryFormatError) return refuse(location, error.message);
    throw error;
  }
}
