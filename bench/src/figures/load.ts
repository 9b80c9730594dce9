import { SPACE } from '../data/filling.ts';
import type { Figure } from '../figure.ts';
import { Child } from '../floors/child.ts';
import { longestTurn } from '../hub/event-loop.ts';
import { peakMemory, resetPeakMemory } from '../hub/memory.ts';
import type { Met, SessionOrder } from '../load/sessions.child.ts';
import { quantile } from '../rounds.ts';
import { withScratchSpaces } from './scratch-space.ts';
import { onHub, type Setting } from './setting.ts';

const INGESTED = 'bench-ingested';
/** Of `effort.seconds`: five minutes of the usual three seconds. */
const LENGTH = 100;

const KINDS: readonly Pick<SessionOrder, 'kind' | 'clients' | 'space'>[] = [
  { kind: 'map', clients: 50, space: SPACE },
  { kind: 'dashboard', clients: 4, space: SPACE },
  { kind: 'ingest', clients: 1, space: INGESTED },
];

/**
 * Fifty people pan maps, four dashboards renew themselves, one client loads in bulk, all at once. Whoever waits does not
 * ask on, so a stall is met by fewer requests than there would be: the percentiles say what those clients felt.
 */
export const load = onHub(async (setting) => {
  const { client, hub } = setting;
  return withScratchSpaces(client, [INGESTED], async () => {
    await longestTurn(client);
    resetPeakMemory(hub.pid);
    const before = peakMemory(hub.pid);
    const met = await Promise.all(KINDS.map((kind) => session(setting, kind)));
    const figures = KINDS.flatMap(({ kind, clients }, i) =>
      figuresOf(`load, ${clients} ${kind}`, met[i]!, setting),
    );
    return [
      ...figures,
      one('load: longest event-loop turn', 'ms', (await longestTurn(client)) * 1000),
      one('load: memory of hub before', 'MB', before / 1024 ** 2),
      one('load: memory of hub at most', 'MB', peakMemory(hub.pid) / 1024 ** 2),
    ];
  });
});

async function session({ hub, effort }: Setting, kind: (typeof KINDS)[number]): Promise<Met> {
  const child = new Child(new URL('../load/sessions.child.ts', import.meta.url));
  try {
    return await child.ask<Met>('run', {
      ...kind,
      url: hub.url,
      seconds: effort.seconds * LENGTH,
    } satisfies SessionOrder);
  } finally {
    await child.close();
  }
}

function figuresOf(name: string, { milliseconds, errors }: Met, { effort }: Setting): Figure[] {
  if (errors.length > 0) console.error(`${name}: ${errors.slice(0, 3).join('; ')}`);
  return [
    one(`${name}: requests`, 'req/s', milliseconds.length / (effort.seconds * LENGTH)),
    ...[0.5, 0.95, 0.99].map((share) => one(`${name}: p${share * 100}`, 'ms', quantile(milliseconds, share))),
    { ...one(`${name}: errors`, 'errors', errors.length), target: { of: 'ours', below: 1 } },
  ];
}

function one(name: string, unit: Figure['unit'], ours: number): Figure {
  return { name, unit, rounds: [{ ours, floor: undefined }] };
}
