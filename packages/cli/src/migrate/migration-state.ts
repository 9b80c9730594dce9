import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../admin-backend.ts';
import { configFolder, writePrivately } from '../profile/config-file.ts';
import type { Difference } from './compare-sides.ts';

export type LeftOut = { what: string; why: string };

/** How far a space came. What is acknowledged by the target is in `count` and `sum`. */
export type SpaceState = {
  phase: 'created' | 'copied' | 'finished';
  /** Whether its versions are written one by one. */
  replays: boolean;
  handle?: string;
  count: number;
  sum: string;
  refused: number;
  versions?: number;
  isVerified?: boolean;
  /** Of one that is not the same on both sides. */
  difference?: Difference;
  leftOut: LeftOut[];
  /** What is there and does nothing. */
  warnings?: LeftOut[];
};

type Stored = {
  source: string;
  target: string;
  spaces: Record<string, SpaceState>;
  projects: string[];
};

/** Remembers a migration from one hub to another, so that the same command goes on where it was interrupted. */
export class MigrationState {
  readonly #path: string;
  readonly stored: Stored;

  constructor(env: NodeJS.ProcessEnv, source: string, target: string) {
    const name = hash('sha256', JSON.stringify([source, target]), 'hex').slice(0, 32);
    this.#path = join(configFolder(env), 'migrations', `${name}.json`);
    this.stored = existsSync(this.#path) ? this.#read() : { source, target, spaces: {}, projects: [] };
  }

  #read(): Stored {
    try {
      return JSON.parse(readFileSync(this.#path, 'utf8')) as Stored;
    } catch (error) {
      throw new Refusal(
        `${this.#path} is damaged (${(error as Error).message}): remove it, and the spaces that were copied`,
      );
    }
  }

  space(id: string): SpaceState | undefined {
    return Object.hasOwn(this.stored.spaces, id) ? this.stored.spaces[id] : undefined;
  }

  setSpace(id: string, state: SpaceState): void {
    this.stored.spaces[id] = state;
    this.save();
  }

  forget(id: string): void {
    delete this.stored.spaces[id];
    this.save();
  }

  save(): void {
    writePrivately(this.#path, `${JSON.stringify(this.stored, null, 2)}\n`);
  }
}
