import { INDEXED_PROPERTY, PLAIN_PROPERTY, SELECTIVITY } from '../data/feature.ts';
import { SPACE, spaceFile } from '../data/filling.ts';
import { randomFrom } from '../data/random.ts';
import type { Figure, Measured } from '../figure.ts';
import { Child } from '../floors/child.ts';
import type { HubClient } from '../hub/hub-client.ts';
import { onHub } from './setting.ts';

type Search = { name: string; property: string; repeats: number };

const SEARCHES: readonly Search[] = [
  { name: 'search, property without an index', property: PLAIN_PROPERTY, repeats: 1 },
  { name: 'search, property with an index', property: INDEXED_PROPERTY, repeats: 20 },
];

const COMPARED_VALUE = 7;

/** One value of a property that a thousandth of the features has, against a loop that parses every feature. */
export const search = onHub(async ({ prepared, client, effort }) => {
  const reader = new Child(new URL('../floors/sqlite-read.child.ts', import.meta.url));
  await reader.ask('open', spaceFile(prepared, SPACE));
  const random = randomFrom(3);
  const someValue = () => random.whole(0, SELECTIVITY - 1);
  const figures: Figure[] = SEARCHES.map(({ name }) => ({
    name,
    unit: 'searches/s',
    rounds: [],
    note: `finds one feature in ${SELECTIVITY}; floor: node:sqlite loop that JSON.parses every feature`,
  }));
  const rounds: Measured[][] = SEARCHES.map(() => []);
  try {
    // The plain loop takes as long for any property: one turn is the floor of both. Comparing warms the hub up.
    for (let round = 0; round < effort.rounds; round++) {
      const { property: compared } = SEARCHES[round % SEARCHES.length]!;
      const { seconds, found } = await searchPlainly(reader, compared, COMPARED_VALUE);
      if (round < SEARCHES.length) await compareResponses(client, compared, found);
      for (const [i, { property, repeats }] of SEARCHES.entries()) {
        const started = performance.now();
        for (let turn = 0; turn < repeats; turn++)
          await client.send('GET', searchPath(property, someValue()));
        const ours = (repeats * 1000) / (performance.now() - started);
        rounds[i]!.push({ ours, floor: 1 / seconds });
      }
    }
    return figures.map((figure, i) => ({ ...figure, rounds: rounds[i]! }));
  } finally {
    await reader.close();
  }
});

function searchPath(property: string, value: number): string {
  return `/hub/spaces/${SPACE}/search?p.${property}=${value}&skipCache=true`;
}

function searchPlainly(reader: Child, property: string, value: number) {
  return reader.ask<{ seconds: number; found: number }>('search', property, value);
}

async function compareResponses(client: HubClient, property: string, found: number): Promise<void> {
  const { features } = (await client.json('GET', searchPath(property, COMPARED_VALUE))) as {
    features: unknown[];
  };
  if (features.length !== found)
    throw new Error(`the hub found ${features.length} features by ${property}, the plain loop ${found}`);
}
