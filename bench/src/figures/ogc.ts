import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../../../testing/programs.ts';
import { PLAIN_PROPERTY, SELECTIVITY } from '../data/feature.ts';
import { SPACE } from '../data/filling.ts';
import { randomFrom } from '../data/random.ts';
import type { Figure } from '../figure.ts';
import { TOKEN } from '../hub/hub-process.ts';
import { processorTime } from '../hub/processor-time.ts';
import { startMapServer } from '../rivals/mapserver.ts';
import { inTurns, type Round } from '../rounds.ts';
import { type Fetch, PAGE, pagesOfHub, pagesOfIterate, pagesOfMapServer } from './ogc.pages.ts';
import { onHub, type Setting } from './setting.ts';

const MAX_FEATURES = 100_000;
const SEARCHES = 20;

type Turn = { perSecond: number; processorMs: number };

/** Pages of OGC API Features beside those of MapServer and of `iterate`; CQL2 beside the hub's own syntax. */
export const ogc = onHub(async (setting) => [
  ...(await besideMapServer(setting)),
  ...(await besideIterate(setting)),
  ...(await filters(setting)),
  ...(await byGdal(setting)),
]);

function countOf({ prepared }: Setting): number {
  return Math.min(MAX_FEATURES, Math.floor(prepared.count / PAGE) * PAGE);
}

/** One page is enough to warm up. */
function fetchOf(setting: Setting, isWarmUp: boolean, { url }: { url: string } = setting.hub): Fetch {
  return { url, count: isWarmUp ? PAGE : countOf(setting), scratch: setting.prepared.scratch };
}

async function besideMapServer(setting: Setting): Promise<Figure[]> {
  const mapserver = await startMapServer(setting.prepared);
  if (!mapserver) return [];
  try {
    const rounds = await inTurns(
      setting.effort.rounds,
      (isWarmUp) => measured(mapserver.pids(), fetchOf(setting, isWarmUp, mapserver), pagesOfMapServer),
      (isWarmUp) => measured([setting.hub.pid], fetchOf(setting, isWarmUp), pagesOfHub),
    );
    return [
      {
        name: 'ogc, all pages beside MapServer',
        unit: 'features/s',
        rounds: each(rounds, ({ perSecond }) => perSecond),
        target: { of: 'ratio', atLeast: 5 },
        note: `${countOf(setting)} features, ${PAGE} a page, one curl after another`,
      },
      {
        name: 'ogc, all pages beside MapServer, processor time of 1000 features',
        unit: 'ms',
        rounds: each(rounds, ({ processorMs }) => processorMs),
      },
    ];
  } finally {
    await mapserver.stop();
  }
}

async function besideIterate(setting: Setting): Promise<Figure[]> {
  const pids = [setting.hub.pid];
  const rounds = await inTurns(
    setting.effort.rounds,
    (isWarmUp) => measured(pids, fetchOf(setting, isWarmUp), pagesOfIterate),
    (isWarmUp) => measured(pids, fetchOf(setting, isWarmUp), pagesOfHub),
  );
  return [
    {
      name: 'ogc, a page beside one of iterate, processor time of 1000 features',
      unit: 'ms',
      rounds: each(rounds, ({ processorMs }) => processorMs),
      target: { of: 'ratio', below: 1.35 },
      note: 'items are without what the hub notes in features, and have numberMatched and links',
    },
  ];
}

async function filters(setting: Setting): Promise<Figure[]> {
  const { client, hub, effort } = setting;
  const random = randomFrom(5);
  const search = (query: (value: number) => string) => async () => {
    const before = processorTime(hub.pid);
    for (let i = 0; i < SEARCHES; i++) {
      const value = random.whole(0, SELECTIVITY - 1);
      await client.send('GET', `/hub/spaces/${SPACE}/search?${query(value)}&skipCache=true`);
    }
    return ((processorTime(hub.pid) - before) * 1000) / SEARCHES;
  };
  const own = search((value) => `p.${PLAIN_PROPERTY}=${value}`);
  const cql = search((value) => `filter=${encodeURIComponent(`"${PLAIN_PROPERTY}" = ${value}`)}`);
  return [
    {
      name: "a CQL2 filter beside the hub's own syntax, processor time",
      unit: 'ms',
      rounds: await inTurns(effort.rounds, own, cql),
      target: { of: 'ratio', below: 1.1 },
      note: `one feature in ${SELECTIVITY}, by a property without an index`,
    },
  ];
}

/** The whole of what a user of GDAL does; most of it is the time of GDAL itself. */
async function byGdal(setting: Setting): Promise<Figure[]> {
  const ogr2ogr = findProgram(['ogr2ogr'], 'gdal-bin');
  if ('skip' in ogr2ogr) return [];
  const out = join(setting.prepared.scratch, 'ogc.geojsonl');
  const rounds: { ours: number; floor: undefined }[] = [];
  for (let round = 0; round < setting.effort.rounds; round++) {
    rmSync(out, { force: true });
    const started = performance.now();
    const paging = ['-oo', `PAGE_SIZE=${PAGE}`, '-limit', String(countOf(setting))];
    const source = `OAPIF:${setting.hub.url}/ogc`;
    await promisify(execFile)(ogr2ogr.path, ['-f', 'GeoJSONSeq', out, source, SPACE, ...paging], {
      env: { ...process.env, GDAL_HTTP_AUTH: 'BASIC', GDAL_HTTP_USERPWD: `bench:${TOKEN}` },
      maxBuffer: 1e9,
    });
    rounds.push({ ours: (countOf(setting) * 1000) / (performance.now() - started), floor: undefined });
  }
  rmSync(out, { force: true });
  return [{ name: 'ogc, all pages by ogr2ogr', unit: 'features/s', rounds }];
}

async function measured(
  pids: number[],
  fetch: Fetch,
  pages: (fetch: Fetch) => Promise<number>,
): Promise<Turn> {
  const used = () => pids.reduce((sum, pid) => sum + processorTime(pid), 0);
  const [before, started] = [used(), performance.now()];
  const count = await pages(fetch);
  if (count < fetch.count) throw new Error(`the pages have ${count} features of ${fetch.count}`);
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: count / seconds, processorMs: ((used() - before) * 1e6) / count };
}

function each(rounds: Round<Turn>[], value: (turn: Turn) => number): Round<number>[] {
  return rounds.map(({ ours, floor }) => ({ ours: value(ours), floor: value(floor) }));
}
