import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../harness/program.ts';
import { Random } from '../harness/random.ts';
import type { JsonObject } from '../model/json.ts';
import { checkFiles } from './files.ts';
import { KillableHub } from './killable-hub.ts';
import { type Change, Ledger } from './ledger.ts';
import { verifySpace } from './verify.ts';
import { writtenFeature } from './written-feature.ts';

const SPACES = ['full-a', 'full-b'];
/** After this many refusals in a row nothing more goes in. */
const ENOUGH = 8;
const BATCH = 60;
const FULL = 507;

/** Why there can be no small disk here; undefined where there can. */
export function noSmallDisk(): string | undefined {
  if (process.platform !== 'linux') return 'a small disk is made with tmpfs, which is of Linux';
  if (process.getuid?.() !== 0) return 'only root may mount a small disk';
  const folder = temporaryFolder();
  try {
    mount(folder, '1m');
    execFileSync('umount', [folder]);
    return undefined;
  } catch {
    return 'this machine does not let root mount a small disk';
  }
}

/** Fills a small disk, makes room, kills and starts again: what was acknowledged is there, what was refused is not. */
export async function fillDisk(seed: number): Promise<{ acknowledged: number; refused: number }> {
  const random = new Random(seed);
  const disk = join(temporaryFolder(), 'disk');
  mkdirSync(disk);
  mount(disk, `${random.whole(16, 40)}m`);
  try {
    return await new FullDisk(disk, random).run();
  } finally {
    execFileSync('umount', ['-l', disk]);
  }
}

class FullDisk {
  readonly #disk: string;
  readonly #data: string;
  readonly #random: Random;
  readonly #ledgers = SPACES.map((space) => new Ledger(space));
  #revision = 0;
  #acknowledged = 0;
  #refused = 0;

  constructor(disk: string, random: Random) {
    this.#disk = disk;
    this.#data = join(disk, 'data');
    this.#random = random;
  }

  async run(): Promise<{ acknowledged: number; refused: number }> {
    const hub = await new KillableHub(this.#data).ready();
    try {
      for (const id of SPACES) await hub.write('POST', '/hub/spaces', { id, title: id });
      await this.#fill(hub);
      for (const ledger of this.#ledgers) await verifySpace(hub, ledger);
      mount(this.#disk, '400m', 'remount');
      for (const ledger of this.#ledgers)
        assert.equal(await this.#write(hub, ledger), 200, 'writes go on by themselves once there is room');
      for (const ledger of this.#ledgers) await verifySpace(hub, ledger);
    } finally {
      await hub.kill();
    }
    checkFiles(this.#data);
    const again = await new KillableHub(this.#data).ready();
    try {
      for (const ledger of this.#ledgers) await verifySpace(again, ledger);
    } finally {
      await again.kill();
    }
    return { acknowledged: this.#acknowledged, refused: this.#refused };
  }

  /** Until nothing more goes in. */
  async #fill(hub: KillableHub): Promise<void> {
    for (let refusals = 0; refusals < ENOUGH; ) {
      const status = await this.#write(hub, this.#random.pick(this.#ledgers));
      refusals = status === FULL ? refusals + 1 : 0;
    }
  }

  async #write(hub: KillableHub, ledger: Ledger): Promise<number> {
    const change: Change = new Map(
      Array.from({ length: BATCH }, () => {
        const revision = `r${this.#revision++}`;
        return [`${ledger.space}-${revision}`, writtenFeature(this.#random, revision)] as const;
      }),
    );
    ledger.begin(change);
    const body = {
      type: 'FeatureCollection',
      features: [...change].map(([id, feature]) => ({ ...(feature as JsonObject), id })),
    };
    const { status, text } = await hub.request('PUT', `/hub/spaces/${ledger.space}/features`, { body });
    assert.ok(status === 200 || status === FULL, `${status} ${text}`);
    if (status === 200) {
      this.#acknowledged++;
      ledger.acknowledge(change);
    } else {
      this.#refused++;
      assert.match(text, /disk/i, 'the refusal says why');
      ledger.refuse(change);
    }
    return status;
  }
}

function mount(folder: string, size: string, ...options: string[]): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', [...options, `size=${size}`].join(','), 'tmpfs', folder]);
}
