import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../admin-backend.ts';
import { configFolder, writePrivately } from '../profile/config-file.ts';
import type { Counts } from './ledger.ts';

/** How far an import came: everything up to `records` is acknowledged by the hub, or reported as refused. */
export type ImportState = { file: string; space: string; url: string; records: number; counts: Counts };

const KEPT_MS = 30 * 24 * 3_600_000;

export type ImportIdentity = {
  file: string;
  /** What makes it this very file: path, size and time of change, or the ETag of a web server. */
  fingerprint: readonly (string | number)[];
  space: string;
  url: string;
  options: object;
};

/**
 * Remembers an import that was interrupted. It belongs to this very file into this space of this hub with these options:
 * anything else would pass over the wrong records.
 */
export class StateFile {
  readonly #path: string;
  readonly #identity: ImportIdentity;

  constructor(env: NodeJS.ProcessEnv, identity: ImportIdentity) {
    const parts = [...identity.fingerprint, identity.url, identity.space, identity.options];
    const name = hash('sha256', JSON.stringify(parts), 'hex').slice(0, 32);
    this.#path = join(configFolder(env), 'imports', `${name}.json`);
    this.#identity = identity;
  }

  read(): ImportState | undefined {
    if (!existsSync(this.#path)) return undefined;
    try {
      return JSON.parse(readFileSync(this.#path, 'utf8')) as ImportState;
    } catch (error) {
      throw new Refusal(`${this.#path} is damaged (${(error as Error).message}): import without --resume`);
    }
  }

  write({ records, counts }: Pick<ImportState, 'records' | 'counts'>): void {
    const { file, space, url } = this.#identity;
    const state: ImportState = { file, space, url, records, counts };
    writePrivately(this.#path, `${JSON.stringify(state, null, 2)}\n`);
  }

  /** What nobody has come back for in a month is forgotten. */
  static forgetOld(env: NodeJS.ProcessEnv): void {
    const folder = join(configFolder(env), 'imports');
    if (!existsSync(folder)) return;
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (Date.now() - statSync(path).mtimeMs > KEPT_MS) rmSync(path, { force: true });
    }
  }

  remove(): void {
    rmSync(this.#path, { force: true });
  }
}
