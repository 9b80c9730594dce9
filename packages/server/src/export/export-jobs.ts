import { rm, stat } from 'node:fs/promises';
import { type ExportFiles, type ExportRecord, Fault, isOpen, RENEWED_MS } from '@meridian/hub';
import type { Logger } from 'pino';

/** Of one account, waiting and running. */
const MAX_OPEN = 8;
/** Of one account, with those whose files are there to be read. */
const MAX_RECORDS = 100;
/** Written at the same time; the others wait. */
const MAX_RUNNING = 2;
/** A space without history that changes while it is read is read again so often. */
const MAX_ATTEMPTS = 3;
const SWEEP_MS = 60_000;

/** What one export writes. */
export type ExportContent = {
  /** The version that the content is at. */
  version(): Promise<number>;
  /** Whether the file has that version and no other, whatever is written meanwhile. */
  isFixed: boolean;
  /** Writes the whole file, to the disk and not only to its cache. */
  write(version: number, target: ExportTarget): Promise<void>;
};

/** Where an export is written, and who is told about it. */
export type ExportTarget = {
  path: string;
  signal: AbortSignal;
  /** Of features read so far. */
  told(features: number): void;
  /** Features of the whole file, where that is known before they are read. */
  expect(totalFeatures: number): void;
  /** What the format had no room for, when the file is complete. */
  lost(losses: NonNullable<ExportRecord['losses']>): void;
  /** The file has so many bytes by now, and may get so many more before this is called again; throws where it may not. */
  room(bytes: number, more: number): Promise<void>;
};

type Job = {
  record: ExportRecord;
  content: ExportContent;
  abort: AbortController;
  /** Resolves when its record is not written any more. */
  stopRenewing(): Promise<void>;
};

/** Writes files in the background, a few at a time, each of one version of its space. */
export class ExportJobs {
  readonly #files: ExportFiles;
  readonly #requireQuota: (account: string, moreBytes: number) => Promise<void>;
  readonly #logger: Pick<Logger, 'error' | 'warn'>;
  readonly #waiting: Job[] = [];
  readonly #running = new Map<Job, Promise<void>>();
  readonly #sweeping: NodeJS.Timeout;
  readonly counts = { done: 0, failed: 0 };

  /** `requireQuota` throws where an account, or the disk, has no room for so much more. */
  constructor(
    files: ExportFiles,
    requireQuota: (account: string, moreBytes: number) => Promise<void>,
    logger: Pick<Logger, 'error' | 'warn'>,
  ) {
    this.#files = files;
    this.#requireQuota = requireQuota;
    this.#logger = logger;
    this.#sweeping = setInterval(() => void this.#sweep(), SWEEP_MS).unref();
    void this.#sweep();
  }

  get open(): number {
    return this.#waiting.length + this.#running.size;
  }

  /** Begins one, as soon as there is room for it. */
  async add(
    described: Pick<
      ExportRecord,
      'account' | 'space' | 'storageKey' | 'sources' | 'fileName' | 'mediaType' | 'format'
    >,
    content: ExportContent,
  ): Promise<ExportRecord> {
    await this.#refuseTooMany(described.account);
    await this.#requireRoom(described.account, 0);
    const createdAt = Date.now();
    const record: ExportRecord = {
      ...described,
      id: this.#files.newId(),
      state: 'waiting',
      features: 0,
      bytes: 0,
      createdAt,
      expiresAt: createdAt + this.#files.limits.lifetimeMs,
    };
    await this.#files.store(record);
    this.#waiting.push({ record, content, abort: new AbortController(), stopRenewing: this.#renew(record) });
    this.#next();
    return record;
  }

  /** Ends it where it goes on, and deletes its file. */
  async remove(id: string): Promise<void> {
    const isIt = ({ record }: Job) => record.id === id;
    const waiting = this.#waiting.findIndex(isIt);
    if (waiting >= 0) for (const job of this.#waiting.splice(waiting, 1)) await job.stopRenewing();
    const running = [...this.#running].find(([job]) => isIt(job));
    running?.[0].abort.abort();
    await running?.[1];
    await this.#files.remove(id);
  }

  /** What is not complete fails: it can be asked for again. */
  async close(): Promise<void> {
    clearInterval(this.#sweeping);
    for (const job of this.#waiting.splice(0)) {
      await job.stopRenewing();
      await this.#fail(job, stopped());
    }
    for (const { abort } of this.#running.keys()) abort.abort(stopped());
    await Promise.all(this.#running.values());
  }

  async #refuseTooMany(account: string): Promise<void> {
    const own = (await this.#files.all()).filter((record) => record.account === account);
    if (own.filter(isOpen).length >= MAX_OPEN)
      throw new Fault('tooMany', `the account has ${MAX_OPEN} exports that are not complete yet`, 10);
    if (own.length >= MAX_RECORDS)
      throw new Fault(
        'tooMany',
        `the account has ${MAX_RECORDS} exports: delete some, or wait until they expire`,
        60,
      );
  }

  #next(): void {
    while (this.#running.size < MAX_RUNNING) {
      const job = this.#waiting.shift();
      if (!job) return;
      const over = this.#run(job).finally(() => {
        this.#running.delete(job);
        this.#next();
      });
      this.#running.set(job, over);
    }
  }

  async #run(job: Job): Promise<void> {
    const { record, abort } = job;
    try {
      record.state = 'running';
      await this.#files.store(record);
      const version = await this.#write(job);
      await job.stopRenewing();
      Object.assign(record, { state: 'done', version });
      await this.#files.store(record);
      this.counts.done++;
    } catch (error) {
      await job.stopRenewing();
      // Removed by its account: there is nothing to tell.
      if (abort.signal.aborted && !(abort.signal.reason instanceof Fault)) return;
      await this.#fail(job, abort.signal.aborted ? abort.signal.reason : error);
    }
  }

  async #write({ record, content, abort: { signal } }: Job): Promise<number> {
    for (let attempt = 1; ; attempt++) {
      const version = await content.version();
      record.features = 0;
      const path = this.#files.pathOf(record.id);
      await content.write(version, {
        path,
        signal,
        told: (features) => {
          record.features = features;
        },
        expect: (totalFeatures) => {
          record.totalFeatures = totalFeatures;
        },
        lost: (losses) => {
          record.losses = losses;
        },
        room: async (bytes, more) => {
          record.bytes = bytes;
          await this.#requireRoom(record.account, more);
        },
      });
      record.bytes = (await stat(path)).size;
      if (content.isFixed || (await content.version()) === version) return version;
      if (attempt === MAX_ATTEMPTS)
        throw new Fault(
          'conflict',
          `the space was changed while the file was written, ${MAX_ATTEMPTS} times; export it when it rests, or let the space have history (versionsToKeep)`,
        );
    }
  }

  /** `moreBytes`: that are about to be written, and are in no record yet. */
  async #requireRoom(account: string, moreBytes: number): Promise<void> {
    const { maxBytes } = this.#files.limits;
    if ((await this.#files.usedBytes()) + moreBytes > maxBytes)
      throw new Fault(
        'full',
        `the files of all exports may have ${maxBytes} bytes; try again when some have expired`,
      );
    await this.#requireQuota(account, moreBytes);
  }

  async #fail({ record }: Job, error: unknown): Promise<void> {
    if (!(error instanceof Fault)) this.#logger.error({ err: error, export: record.id }, 'an export failed');
    this.counts.failed++;
    const message =
      error instanceof Fault ? error.message : 'an internal error; the log of the server has it';
    Object.assign(record, { state: 'failed', error: message, bytes: 0 });
    try {
      await this.#files.store(record);
      await rm(this.#files.pathOf(record.id), { force: true });
    } catch (fault) {
      this.#logger.error({ err: fault, export: record.id }, 'the end of an export could not be stored');
    }
  }

  /** Servers that share the folder see by it that the export goes on. */
  #renew(record: ExportRecord): () => Promise<void> {
    let last = Promise.resolve();
    const timer = setInterval(() => {
      last = last.then(() => this.#store(record));
    }, RENEWED_MS);
    return () => {
      clearInterval(timer);
      return last;
    };
  }

  async #store(record: ExportRecord): Promise<void> {
    try {
      await this.#files.store(record);
    } catch (error) {
      this.#logger.warn({ err: error, export: record.id }, 'the progress of an export could not be stored');
    }
  }

  async #sweep(): Promise<void> {
    try {
      await this.#files.sweep();
    } catch (error) {
      this.#logger.error({ err: error }, 'expired exports could not be deleted');
    }
  }
}

function stopped(): Fault {
  return new Fault('unavailable', 'the server was stopped before the file was complete; export it again');
}
