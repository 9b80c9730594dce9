import { readFile } from 'node:fs/promises';

type Place = { id: string; properties: Record<string, unknown> };

/** Natural Earth 1:110 million, which is in the public domain: a feature a line. */
export async function naturalEarth(name: 'countries' | 'places' | 'rivers'): Promise<Place[]> {
  const file = new URL(`natural-earth/${name}.geojsonl`, import.meta.url);
  return (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Place);
}

/** The populated places that the standard has numbers for. */
export async function placesOfStandard(): Promise<Place[]> {
  return (await naturalEarth('places')).map(withColumns);
}

/**
 * The columns of the standard's data that are not in ours, or that its authors have made up: values of which as many are
 * equal, less and between as of theirs.
 */
function withColumns({ properties, ...rest }: Place, i: number): Place {
  const pop_other = populationOf(i);
  const pop_min = i < 94 ? pop_other : pop_other + 1;
  const pop_max = i < 27 ? pop_min : pop_min + 1;
  return { ...rest, properties: { ...properties, pop_other, pop_min, pop_max, ...TIMES[i] } };
}

function populationOf(i: number): number {
  if (i < 100) return i * 1000;
  if (i < 120) return 1_000_000 + i;
  return { 120: 1_038_288, 121: 1_611_692, 175: 3_013_258 }[i] ?? (i < 175 ? 2_000_000 : 4_000_000) + i;
}

/** Of the first three: the others have none. */
const TIMES = [
  {
    date: '2021-04-16',
    start: '2021-04-16T10:15:59Z',
    end: '2022-04-16T10:16:06Z',
    boolean: true,
    list: ['foo', 'bar'],
  },
  {
    date: '2022-04-16',
    start: '2022-04-16T10:13:19Z',
    end: '2023-04-16T10:15:10Z',
    boolean: false,
    list: ['foo'],
  },
  { date: '2023-04-16', start: '2022-04-16T10:15:10Z', end: '2022-04-16T10:16:06Z', boolean: true, list: [] },
];
