import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../harness/program.ts';
import { Random } from '../harness/random.ts';
import { checkFiles, spaceFiles } from './files.ts';
import { KillableHub } from './killable-hub.ts';
import { Ledger } from './ledger.ts';
import { SpaceCycle, type SpaceMoment } from './space-cycle.ts';
import { verifyCycle, verifyHistory, verifyList, verifySpace } from './verify.ts';
import { Writer } from './writer.ts';

const SPACES = ['crash-a', 'crash-b', 'crash-c'];
const WITH_HISTORY = 'crash-c';
const WRITERS_PER_SPACE = 3;
/** In turn, so that a short run meets them all. */
const MOMENTS = ['any', 'acknowledged', 'creating', 'starting', 'deleting', 'acknowledged', 'any'] as const;

export interface CrashReport {
  readonly kills: number;
  readonly acknowledged: number;
  readonly slowestStartMs: number;
}

/** Writes, kills, restarts and compares, `kills` times over. */
export class CrashRun {
  readonly #random: Random;
  readonly #data = join(temporaryFolder(), 'data');
  readonly #ledgers = SPACES.map((space) => new Ledger(space));
  readonly #writers: Writer[];
  readonly #cycles: SpaceCycle[];
  readonly #log: (line: string) => void;
  #hub: KillableHub | undefined;
  #acknowledged = 0;
  #slowestStartMs = 0;

  constructor(seed: number, log: (line: string) => void) {
    this.#random = new Random(seed);
    this.#log = log;
    this.#writers = this.#ledgers.flatMap((ledger) =>
      Array.from(
        { length: WRITERS_PER_SPACE },
        (_, index) => new Writer(`${ledger.space}-${index}`, ledger, this.#random.fork()),
      ),
    );
    this.#cycles = ['cycle-a', 'cycle-b'].map((space) => new SpaceCycle(space, this.#random.fork()));
  }

  async run(kills: number): Promise<CrashReport> {
    try {
      return await this.#killAgainAndAgain(kills);
    } finally {
      await this.#hub?.kill();
    }
  }

  async #killAgainAndAgain(kills: number): Promise<CrashReport> {
    await this.#createSpaces();
    for (let kill = 1; kill <= kills; kill += 1) {
      const moment = MOMENTS[(kill - 1) % MOMENTS.length] ?? 'any';
      if (moment === 'starting') await this.#killWhileStarting();
      else await this.#killWhileWriting(await this.#start(), moment);
      checkFiles(this.#data);
      this.#log(`kill ${kill} of ${kills} (${moment}): ${this.#acknowledged} writes acknowledged so far`);
    }
    const hub = await this.#start();
    assert.equal(await hub.stop(), 0, 'exit code of the orderly stop');
    checkFiles(this.#data);
    assert.ok(this.#acknowledged > 0, 'a run without any write shows nothing');
    return { kills, acknowledged: this.#acknowledged, slowestStartMs: this.#slowestStartMs };
  }

  #launch(): KillableHub {
    this.#hub = new KillableHub(this.#data);
    return this.#hub;
  }

  async #createSpaces(): Promise<void> {
    const hub = await this.#launch().ready();
    for (const id of SPACES)
      await hub.write('POST', '/hub/spaces', { id, title: id, enableHistory: id === WITH_HISTORY });
    await hub.kill();
  }

  /** A restart after a kill: fast, and with everything where it was. */
  async #start(): Promise<KillableHub> {
    const hub = await this.#launch().ready();
    this.#slowestStartMs = Math.max(this.#slowestStartMs, hub.readyAfterMs);
    for (const ledger of this.#ledgers) await verifySpace(hub, ledger);
    await verifyHistory(hub, WITH_HISTORY);
    for (const cycle of this.#cycles) await verifyCycle(hub, cycle);
    const present = this.#cycles.filter(({ existence }) => existence === 'present');
    const spaces = [...SPACES, ...present.map(({ ledger }) => ledger.space)];
    await verifyList(hub, spaces);
    assert.ok(spaceFiles(this.#data).length <= spaces.length, 'no file of a deleted space is left behind');
    return hub;
  }

  async #killWhileStarting(): Promise<void> {
    const hub = this.#launch();
    await sleep(this.#random.whole(0, this.#slowestStartMs || 300));
    await hub.kill();
  }

  async #killWhileWriting(hub: KillableHub, moment: (typeof MOMENTS)[number]): Promise<void> {
    let due = moment === 'acknowledged' ? this.#random.whole(1, 80) : Number.POSITIVE_INFINITY;
    const delay = this.#random.whole(0, 4);
    let killing: Promise<void> | undefined;
    const kill = () => {
      killing ??= hub.kill();
    };
    // Not before something was written: on a busy machine that may take longer than all of this.
    let latest: NodeJS.Timeout | undefined;
    const acknowledged = () => {
      this.#acknowledged += 1;
      latest ??= setTimeout(kill, moment === 'any' ? this.#random.whole(5, 1200) : 3000);
      due -= 1;
      if (due <= 0) kill();
    };
    let skip = this.#random.whole(0, 4);
    const underWay = (now: SpaceMoment) => {
      if (now !== moment) return;
      if (skip === 0) setTimeout(kill, delay);
      skip -= 1;
    };
    await Promise.all([
      ...this.#writers.map((writer) => writer.run(hub, Number.POSITIVE_INFINITY, acknowledged)),
      ...this.#cycles.map((cycle) => cycle.run(hub, underWay)),
    ]);
    clearTimeout(latest);
    await killing;
  }
}
