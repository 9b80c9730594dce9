import { type BBox, invalid } from '@meridian/hub';
import type { QueryParameter } from '../http/parameter.ts';
import type { QueryString } from '../http/request/query-string.ts';
import { parameters } from './parameter.ts';
import { readNumber } from './values.ts';

/** Around Berlin, for the documentation. */
const EXAMPLE_BOX: Record<string, number> = { west: 13.0, south: 52.3, east: 13.8, north: 52.7 };

const EDGES = { west: 180, south: 90, east: 180, north: 90 } as const;

/** The box of a request. One whose west lies east of its east crosses the antimeridian: two boxes. */
function readBox(query: QueryString): { boxes: BBox[] } {
  const west = readEdge(query, 'west');
  const [south, north] = [readEdge(query, 'south'), readEdge(query, 'north')].sort((a, b) => a - b) as [
    number,
    number,
  ];
  return { boxes: boxesOf([west, south, readEdge(query, 'east'), north]) };
}

/** Two where the antimeridian is crossed. */
export function boxesOf([west, south, east, north]: readonly [number, number, number, number]): BBox[] {
  if (west <= east) return [{ west, south, east, north }];
  return [
    { west, south, east: 180, north },
    { west: -180, south, east, north },
  ];
}

function readEdge(query: QueryString, name: keyof typeof EDGES): number {
  const max = EDGES[name];
  const value = readNumber(query, name, -max, max);
  if (value === undefined) throw invalid(`${name} is missing: a box needs west, south, east and north`);
  return value;
}

const boxEdges: readonly QueryParameter[] = Object.entries(EDGES).map(([name, max]) => ({
  name,
  description: `The ${name} edge of the box, in degrees.`,
  schema: { type: 'number', minimum: -max, maximum: max, examples: [EXAMPLE_BOX[name]!] },
  required: true,
}));

export const box = parameters(boxEdges, readBox);

/** The same where the whole space is meant if no edge is sent. */
export const optionalBox = parameters(
  boxEdges.map((edge) => ({ ...edge, required: false })),
  (query) => (boxEdges.some(({ name }) => query.one(name) !== undefined) ? readBox(query) : undefined),
);
