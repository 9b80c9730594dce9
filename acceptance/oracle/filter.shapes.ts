import type { Random } from '../harness/random.ts';
import type { Condition } from './filter.values.ts';

/** A shape of small whole coordinates, so that shapes touch, cover and equal each other. */
export function randomWkt(random: Random): string {
  const [x, y] = [random.whole(0, 4), random.whole(0, 4)];
  const [w, h] = [random.whole(1, 3), random.whole(1, 3)];
  const ring = (west: number, south: number, width: number, height: number) =>
    `(${west} ${south},${west + width} ${south},${west + width} ${south + height},${west} ${south + height},${west} ${south})`;
  return random.pick([
    `POINT(${x} ${y})`,
    `LINESTRING(${x} ${y},${x + w} ${y + h})`,
    `LINESTRING(${x} ${y},${x + w} ${y},${x + w} ${y + h})`,
    `POLYGON(${ring(x, y, w, h)})`,
    `POLYGON(${ring(x, y, 3, 3)},${ring(x + 1, y + 1, 1, 1)})`,
    `MULTIPOINT((${x} ${y}),(${x + w} ${y + h}))`,
    `MULTILINESTRING((${x} ${y},${x + w} ${y}),(${x} ${y + 1},${x + w} ${y + 1 + h}))`,
    `MULTIPOLYGON((${ring(x, y, w, h)}),(${ring(x + w + 1, y, 1, h)}))`,
  ]);
}

/** What can be in a collection with anything: areas must not overlap there, not for PostGIS. */
function simpleWkt(random: Random): string {
  const [x, y] = [random.whole(0, 4), random.whole(0, 4)];
  return random.pick([`POINT(${x} ${y})`, `LINESTRING(${x} ${y},${x + 2} ${y + 1})`]);
}

/** The same, or a box; a collection only where PostGIS relates those, too. */
export function randomShape(random: Random, takesCollections: boolean): Condition {
  if (random.next() < 0.2) {
    const [x, y] = [random.whole(0, 4), random.whole(0, 4)];
    const edges = `${x},${y},${x + random.whole(1, 3)},${y + random.whole(1, 3)}`;
    return { cql: `BBOX(${edges})`, sql: `ST_MakeEnvelope(${edges})` };
  }
  const isCollection = takesCollections && random.next() < 0.2;
  const wkt = isCollection
    ? `GEOMETRYCOLLECTION(${simpleWkt(random)},${simpleWkt(random)})`
    : randomWkt(random);
  return { cql: wkt, sql: `ST_GeomFromText('${wkt}')` };
}
