import { join } from 'node:path';
import { SPACE, spaceFile } from '../data/filling.ts';
import type { Box } from '../data/geometry.ts';
import type { Figure } from '../figure.ts';
import { Child } from '../floors/child.ts';
import { processorTime } from '../hub/processor-time.ts';
import { type GetLoad, openGetLoad } from '../load/get-rate.ts';
import { ITEMS, type MapServer, startMapServer } from '../rivals/mapserver.ts';
import { inTurns, type Round } from '../rounds.ts';
import { path as hubPath } from './boxes.ts';
import { onHub, type Setting, shortTurn } from './setting.ts';

const FEATURES = 1000;
const LIMIT = 2000;
const BOXES = 200;

type Turn = { perSecond: number; processorMs: number };

/** The same boxes of the same features, asked of the hub and of MapServer. */
export const rivals = onHub(async (setting) => {
  const mapserver = await startMapServer(setting.prepared);
  if (!mapserver) return [];
  const reader = new Child(new URL('../floors/sqlite-areas.child.ts', import.meta.url));
  await reader.ask('open', spaceFile(setting.prepared, SPACE));
  const boxes = await reader.ask<Box[]>('boxesOf', FEATURES, BOXES);
  await reader.close();
  try {
    await compareResponses(setting, mapserver, boxes[0]!);
    return [
      ...(await figuresOf(setting, mapserver, boxes, 1)),
      ...(await figuresOf(setting, mapserver, boxes, 8)),
    ];
  } finally {
    await mapserver.stop();
  }
});

async function figuresOf(
  { prepared, hub, effort }: Setting,
  mapserver: MapServer,
  boxes: Box[],
  connections: number,
): Promise<Figure[]> {
  const { scratch } = prepared;
  const ours = openGetLoad(
    boxes.map((box) => `${hubPath(box)}&limit=${LIMIT}`),
    join(scratch, 'hub-boxes.txt'),
  );
  const theirs = openGetLoad(boxes.map(itemsPath), join(scratch, 'mapserver-boxes.txt'));
  const turn = async (load: GetLoad, url: string, pids: number[], isWarmUp: boolean): Promise<Turn> => {
    const used = () => pids.reduce((sum, pid) => sum + processorTime(pid), 0);
    const before = used();
    const { requests, seconds } = await load.run({
      ...{ url, connections, seconds: shortTurn(effort, isWarmUp) },
    });
    return { perSecond: requests / seconds, processorMs: ((used() - before) * 1000) / requests };
  };
  const rounds = await inTurns(
    effort.rounds,
    (isWarmUp) => turn(theirs, mapserver.url, mapserver.pids(), isWarmUp),
    (isWarmUp) => turn(ours, hub.url, [hub.pid], isWarmUp),
  );
  await Promise.all([ours.close(), theirs.close()]);
  const name = `bbox beside MapServer, ${connections} ${connections === 1 ? 'connection' : 'connections'}`;
  return [
    { name, unit: 'req/s', rounds: each(rounds, ({ perSecond }) => perSecond), note: NOTE },
    { name: `${name}, processor time`, unit: 'ms', rounds: each(rounds, ({ processorMs }) => processorMs) },
  ];
}

const NOTE = `about ${FEATURES} features, skipCache=true; floor: MapServer 8, OGC API Features of a GeoPackage with a spatial index, FastCGI behind lighttpd`;

function each(rounds: Round<Turn>[], value: (turn: Turn) => number): Round<number>[] {
  return rounds.map(({ ours, floor }) => ({ ours: value(ours), floor: value(floor) }));
}

function itemsPath({ west, south, east, north }: Box): string {
  return `${ITEMS}?f=json&limit=${LIMIT}&bbox=${west},${south},${east},${north}`;
}

/** Both must find the same features, but for what the one decides by boxes and the other by shapes. */
async function compareResponses({ client }: Setting, mapserver: MapServer, box: Box): Promise<void> {
  const ours = (await client.json('GET', hubPath(box))) as { features: unknown[] };
  const theirs = (await (await fetch(`${mapserver.url}${itemsPath(box)}`)).json()) as { features: unknown[] };
  const [few, many] = [ours.features.length, theirs.features.length].sort((a, b) => a - b);
  if (many! - few! > many! * 0.02)
    throw new Error(`the hub finds ${ours.features.length} features, MapServer ${theirs.features.length}`);
}
