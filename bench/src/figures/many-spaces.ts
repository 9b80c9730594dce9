import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Prepared } from '../data/prepared.ts';
import type { Figure, Measured, Target } from '../figure.ts';
import { HubClient } from '../hub/hub-client.ts';
import { HubProcess } from '../hub/hub-process.ts';
import { memory } from '../hub/memory.ts';
import type { Measurement } from './setting.ts';

/** Spaces of the hub that is measured, by features of the bench: a quick one has fewer. */
const SPACES = 10_000;
const FEW = 10;
const QUICK_BELOW = 100_000;
const AT_ONCE = 16;
const LISTS = 5;

type Look = { created: number; started: number; listed: number; idle: number };

/** A hub with very many spaces, each with a feature, beside one with a few. */
export const manySpaces: Measurement = async ({ prepared, effort }) => {
  const count = effort.features < QUICK_BELOW ? SPACES / 10 : SPACES;
  const few = await look(prepared, FEW);
  const many = await look(prepared, count);
  const figure = (
    name: string,
    unit: Figure['unit'],
    value: (look: Look) => number,
    target?: Target,
  ): Figure => {
    const rounds: Measured[] = [{ ours: value(many), floor: value(few) }];
    return { name: `${count} spaces: ${name}`, unit, rounds, ...(target ? { target } : {}), note: NOTE };
  };
  return [
    figure('created, a space', 'ms', ({ created }) => created),
    figure('start-up', 's', ({ started }) => started, { of: 'ours', below: 2 }),
    figure('the list of all', 'ms', ({ listed }) => listed),
    figure('idle memory', 'MB', ({ idle }) => idle / 1e6, { of: 'ours', below: 400 }),
  ];
};

const NOTE = `of one feature each; floor: a hub with ${FEW} spaces`;

async function look(prepared: Prepared, count: number): Promise<Look> {
  const options = { ...prepared, data: join(prepared.scratch, `spaces-${count}`) };
  const first = await HubProcess.start(options);
  const created = await createAll(first, count);
  await first.stop();
  const begun = performance.now();
  const hub = await HubProcess.start(options);
  const client = new HubClient(hub.url);
  try {
    await client.send('GET', `/hub/spaces/${spaceId(0)}/count`);
    const started = (performance.now() - begun) / 1000;
    const idle = memory(hub.pid);
    const lists: number[] = [];
    for (let i = 0; i < LISTS; i++) {
      const asked = performance.now();
      const all = (await client.json('GET', '/hub/spaces')) as unknown[];
      lists.push(performance.now() - asked);
      if (all.length !== count) throw new Error(`${all.length} spaces of ${count} are listed`);
    }
    return { created, started, listed: Math.min(...lists), idle };
  } finally {
    client.close();
    await hub.stop();
    rmSync(options.data, { recursive: true });
  }
}

function spaceId(n: number): string {
  return `space-${n}`;
}

/** Milliseconds for each, with some at once. */
async function createAll(hub: HubProcess, count: number): Promise<number> {
  const client = new HubClient(hub.url);
  const started = performance.now();
  const waiting = Array.from({ length: count }, (_, n) => spaceId(n));
  const create = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      await client.json('POST', '/hub/spaces', { id, title: `Space ${id}` });
      const feature = {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [8, 50] },
        properties: { id },
      };
      await client.json('PUT', `/hub/spaces/${id}/features/one`, feature);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, create));
  client.close();
  return (performance.now() - started) / count;
}
