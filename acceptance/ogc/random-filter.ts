import type { Random } from '../harness/random.ts';

/** An expression of CQL2 in both of its forms. */
export type Written = { text: string; json: unknown };

type Make = (random: Random, depth: number) => Written;

const NAMES = ['n', 'name', 'a.b', 'at', 'list', 'none', 'größe'];
const TEXTS = ['', 'x', 'text 3', '%', '_%_', 'Ü', '\u{1f30d}', 'a\\b', '\u0000'];
const NUMBERS = [0, -1, 3, 0.5, 1e300, -1e-300, 2 ** 53];
const TIMES = ['2024-02-29', '0001-01-01', '9999-12-31'];

const property: Make = (random) => {
  const name = random.pick(NAMES);
  return { text: `"${name}"`, json: { property: name } };
};
const number: Make = (random) => {
  const value = random.pick(NUMBERS);
  return { text: `${value}`, json: value };
};
const text: Make = (random) => {
  const value = random.pick(TEXTS);
  return { text: `'${value}'`, json: value };
};
const date: Make = (random) => {
  const value = random.pick(TIMES);
  return { text: `DATE('${value}')`, json: { date: value } };
};
const timestamp: Make = (random) => {
  const value = `${random.pick(TIMES)}T23:59:59.5Z`;
  return { text: `TIMESTAMP('${value}')`, json: { timestamp: value } };
};
const interval: Make = (random) => {
  const bounds = [random.pick([...TIMES, '..']), random.pick([...TIMES, '..'])];
  return { text: `INTERVAL('${bounds.join("','")}')`, json: { interval: bounds } };
};

const position = (random: Random) => [random.whole(-200, 200) / 1.2, random.whole(-100, 100) / 1.2];
const wkt = (positions: number[][]) => positions.map((one) => one.join(' ')).join(', ');
const geometry: Make = (random) => {
  const positions = Array.from({ length: random.whole(3, 6) }, () => position(random));
  const ring = [...positions, positions[0]!];
  const [west, south] = positions[0]!;
  return random.pick<Written>([
    { text: `POINT(${wkt([positions[0]!])})`, json: { type: 'Point', coordinates: positions[0] } },
    { text: `LINESTRING(${wkt(positions)})`, json: { type: 'LineString', coordinates: positions } },
    { text: `POLYGON((${wkt(ring)}))`, json: { type: 'Polygon', coordinates: [ring] } },
    { text: `MULTIPOLYGON(((${wkt(ring)})))`, json: { type: 'MultiPolygon', coordinates: [[ring]] } },
    {
      text: `BBOX(${west},-80,9,${south})`,
      json: { bbox: [west, -80, 9, south] },
    },
  ]);
};

const call = (name: string, args: Written[]): Written => ({
  text: `${name}(${args.map((arg) => arg.text).join(', ')})`,
  json: { op: name.toLowerCase(), args: args.map((arg) => arg.json) },
});
const infix = (op: string, [left, right]: [Written, Written]): Written => ({
  text: `(${left.text} ${op} ${right.text})`,
  json: { op: op.toLowerCase(), args: [left.json, right.json] },
});

/** Mostly of the kind that is wanted, now and then of any. */
const VALUES: readonly Make[] = [property, number, text, date, timestamp, interval, geometry];
const value = (...kinds: Make[]): Make => {
  return (random, depth) => {
    if (random.next() < 0.03) return random.pick(VALUES)(random, depth);
    if (depth <= 0 || random.next() < 0.6) return random.pick([property, ...kinds])(random, depth);
    const inner = value(...kinds);
    if (kinds.includes(text))
      return call(random.pick(['CASEI', 'ACCENTI', 'lower', 'upper']), [inner(random, depth - 1)]);
    if (!kinds.includes(number)) return random.pick(kinds)(random, depth);
    if (random.next() < 0.3) return call(random.pick(['abs', 'floor', 'ceil']), [inner(random, depth - 1)]);
    const op = random.pick(['+', '-', '*', '/', '%', 'div', '^']);
    return infix(op, [inner(random, depth - 1), inner(random, depth - 1)]);
  };
};
const numeric = value(number);
const textual = value(text);
const temporal = value(date, timestamp);
const period = value(interval);
const spatial: Make = (random, depth) =>
  random.next() < 0.6 ? { text: 'geometry', json: { property: 'geometry' } } : geometry(random, depth);

const COMPARISONS = ['=', '<>', '<', '>', '<=', '>='];
const SPATIAL = ['INTERSECTS', 'EQUALS', 'DISJOINT', 'TOUCHES', 'WITHIN', 'OVERLAPS', 'CROSSES', 'CONTAINS'];
const TEMPORAL = [
  ...['AFTER', 'BEFORE', 'CONTAINS', 'DISJOINT', 'DURING', 'EQUALS', 'FINISHEDBY', 'FINISHES'],
  ...['INTERSECTS', 'MEETS', 'METBY', 'OVERLAPPEDBY', 'OVERLAPS', 'STARTEDBY', 'STARTS'],
];
const ARRAYS = ['A_CONTAINEDBY', 'A_CONTAINS', 'A_EQUALS', 'A_OVERLAPS'];

const PREDICATES: readonly Make[] = [
  (random, depth) => {
    const kind = random.pick([numeric, textual, temporal]);
    return infix(random.pick(COMPARISONS), [kind(random, depth), kind(random, depth)]);
  },
  (random, depth) => infix('LIKE', [textual(random, depth), text(random, depth)]),
  (random, depth) => {
    const [of, low, high] = [numeric(random, depth), numeric(random, depth), numeric(random, depth)];
    return {
      text: `${of.text} BETWEEN ${low.text} AND ${high.text}`,
      json: { op: 'between', args: [of.json, low.json, high.json] },
    };
  },
  (random, depth) => {
    const [of, ...list] = [numeric, numeric, numeric].map((make) => make(random, depth));
    return {
      text: `${of!.text} IN (${list.map((one) => one.text).join(',')})`,
      json: { op: 'in', args: [of!.json, list.map((one) => one.json)] },
    };
  },
  (random, depth) => {
    const of = textual(random, depth);
    return { text: `${of.text} IS NULL`, json: { op: 'isNull', args: [of.json] } };
  },
  (random, depth) => call(`S_${random.pick(SPATIAL)}`, [spatial(random, depth), spatial(random, depth)]),
  (random, depth) => call(`T_${random.pick(TEMPORAL)}`, [period(random, depth), period(random, depth)]),
  (random) => {
    const list = [number(random, 0), text(random, 0)];
    const array = { text: `(${list.map((one) => one.text)})`, json: list.map((one) => one.json) };
    return call(random.pick(ARRAYS), [{ text: 'list', json: { property: 'list' } }, array]);
  },
];

/** A filter grown from the grammar: most are well typed, some are not. */
export function randomFilter(random: Random, depth = random.whole(0, 5)): Written {
  const inner = () => randomFilter(random, depth - 1);
  if (depth <= 0 || random.next() < 0.4) return random.pick(PREDICATES)(random, 3);
  if (random.next() > 0.25) return infix(random.pick(['AND', 'OR']), [inner(), inner()]);
  const arg = inner();
  return { text: `NOT (${arg.text})`, json: { op: 'not', args: [arg.json] } };
}

/** The same bytes but for a few: changed, left out, put in, repeated, or cut off. */
export function mutated(random: Random, written: string): Buffer {
  let bytes = Buffer.from(written);
  for (let i = random.whole(1, 2); i > 0 && bytes.length > 0; i--) {
    const at = random.whole(0, bytes.length - 1);
    const end = Math.min(bytes.length, at + random.whole(1, 12));
    const [before, piece, after] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
    const put = random.pick([
      Buffer.from([random.whole(0, 255)]),
      Buffer.from(
        random.pick(['(', ')', "'", '"', ',', '\\', '[', '{', '\0', 'NOT ', '..', '1e999', '-', '\ud800']),
      ),
      Buffer.alloc(0),
      Buffer.concat(Array.from({ length: random.whole(2, 40) }, () => piece)),
    ]);
    bytes =
      random.next() < 0.1
        ? before
        : Buffer.concat([before, put, random.next() < 0.5 ? piece : put.subarray(0, 0), after]);
  }
  return bytes.subarray(0, 6000);
}
