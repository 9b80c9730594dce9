import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../harness/program.ts';
import { Random } from '../harness/random.ts';
import { checkFiles } from './files.ts';
import { KillableHub } from './killable-hub.ts';
import { Ledger } from './ledger.ts';
import { verifySpace } from './verify.ts';
import { Writer } from './writer.ts';

const SPACES = ['process-a', 'process-b'];
const WRITERS_PER_SPACE = 3;
const PROCESSES = 3;
/** Now and then it is the process that writes. */
const MAIN_EVERY = 5;

export type ProcessKillReport = {
  readonly kills: number;
  readonly acknowledged: number;
  readonly looks: number;
};

/** Kills single processes of a hub that has several, again and again: nothing is lost, and nobody sees an older state. */
export async function killProcesses(
  kills: number,
  seed: number,
  log: (line: string) => void,
): Promise<ProcessKillReport> {
  const random = new Random(seed);
  const data = join(temporaryFolder(), 'data');
  const ledgers = SPACES.map((space) => new Ledger(space));
  const writers = ledgers.flatMap((ledger) =>
    Array.from(
      { length: WRITERS_PER_SPACE },
      (_, index) => new Writer(`${ledger.space}-${index}`, ledger, random.fork()),
    ),
  );
  const counter = new Counter();
  let acknowledged = 0;
  let hub = await new KillableHub(data, PROCESSES).ready();
  try {
    for (const id of [...SPACES, counter.space]) await hub.write('POST', '/hub/spaces', { id, title: id });
    for (let kill = 1; kill <= kills; kill++) {
      const isMain = kill % MAIN_EVERY === 0;
      let due = random.whole(1, 60);
      let killing: Promise<void> | undefined;
      const count = () => {
        acknowledged++;
        if (--due === 0) killing = isMain ? hub.killMain() : hub.killReader(random);
      };
      await Promise.all([
        ...writers.map((writer) => writer.run(hub, Number.POSITIVE_INFINITY, count)),
        counter.run(hub, count),
      ]);
      await killing;
      if (isMain) {
        checkFiles(data);
        hub = await new KillableHub(data, PROCESSES).ready();
      } else hub.revive();
      await settled(hub);
      for (const ledger of ledgers) await verifySpace(hub, ledger);
      await counter.look(hub);
      log(
        `kill ${kill} of ${kills} (${isMain ? 'main' : 'reader'}): ${acknowledged} writes acknowledged so far`,
      );
    }
    assert.equal(await hub.stop(), 0, 'exit code of the orderly stop');
    checkFiles(data);
    return { kills, acknowledged, looks: counter.looks };
  } finally {
    await hub.kill();
  }
}

/** Writes that a killed process had passed on go on in the main one. */
async function settled(hub: KillableHub): Promise<void> {
  for (;;) {
    const { text } = await hub.request('GET', '/metrics');
    if (/^meridian_writes_running 0$/m.test(text) && /^meridian_writes_waiting 0$/m.test(text)) return;
    await sleep(20);
  }
}

/** A number that only grows, looked at on new connections, which reach now the one process and now the other. */
class Counter {
  readonly space = 'process-counter';
  #written = 0;
  #seen = 0;
  looks = 0;

  async run(hub: KillableHub, count: () => void): Promise<void> {
    while (!hub.killed) {
      const n = this.#written + 1;
      const body = { type: 'Feature', geometry: null, properties: { n } };
      this.#written = n;
      if ((await hub.write('PUT', `/hub/spaces/${this.space}/features/n`, body)) === undefined) return;
      this.#seen = Math.max(this.#seen, n);
      count();
      for (let i = 0; i < 3 && !hub.killed; i++) await this.look(hub);
    }
  }

  async look(hub: KillableHub): Promise<void> {
    const atLeast = this.#seen;
    const read = `/hub/spaces/${this.space}/features/n`;
    const found = await hub.request<{ properties: { n: number } }>('GET', read).catch((error: unknown) => {
      if (!hub.killed) throw error;
    });
    if (!found || (found.status !== 200 && hub.killed)) return;
    assert.equal(found.status, atLeast === 0 ? found.status : 200, found.text);
    if (found.status !== 200) return;
    const { n } = found.body.properties;
    assert.ok(n >= atLeast, `${n} was read after ${atLeast} was acknowledged`);
    this.looks++;
  }
}
