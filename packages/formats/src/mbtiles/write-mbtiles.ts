import { createHash } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import {
  startOf,
  type TileAddress,
  type TileArchiveSummary,
  type TileArchiveWriter,
  type TileSetDescription,
} from '../tiles/tile-archive.ts';

/** `MPBX`, by which programs know the file. */
const APPLICATION_ID = 0x4d504258;

/** Each content once; `tiles` is what readers look at. */
const SCHEMA = `
  PRAGMA application_id = ${APPLICATION_ID};
  CREATE TABLE metadata (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
  CREATE TABLE images (tile_id TEXT PRIMARY KEY, tile_data BLOB);
  CREATE TABLE map (
    zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id TEXT,
    PRIMARY KEY (zoom_level, tile_column, tile_row)
  ) WITHOUT ROWID;
  CREATE VIEW tiles AS
    SELECT zoom_level, tile_column, tile_row, tile_data FROM map JOIN images USING (tile_id);
`;

/** Writes a file of MBTiles 1.3 (https://github.com/mapbox/mbtiles-spec/blob/master/1.3/spec.md). */
export function createMbtiles(path: string): TileArchiveWriter {
  rmSync(path, { force: true });
  const database = new DatabaseSync(path);
  // Nobody reads it before it is complete, and what is incomplete is deleted.
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -32000;');
  database.exec(SCHEMA);
  return new MbtilesWriter(database, path);
}

class MbtilesWriter implements TileArchiveWriter {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #addImage: StatementSync;
  readonly #addTile: StatementSync;
  #tiles = 0;
  #contents = 0;

  constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.#path = path;
    this.#addImage = database.prepare('INSERT OR IGNORE INTO images VALUES (?, ?)');
    this.#addTile = database.prepare('INSERT INTO map VALUES (?, ?, ?, ?)');
    database.exec('BEGIN');
  }

  async add({ z, x, y }: TileAddress, gzipped: Uint8Array): Promise<void> {
    const id = createHash('sha256').update(gzipped).digest('base64url');
    this.#contents += Number(this.#addImage.run(id, gzipped).changes);
    // Rows are counted from the south.
    this.#addTile.run(z, x, 2 ** z - 1 - y, id);
    this.#tiles++;
  }

  async finish(description: TileSetDescription): Promise<TileArchiveSummary> {
    const add = this.#database.prepare('INSERT INTO metadata VALUES (?, ?)');
    for (const [name, value] of Object.entries(metadataOf(description))) add.run(name, value);
    this.#database.exec('COMMIT');
    this.#database.close();
    return { tiles: this.#tiles, contents: this.#contents, bytes: statSync(this.#path).size };
  }

  async abandon(): Promise<void> {
    this.#database.close();
  }
}

function metadataOf(description: TileSetDescription): Record<string, string> {
  const { name, attribution, license, generator, minZoom, maxZoom, bounds, layers } = description;
  const { lon, lat, zoom } = startOf(description);
  return {
    name,
    format: 'pbf',
    type: 'overlay',
    minzoom: String(minZoom),
    maxzoom: String(maxZoom),
    bounds: bounds.join(','),
    center: `${lon},${lat},${zoom}`,
    generator,
    json: JSON.stringify({ vector_layers: layers }),
    ...(description.description === undefined ? {} : { description: description.description }),
    ...(attribution === undefined ? {} : { attribution }),
    ...(license === undefined ? {} : { license }),
  };
}
