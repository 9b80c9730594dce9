import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Geometry, inspectGeometry } from '@meridian/geo';
import { dropDatabase, newDatabase, query, schemaOf } from '../../../../../testing/postgres/database.ts';
import { Fault } from '../../model/fault.ts';
import { writeFeatureText } from '../../model/feature/feature-text.ts';
import { locate } from './location.ts';
import { prepareDatabase } from './migrate.ts';
import { Session } from './session.ts';
import { createIndexes, createTable, createTableWithoutIndexes, layInOrder } from './space-table.ts';
import { insertRows, type WrittenRow } from './write-rows.ts';

const FEW = 's_few_000000000000';
const MANY = 's_many_000000000000';
const FULL = 's_full_000000000000';
const WRITTEN = 's_written_000000000000';
const LAID = 's_laid_000000000000';
const INDEXED = [{ property: 1, path: ['name'] }];

const GEOMETRIES: (Geometry | null)[] = [
  null,
  { type: 'Point', coordinates: [13.4049999, -52.52, 34.5] },
  {
    type: 'LineString',
    coordinates: [
      [-180, -90],
      [180, 90],
    ],
  },
  // A hole that reaches out of its polygon.
  {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [2, 0],
        [2, 2],
        [0, 0],
      ],
      [
        [1, 1],
        [5, 1],
        [1, 5],
        [1, 1],
      ],
    ],
  },
  {
    type: 'GeometryCollection',
    geometries: [
      {
        type: 'MultiPoint',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
  },
];
const NAMES = [
  'plain',
  'ü"\\\'',
  -1.5e-7,
  12,
  true,
  null,
  { deep: 1 },
  'x'.repeat(900),
  undefined,
  '\u{1f600}',
];

/** Rows with everything that could be written otherwise in one form than in the other. */
function makeRows(count: number): WrittenRow[] {
  return Array.from({ length: count }, (_, i) => {
    const geometry = GEOMETRIES[i % GEOMETRIES.length]!;
    const name = NAMES[i % NAMES.length];
    const id = ['a', 'b"\\', 'ö', '\\back', 'l'.repeat(500), 'nul\0'][i % 6]! + i;
    const tags = [[], ['one'], ['two "quoted"', 'NULL', 'ß', 'nul\0']][i % 3]!;
    const properties = { ...(name === undefined ? {} : { name }) } as never;
    const feature = { id, geometry, properties, tags, foreign: {} };
    const stamp = { space: 's', createdAt: 1_700_000_000_000 + i, updatedAt: 1_800_000_000_000 + i };
    return {
      seq: 2 ** 40 + i,
      version: i,
      row: {
        ...writeFeatureText(feature, stamp),
        feature,
        facts: geometry ? inspectGeometry(geometry) : undefined,
        createdAt: stamp.createdAt,
        updatedAt: stamp.updatedAt,
      },
    };
  });
}

/** Points all over the world, each far from the one before. */
function scattered(count: number): WrittenRow[] {
  return makeRows(count).map(({ row, ...rest }, i) => {
    const coordinates: [number, number] = [((i * 137.508) % 360) - 180, ((i * 61.803) % 160) - 80];
    const geometry: Geometry = { type: 'Point', coordinates };
    return {
      ...rest,
      row: { ...row, feature: { ...row.feature, geometry }, facts: inspectGeometry(geometry) },
    };
  });
}

describe('rows', async () => {
  const url = await newDatabase();
  const location = locate(url);
  const facilities = await prepareDatabase(location);
  const session = new Session({ url: location.url, ...facilities });
  after(async () => {
    await session.close();
    dropDatabase(url);
  });
  const table = async (storageKey: string) =>
    session.transaction(createTable(storageKey, [['name']], facilities.hasCitus));

  test('are the same whether few or many are written at once', async () => {
    const rows = makeRows(90);
    await table(FEW);
    await table(MANY);
    for (const row of rows) await insertRows(session, FEW, [row], INDEXED);
    await session.begin();
    await insertRows(session, MANY, rows, INDEXED);
    await session.commit();
    const all = (storageKey: string) =>
      `SELECT id, seq, created_at, updated_at, geometry_type, has_z, west, south, east, north, geometry_start,
        properties_start, properties_end, version, tags, encode(ST_AsEWKB(geom), 'hex'), text, p1 FROM ${schemaOf(url)}.${storageKey}`;
    const count = (sql: string) => Number(query(url, `SELECT count(*) FROM (${sql}) AS found`));
    assert.equal(count(all(MANY)), rows.length);
    assert.equal(count(`${all(FEW)} EXCEPT ${all(MANY)}`), 0);
    assert.equal(count(`${all(MANY)} EXCEPT ${all(FEW)}`), 0);
  });

  /** How far one travels from row to row, as they lie on the disk or in another order. */
  const way = (storageKey: string, order: string) =>
    Number(
      query(
        url,
        `SELECT sum(abs(west - x) + abs(south - y)) FROM (SELECT west, south, lag(west) OVER (ORDER BY ${order}) AS x,
          lag(south) OVER (ORDER BY ${order}) AS y FROM ${schemaOf(url)}.${storageKey}) AS steps`,
      ),
    );
  const indexesOf = (storageKey: string) =>
    query(
      url,
      `SELECT indexdef FROM pg_indexes WHERE tablename = '${storageKey}' ORDER BY indexname`,
    ).replaceAll(storageKey, 'table');

  test('that are written at once lie near their neighbours on the map', async () => {
    await table(WRITTEN);
    await session.begin();
    await insertRows(session, WRITTEN, scattered(1000), INDEXED);
    await session.commit();
    assert.ok(way(WRITTEN, 'ctid') < way(WRITTEN, 'seq') / 5);
  });

  test('of a table that was filled before it had indexes are laid in order, and have the indexes of any other', async () => {
    await session.transaction(createTableWithoutIndexes(LAID, [['name']]));
    for (const row of scattered(300)) await insertRows(session, LAID, [row], INDEXED);
    assert.ok(way(LAID, 'ctid') > way(LAID, 'seq') / 2);
    await session.transaction([...layInOrder(LAID), ...createIndexes(LAID, [['name']])]);
    assert.ok(way(LAID, 'ctid') < way(LAID, 'seq') / 5);
    assert.equal(indexesOf(LAID), indexesOf(WRITTEN));
  });

  test('that the database does not take are a fault, and the connection goes on', async () => {
    const rows = makeRows(2000);
    await table(FULL);
    await session.begin();
    const twice = [...rows, rows[0]!];
    await assert.rejects(insertRows(session, FULL, twice, INDEXED), (error) => {
      return error instanceof Fault ? error.kind === 'unavailable' : /duplicate key/.test(String(error));
    });
    await session.rollback();
    await session.begin();
    await insertRows(session, FULL, rows, INDEXED);
    await session.commit();
    assert.equal(query(url, `SELECT count(*) FROM ${schemaOf(url)}.${FULL}`), '2000');
  });

  test('that can’t all be written out leave the connection as it was', async () => {
    function* broken(): Generator<Buffer, void, void> {
      yield Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
      throw new Error('no more');
    }
    const statement = `COPY ${FULL} FROM STDIN (FORMAT binary)`;
    await session.begin();
    await assert.rejects(
      session.copy(statement, broken(), () => {}),
      /no more/,
    );
    await session.rollback();
    await session.begin();
    await session.commit();
    assert.equal(query(url, `SELECT count(*) FROM ${schemaOf(url)}.${FULL}`), '2000');
  });

  test('on a connection that is lost meanwhile are a fault', async () => {
    await session.begin();
    session.meanwhile = () => {
      query(
        url,
        `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'meridian'`,
      );
    };
    const more = makeRows(4000).slice(2000);
    await assert.rejects(insertRows(session, FULL, more, INDEXED), { kind: 'unavailable' });
    session.meanwhile = () => {};
    await session.rollback();
    assert.equal(query(url, `SELECT count(*) FROM ${schemaOf(url)}.${FULL}`), '2000');
  });
});
