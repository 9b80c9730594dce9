import { statSync } from 'node:fs';
import { SPACE, spaceFile } from '../data/filling.ts';
import type { Figure } from '../figure.ts';
import { startBareServer } from '../floors/bare-http.ts';
import { HubClient } from '../hub/hub-client.ts';
import { readSpaceSize } from '../hub/space-size.ts';
import { inTurns, median } from '../rounds.ts';
import { onHub, type Setting } from './setting.ts';

const REPEATS = 50;
const LIMIT_MS = 10;

/** What is known of a space without reading it, one request after the other, against a bare server's fixed body. */
export const facts = onHub(async (setting) => [
  await latency(setting, 'statistics'),
  await latency(setting, 'count'),
]);

async function latency({ client, effort }: Setting, call: string): Promise<Figure> {
  const path = `/hub/spaces/${SPACE}/${call}`;
  const { body } = await client.send('GET', path);
  const bare = await startBareServer(body.length);
  const bareClient = new HubClient(bare.url);
  const rounds = await inTurns(
    effort.rounds,
    () => typicalMs(bareClient, '/'),
    () => typicalMs(client, path),
  );
  bareClient.close();
  await bare.close();
  return {
    name: call,
    unit: 'ms',
    rounds,
    target: { of: 'ours', below: LIMIT_MS },
    note: `median of ${REPEATS} in a row; floor: bare node:http with a body of ${body.length} bytes`,
  };
}

async function typicalMs(client: HubClient, path: string): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < REPEATS; i++) {
    const started = performance.now();
    await client.send('GET', path);
    times.push(performance.now() - started);
  }
  return median(times);
}

/** What a feature takes on disk with all its indexes, against its text alone. */
export const fileSize = onHub(async ({ prepared, client }) => {
  const { features, bytes } = await readSpaceSize(client, SPACE);
  const { size } = statSync(spaceFile(prepared, SPACE));
  return [
    {
      name: 'file-size, a feature',
      unit: 'bytes',
      rounds: [{ ours: size / features, floor: bytes / features }],
      note: 'with one indexed property and 2 tags a feature; floor: the bytes of its text',
    },
  ];
});
