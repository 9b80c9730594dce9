import { featureId } from '../data/feature.ts';
import { randomFrom } from '../data/random.ts';
import type { Figure, Measured } from '../figure.ts';
import { Child } from '../floors/child.ts';
import { longestTurn } from '../hub/event-loop.ts';
import type { HubClient } from '../hub/hub-client.ts';
import type { Latencies } from '../load/generator.child.ts';
import { quantile } from '../rounds.ts';
import { BATCH, bulkBodies } from './bulk-put.ts';
import { randomPaths } from './get-feature.ts';
import { withScratchSpaces } from './scratch-space.ts';
import { onHub, type Setting } from './setting.ts';

const LOADED = 'bench-mixed';
const GETS_PER_SECOND = 500;
const FIRST_FEATURES = 20_000;
/** More than a hub takes in. */
const BODIES_PER_SECOND = 25;

type Turn = { p99: number; p99FromDue: number; longestTurn: number };

/**
 * Single GETs at a fixed rate, in turns: on an idle hub, while another space is loaded in bulk, and while the very
 * space they read from is.
 */
export const mixed = onHub(async (setting) => {
  const { client, prepared } = setting;
  const generator = new Child(new URL('../load/generator.child.ts', import.meta.url));
  try {
    return await withScratchSpaces(client, [LOADED], async () => {
      for (const body of bulkBodies(0, FIRST_FEATURES)) await put(client, body);
      return await measure(setting, generator, randomPaths(prepared.count));
    });
  } finally {
    await generator.close();
  }
});

async function measure(setting: Setting, generator: Child, otherPaths: string[]): Promise<Figure[]> {
  const { client, effort } = setting;
  const samePaths = loadedPaths();
  const load = new BulkLoad(client);
  await turn(setting, generator, otherPaths);
  const other: Measured[][] = [[], [], []];
  const same: Measured[][] = [[], [], []];
  for (let round = 0; round < effort.rounds; round++) {
    const idle = await turn(setting, generator, otherPaths);
    load.prepare(effort.seconds * 2);
    load.start();
    const besides = await turn(setting, generator, otherPaths);
    const within = await turn(setting, generator, samePaths);
    await load.stop();
    record(other, besides, idle);
    record(same, within, idle);
  }
  return [...figures('other space loaded', other), ...figures('same space loaded', same)];
}

function record([p99, fromDue, turns]: Measured[][], loaded: Turn, idle: Turn): void {
  p99!.push({ ours: loaded.p99, floor: idle.p99 });
  fromDue!.push({ ours: loaded.p99FromDue, floor: idle.p99FromDue });
  turns!.push({ ours: loaded.longestTurn, floor: idle.longestTurn });
}

function figures(where: string, [p99, fromDue, turns]: Measured[][]): Figure[] {
  const name = `mixed, ${where}`;
  return [
    {
      name: `${name}: p99 of GETs`,
      unit: 'ms',
      rounds: p99!,
      target: { of: 'ratio', below: 10 },
      note: `${GETS_PER_SECOND} GETs a second, open loop, timed from sending; floor: the same on an idle hub`,
    },
    { name: `${name}: p99 from due time`, unit: 'ms', rounds: fromDue! },
    {
      name: `${name}: longest event-loop turn`,
      unit: 'ms',
      take: 'highest',
      rounds: turns!,
      target: { of: 'ours', below: 50 },
      note: 'nodejs_eventloop_lag_max_seconds of /metrics, which counts its own 10 ms tick; highest of all rounds',
    },
  ];
}

async function turn({ client, hub, effort }: Setting, generator: Child, paths: string[]): Promise<Turn> {
  await longestTurn(client);
  const { fromSent, fromDue } = await generator.ask<Latencies>(
    'getAtRate',
    hub.url,
    paths,
    GETS_PER_SECOND,
    effort.seconds,
  );
  return {
    p99: quantile(fromSent, 0.99),
    p99FromDue: quantile(fromDue, 0.99),
    longestTurn: (await longestTurn(client)) * 1000,
  };
}

/** Features that are in the loaded space from the beginning. */
function loadedPaths(): string[] {
  const random = randomFrom(2);
  return Array.from(
    { length: FIRST_FEATURES },
    () => `/hub/spaces/${LOADED}/features/${featureId(random.whole(0, FIRST_FEATURES - 1))}`,
  );
}

async function put(client: HubClient, body: Buffer): Promise<void> {
  await client.drain('PUT', `/hub/spaces/${LOADED}/features`, () => {}, { body });
}

/** PUTs collections of new features one after the other until it is stopped. */
class BulkLoad {
  readonly #client: HubClient;
  readonly #ready: Buffer[] = [];
  #next = FIRST_FEATURES;
  #running: Promise<void> | undefined;
  #stopped = false;

  constructor(client: HubClient) {
    this.#client = client;
  }

  /** Makes bodies for so many seconds, so that making them takes nothing from the hub later. */
  prepare(seconds: number): void {
    while (this.#ready.length < seconds * BODIES_PER_SECOND) this.#ready.push(this.#make());
  }

  #make(): Buffer {
    const [body] = bulkBodies(this.#next, BATCH);
    this.#next += BATCH;
    return body!;
  }

  start(): void {
    this.#stopped = false;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) await put(this.#client, this.#ready.shift() ?? this.#make());
  }
}
