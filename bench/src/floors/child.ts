import { type ChildProcess, fork } from 'node:child_process';

type Ask = { method: string; args: unknown[] };
type HubResponse = { value: unknown } | { error: string };

/** A script in a process of its own that answers questions one after the other. */
export class Child {
  readonly #process: ChildProcess;

  constructor(script: URL, args: string[] = []) {
    this.#process = fork(script, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  }

  ask<T>(method: string, ...args: unknown[]): Promise<T> {
    return new Promise((resolve, reject) => {
      const ended = (code: number | null) => reject(new Error(`a helper process ended with code ${code}`));
      this.#process.once('exit', ended);
      this.#process.once('message', (response: HubResponse) => {
        this.#process.off('exit', ended);
        if ('error' in response) reject(new Error(response.error));
        else resolve(response.value as T);
      });
      this.#process.send({ method, args } satisfies Ask, (error) => error && reject(error));
    });
  }

  get pid(): number {
    return this.#process.pid!;
  }

  close(): Promise<void> {
    if (this.#process.exitCode !== null) return Promise.resolve();
    return new Promise((resolve) => {
      this.#process.once('exit', () => resolve());
      this.#process.disconnect();
    });
  }
}

/** The other end; it goes when its parent lets go of it. */
export function serveCalls(methods: { [name: string]: (...args: never[]) => unknown }): void {
  process.on('message', async ({ method, args }: Ask) => {
    let response: HubResponse;
    try {
      response = { value: await methods[method]!(...(args as never[])) };
    } catch (error) {
      response = { error: (error as Error).stack ?? String(error) };
    }
    process.send!(response);
  });
  process.on('disconnect', () => process.exit());
}
