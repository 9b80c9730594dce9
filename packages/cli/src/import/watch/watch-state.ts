import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../../admin-backend.ts';
import { configFolder, writePrivately } from '../../profile/config-file.ts';

/**
 * What a command that runs on and on remembers between its runs: a value under a name that follows from what it reads, where it
 * writes, and with which options.
 */
export class WatchState<Value> {
  readonly #path: string;
  readonly #title: object;

  constructor(
    env: NodeJS.ProcessEnv,
    identity: { path: string; url: string; space: string; options: object },
  ) {
    const { path, url, space, options } = identity;
    const name = hash('sha256', JSON.stringify([path, url, space, options]), 'hex').slice(0, 32);
    this.#path = join(configFolder(env), 'watches', `${name}.json`);
    this.#title = { path, url, space };
  }

  read(): Value | undefined {
    if (!existsSync(this.#path)) return undefined;
    try {
      return (JSON.parse(readFileSync(this.#path, 'utf8')) as { value: Value }).value;
    } catch (error) {
      throw new Refusal(
        `${this.#path} is damaged (${(error as Error).message}): remove it to read everything again`,
      );
    }
  }

  write(value: Value): void {
    writePrivately(this.#path, `${JSON.stringify({ ...this.#title, value })}\n`);
  }
}
