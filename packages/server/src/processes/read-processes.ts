import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Hub } from '@meridian/hub';
import type { Logger } from 'pino';
import type { Settings } from '../config/index.ts';
import type { Admission } from '../http/admission/admission.ts';
import type { RateLimiter } from '../http/admission/rate-limiter.ts';
import type { Measured } from '../http/observability/metrics.ts';
import type { FromReader, Question, ToReader } from './messages.ts';

/** What the processes that read need of the main one. */
export type ReadersParts = {
  count: number;
  /** Of each of them: its share, and the port that all listen on. */
  settings: Settings;
  inner: string;
  admission: Admission<RateLimiter>;
  hub: Pick<Hub, 'want' | 'lastUses'>;
  logger: Logger;
};

/** Of what a caller may send at once, all processes that read have no more than this in advance. */
const LENT = 0.25;
/** A process that does not answer is not waited for longer. */
const PATIENCE_MS = 2000;
/** One that has said nothing for so long is ended, and replaced. */
const ALIVE_EVERY_MS = 10_000;
const STUCK_MS = 60_000;
/** One that ends soon after its start is replaced later each time. */
const SHORT_LIFE_MS = 10_000;
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [100, 30_000];
/** How much longer than its requests a process may take to end. */
const ENDING_MS = 5000;

/** The processes that read the data folder beside this one, each replaced when it ends. */
export class ReadProcesses {
  readonly #parts: ReadersParts;
  readonly #running = new Set<Reader>();
  readonly #pauses = new Set<NodeJS.Timeout>();
  readonly #looking: NodeJS.Timeout;
  #pauseMs = FIRST_PAUSE_MS;
  #isClosing = false;

  private constructor(parts: ReadersParts) {
    this.#parts = parts;
    this.#looking = setInterval(() => this.#look(), ALIVE_EVERY_MS).unref();
  }

  /** Resolves when all of them take requests. */
  static async start(parts: ReadersParts): Promise<ReadProcesses> {
    const processes = new ReadProcesses(parts);
    try {
      await Promise.all(Array.from({ length: parts.count }, () => processes.#start()));
      return processes;
    } catch (error) {
      await processes.close(0);
      throw error;
    }
  }

  /** None of them opens this file from now on; one that does not answer is not waited for. */
  async forget(storageKey: string): Promise<void> {
    await this.#askAll({ is: 'forget', storageKey });
  }

  /** What each of them has measured. */
  async metrics(): Promise<Measured[]> {
    return (await this.#askAll({ is: 'metrics' })).filter((measured) => measured !== undefined) as Measured[];
  }

  reloadCertificate(): void {
    for (const reader of this.#running) reader.tell({ is: 'certificate changed' });
  }

  /** They take no more connections and finish what they are at, but no longer than that. */
  async close(timeoutMs: number): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#looking);
    for (const pause of this.#pauses) clearTimeout(pause);
    await Promise.all([...this.#running].map((reader) => reader.stop(timeoutMs)));
  }

  #askAll(question: Question): Promise<unknown[]> {
    return Promise.all([...this.#running].map((reader) => reader.ask(question)));
  }

  async #start(): Promise<void> {
    const reader = new Reader(this.#parts);
    this.#running.add(reader);
    void reader.ended.then((reason) => {
      this.#running.delete(reader);
      if (!this.#isClosing && reader.isReady) this.#replace(reader, reason);
    });
    await reader.ready;
  }

  #replace({ pid, startedAt }: Reader, reason: string): void {
    const isShort = performance.now() - startedAt < SHORT_LIFE_MS;
    this.#pauseMs = isShort ? Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS;
    this.#parts.logger.error({ pid, reason }, 'a process that reads has ended, and is replaced');
    this.#later();
  }

  #later(): void {
    const pause = setTimeout(() => {
      this.#pauses.delete(pause);
      this.#start().catch((error: unknown) => {
        if (this.#isClosing) return;
        this.#parts.logger.error(
          { reason: (error as Error).message },
          'a process that reads could not be started',
        );
        this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
        this.#later();
      });
    }, this.#pauseMs);
    this.#pauses.add(pause);
  }

  #look(): void {
    for (const reader of this.#running) reader.look();
  }
}

/** One process, as the main one sees it. */
class Reader {
  readonly startedAt = performance.now();
  readonly ready: Promise<void>;
  /** Resolves with why. */
  readonly ended: Promise<string>;
  readonly #parts: ReadersParts;
  readonly #child: ChildProcess;
  readonly #open = new Map<number, (result: unknown) => void>();
  #heardAt = performance.now();
  #nextCall = 1;
  #isReady = false;

  constructor(parts: ReadersParts) {
    this.#parts = parts;
    const { settings, inner } = parts;
    this.#child = fork(new URL('./read.process.ts', import.meta.url), [], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'advanced',
    });
    const ended = once(this.#child, 'exit').then(
      ([code, signal]) => `it ended with ${signal ?? `code ${code}`}`,
    );
    this.ended = ended.catch((error: Error) => error.message);
    this.ready = new Promise((resolve, reject) => {
      this.#child.on('message', (message: FromReader) => {
        this.#heardAt = performance.now();
        if (message.is !== 'ready') return this.#hear(message);
        this.#isReady = true;
        resolve();
      });
      void this.ended.then((reason) => {
        for (const resolveCall of this.#open.values()) resolveCall(undefined);
        reject(new Error(`a process that reads could not be started: ${reason}`));
      });
    });
    // It goes with the message that could not be sent, too.
    this.#child.on('error', () => this.#child.kill('SIGKILL'));
    this.tell({ is: 'begin', settings, inner });
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  tell(message: ToReader): void {
    if (this.#child.connected) this.#child.send(message);
  }

  /** Undefined where there is no answer in time. */
  ask(question: Question): Promise<unknown> {
    if (!this.#child.connected || !this.#isReady) return Promise.resolve(undefined);
    const call = this.#nextCall++;
    return new Promise((resolve) => {
      const finish = (result: unknown) => {
        clearTimeout(late);
        this.#open.delete(call);
        resolve(result);
      };
      const late = setTimeout(finish, PATIENCE_MS, undefined).unref();
      this.#open.set(call, finish);
      this.tell({ is: 'asked', call, question });
    });
  }

  /** Whether it is still there; ends it where it is stuck. */
  look(): void {
    if (performance.now() - this.#heardAt > STUCK_MS) this.#child.kill('SIGKILL');
    else void this.ask({ is: 'alive' });
  }

  async stop(timeoutMs: number): Promise<void> {
    // One that is just starting does not listen yet.
    if (this.#isReady) this.tell({ is: 'stop', timeoutMs });
    else this.#child.kill('SIGKILL');
    const late = setTimeout(() => this.#child.kill('SIGKILL'), timeoutMs + ENDING_MS);
    await this.ended;
    clearTimeout(late);
  }

  #hear(message: Exclude<FromReader, { is: 'ready' }>): void {
    const { admission, hub, count } = this.#parts;
    switch (message.is) {
      case 'borrow': {
        const { limit, caller, left } = message;
        const granted = admission[limit].lend(caller, left, LENT / count, performance.now());
        return this.tell({ is: 'granted', limit, caller, count: granted });
      }
      case 'give back':
        return admission[message.limit].giveBack(message.caller, message.count);
      case 'want':
        return hub.want?.(message.space, message.buildRequest);
      case 'used':
        return hub.lastUses.record(message.id, message.account, message.use.at, message.use.program);
      case 'reply':
        return this.#open.get(message.call)?.(message.result);
    }
  }
}
