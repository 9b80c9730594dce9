import { statfs } from 'node:fs/promises';
import { Fault } from '@meridian/store';

/** Of the disk that the data is on, in bytes: what a write could still use, and all of it. */
export type DiskSpace = { free: number; total: number };

/**
 * A figure by which there is room is used for this long: writes meanwhile are small beside a share of a disk. One by which
 * there is none is asked for again each time, so that nothing is refused once there is room.
 */
const HOLDS_MS = 1000;

/**
 * Refuses writes before the disk is full: what is left is for deletes, which need room for their logs, and for sign-ins. It
 * asks again as long as it is used, so it recovers by itself.
 */
export class DiskGuard {
  readonly #minFreePercent: number;
  readonly #measure: () => Promise<DiskSpace>;
  #measured: { space: DiskSpace; at: number } | undefined;
  #measuring: Promise<void> | undefined;

  /** `minFreePercent`: of the disk; 0 never refuses. */
  constructor(minFreePercent: number, measure: () => Promise<DiskSpace>) {
    this.#minFreePercent = minFreePercent;
    this.#measure = measure;
  }

  /** Why nothing but deletes and sign-ins is accepted; undefined where all is. */
  async trouble(): Promise<string | undefined> {
    if (this.#minFreePercent === 0) return undefined;
    if (!this.#isKnownToHaveRoom()) {
      this.#measuring ??= this.#ask();
      await this.#measuring;
    }
    return this.known();
  }

  /** The same by the figure that was asked for last. */
  known(): string | undefined {
    if (!this.#measured) return undefined;
    const { free, total } = this.#measured.space;
    if (free * 100 >= total * this.#minFreePercent) return undefined;
    return `the disk of the server is nearly full (${((free * 100) / total).toFixed(1)} % free, at least ${this.#minFreePercent} % must be): only deletes and sign-ins are accepted`;
  }

  /** A fault unless there is room to write. */
  async requireRoom(): Promise<void> {
    const trouble = await this.trouble();
    if (trouble !== undefined) throw new Fault('full', trouble);
  }

  #isKnownToHaveRoom(): boolean {
    const isRecent = this.#measured !== undefined && performance.now() - this.#measured.at < HOLDS_MS;
    return isRecent && this.known() === undefined;
  }

  async #ask(): Promise<void> {
    try {
      this.#measured = { space: await this.#measure(), at: performance.now() };
    } finally {
      this.#measuring = undefined;
    }
  }
}

/** The disk that a folder is on. */
export async function diskSpaceOf(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}
