import { execFileSync } from 'node:child_process';
import type { Geometry, Shape } from './shapes.ts';

/** Many responses, and none of them large. */
const MAX_OUTPUT = 512 * 1024 * 1024;

/** PostGIS, asked many things at once. */
export class Postgis {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** The rows that a script prints, columns apart. */
  rows(sql: string): string[][] {
    const output = execFileSync(
      'psql',
      ['-X', '-q', '-A', '-t', '-F', '\t', '-v', 'ON_ERROR_STOP=1', '-d', this.#url],
      {
        input: `SET client_min_messages = error;\n${sql}`,
        encoding: 'utf8',
        maxBuffer: MAX_OUTPUT,
      },
    );
    return output.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')]));
  }

  /** A table of geometries by name, with an index. */
  load(table: string, shapes: readonly Shape[], more = ''): void {
    const lines = shapes.map(({ id, geometry }) => `${id}\t${JSON.stringify(geometry)}`);
    this.rows(`
      CREATE TABLE sent (id text, text text);
      COPY sent FROM STDIN;
${lines.join('\n')}
\\.
      CREATE TABLE ${table} AS SELECT id, ST_GeomFromGeoJSON(text) AS shape FROM sent;
      DROP TABLE sent;
      ${more}
      CREATE INDEX ON ${table} USING gist (shape);
      ANALYZE ${table};
    `);
  }

  /** For each question, what answers it: the two columns of a query. */
  pairs(sql: string): Map<string, Set<string>> {
    const found = new Map<string, Set<string>>();
    for (const [question, id] of this.rows(sql)) {
      const ids = found.get(question!) ?? new Set();
      found.set(question!, ids.add(id!));
    }
    return found;
  }

  /** For each question, a number for each feature: the three columns of a query. */
  numbers(sql: string): Map<string, Map<string, number>> {
    const found = new Map<string, Map<string, number>>();
    for (const [question, id, number] of this.rows(sql)) {
      const numbers = found.get(question!) ?? new Map<string, number>();
      found.set(question!, numbers.set(id!, Number(number)));
    }
    return found;
  }
}

/** The area of a geometry's polygons in square degrees. */
export function areaOfPolygons(geometry: Geometry & { geometries?: Geometry[] }): number {
  const { type, coordinates, geometries = [] } = geometry;
  if (type === 'Polygon') return areaOf(coordinates as number[][][]);
  if (type === 'MultiPolygon') return total((coordinates as number[][][][]).map(areaOf));
  return total(geometries.map(areaOfPolygons));
}

function total(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function areaOf([outer, ...holes]: number[][][]): number {
  return holes.reduce((area, hole) => area - Math.abs(ringArea(hole)), Math.abs(ringArea(outer!)));
}

/** From the first corner, so that what is small and far from the origin loses no digits. */
function ringArea(ring: number[][]): number {
  const [ox, oy] = ring[0] as [number, number];
  let twice = 0;
  for (let i = 1; i < ring.length; i++) {
    const [ax, ay] = ring[i - 1] as [number, number];
    const [bx, by] = ring[i] as [number, number];
    twice += (ax - ox) * (by - oy) - (bx - ox) * (ay - oy);
  }
  return twice / 2;
}
