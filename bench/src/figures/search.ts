import { INDEXED_PROPERTY, PLAIN_PROPERTY, SELECTIVITY } from '../data/feature.ts';
import { SPACE, spaceFile } from '../data/filling.ts';
import { randomFrom } from '../data/random.ts';
import type { Figure } from '../figure.ts';
import { Child } from '../floors/child.ts';
import type { HubClient } from '../hub/hub-client.ts';
import { inTurns } from '../rounds.ts';
import { onHub } from './setting.ts';

type Search = { name: string; property: string; repeats: number };

const SEARCHES: readonly Search[] = [
  { name: 'search, property without an index', property: PLAIN_PROPERTY, repeats: 1 },
  { name: 'search, property with an index', property: INDEXED_PROPERTY, repeats: 20 },
];

/** One value of a property that a thousandth of the features has, against a loop that parses every feature. */
export const search = onHub(async ({ prepared, client, effort }) => {
  const reader = new Child(new URL('../floors/sqlite-read.child.ts', import.meta.url));
  await reader.ask('open', spaceFile(prepared, SPACE));
  try {
    const figures: Figure[] = [];
    for (const { name, property, repeats } of SEARCHES) {
      await compareAnswers(client, reader, property);
      const random = randomFrom(3);
      const someValue = () => random.whole(0, SELECTIVITY - 1);
      const floor = async () => 1 / (await searchPlainly(reader, property, someValue())).seconds;
      const ours = async () => {
        const started = performance.now();
        for (let i = 0; i < repeats; i++) await client.send('GET', searchPath(property, someValue()));
        return (repeats * 1000) / (performance.now() - started);
      };
      figures.push({
        name,
        unit: 'searches/s',
        rounds: await inTurns(effort.rounds, floor, ours),
        note: `finds one feature in ${SELECTIVITY}; floor: node:sqlite loop that JSON.parses every feature`,
      });
    }
    return figures;
  } finally {
    await reader.close();
  }
});

function searchPath(property: string, value: number): string {
  return `/hub/spaces/${SPACE}/search?p.${property}=${value}`;
}

function searchPlainly(reader: Child, property: string, value: number) {
  return reader.ask<{ seconds: number; found: number }>('search', property, value);
}

async function compareAnswers(client: HubClient, reader: Child, property: string): Promise<void> {
  const { features } = (await client.json('GET', searchPath(property, 7))) as { features: unknown[] };
  const { found } = await searchPlainly(reader, property, 7);
  if (features.length !== found)
    throw new Error(`the hub found ${features.length} features by ${property}, the plain loop ${found}`);
}
