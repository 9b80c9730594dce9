import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { SPACE } from '../data/filling.ts';
import { HubClient } from '../hub/hub-client.ts';
import { HubProcess } from '../hub/hub-process.ts';
import { inTurns } from '../rounds.ts';
import type { Measurement } from './setting.ts';

const BARE = fileURLToPath(new URL('../floors/started.child.ts', import.meta.url));

/** From the command to the first feature count answered, against an empty Node server. */
export const startUp: Measurement = async ({ prepared, effort }) => {
  return [
    {
      name: 'start-up',
      unit: 's',
      rounds: await inTurns(effort.rounds, startBare, () => startHub(prepared)),
      target: { of: 'ours', below: 3 },
      note: 'to the response of the first count; floor: an empty node:http server',
    },
  ];
};

async function startBare(): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, [BARE], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const seconds = (performance.now() - started) / 1000;
  child.kill();
  await once(child, 'exit');
  return seconds;
}

async function startHub(prepared: { data: string; log: string }): Promise<number> {
  const started = performance.now();
  const hub = await HubProcess.start(prepared);
  const client = new HubClient(hub.url);
  await client.send('GET', `/hub/spaces/${SPACE}/count`);
  const seconds = (performance.now() - started) / 1000;
  client.close();
  await hub.stop();
  return seconds;
}
