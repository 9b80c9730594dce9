import type { Figure } from '../../figure.ts';
import { HubClient } from '../../hub/hub-client.ts';
import { HubProcess } from '../../hub/hub-process.ts';
import { tableLine } from '../../table.ts';
import type { Bench } from '../setting.ts';
import { limitMs } from './questions.ts';
import { hexbinsOfEurope } from './tiles.ts';

const RESOLUTIONS = [4, 8];

/** What the first request of a process takes, for which it has nothing in memory and no code compiled. */
export async function firstBins({ prepared, effort }: Bench): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const resolution of RESOLUTIONS) {
    const rounds = [];
    for (let round = 0; round < effort.rounds; round++)
      rounds.push({ ours: await firstRequest(prepared, hexbinsOfEurope(resolution)), floor: undefined });
    figures.push({
      name: `columns, hexbins of resolution ${resolution} of Europe, first request of a process`,
      unit: 'ms',
      rounds,
      target: { of: 'ours', below: limitMs(300, prepared.count) },
      note: 'cells are stored from the second run on',
    });
    console.error(tableLine(figures.at(-1)!));
  }
  return figures;
}

async function firstRequest(prepared: Bench['prepared'], path: string): Promise<number> {
  const hub = await HubProcess.start(prepared);
  const client = new HubClient(hub.url);
  try {
    const started = performance.now();
    await client.send('GET', `${path}&skipCache=true`);
    return performance.now() - started;
  } finally {
    client.close();
    await hub.stop();
  }
}
