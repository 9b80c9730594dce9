import type { Row } from './filter.expressions.ts';
import type { Postgis } from './postgis.ts';

const text = (value: unknown) => (value === undefined ? 'NULL' : `'${String(value).replaceAll("'", "''")}'`);

/** The rows as a table with types; gives the geometries as GeoJSON. */
export function loadRows(postgis: Postgis, rows: readonly Row[]): Map<string, object> {
  const values = rows.map(
    ({ id, n, m, name, other, kinds, flag, day, start, end, wkt }) =>
      `(${[id, n, m, name, other, kinds && `{${kinds}}`, flag, day, start, end, wkt].map(text).join(', ')})`,
  );
  postgis.rows(`CREATE TABLE feature AS SELECT id COLLATE "C", n::float8, m::float8, name COLLATE "C",
    other COLLATE "C", kinds::int[], flag::boolean, day::date,
    "start"::timestamptz, "end"::timestamptz, ST_GeomFromText(wkt) AS shape
    FROM (VALUES ${values.join(',\n')}) AS sent(id, n, m, name, other, kinds, flag, day, "start", "end", wkt);`);
  const shapes = postgis.rows('SELECT id, ST_AsGeoJSON(shape) FROM feature WHERE shape IS NOT NULL');
  return new Map(shapes.map(([id, geometry]) => [id!, JSON.parse(geometry!)]));
}
