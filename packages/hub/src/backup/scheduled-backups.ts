import type { KeyTable } from '@meridian/store';
import {
  type BackupJob,
  type MadeBackup,
  type MakeBackup,
  makeBackup,
  type RunningBackup,
} from './make-backup.ts';

export type BackupSchedule = { to: string; everyMs: number; keep: number };

/** What is said about backups as they are made or fail. */
export type BackupEvents = { made(backup: MadeBackup, ms: number): void; failed(reason: string): void };

/** Under this name the catalogue has `<not before> <when the last complete one began>`: both in milliseconds since 1970. */
const KEY = 'backups';
const LOOK_EVERY_MS = 60_000;
const CLAIM_MS = 10 * 60_000;
const RENEW_EVERY_MS = 2 * 60_000;
/** After a failure it is tried again so much later, or when the next one is due. */
const RETRY_MS = 10 * 60_000;

/**
 * Makes a backup whenever the last one is so long ago. Of several hubs on one database exactly one does: they take turns by a
 * row of the catalogue, which the one that works claims and renews. Where it dies, another goes on when its claim has run out.
 */
export class ScheduledBackups {
  readonly #keys: KeyTable;
  readonly #job: BackupJob;
  readonly #everyMs: number;
  readonly #make: MakeBackup;
  #events: BackupEvents | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: RunningBackup | undefined;
  #looking: Promise<void> | undefined;
  #isClosed = false;
  /** When the last complete backup of whichever hub began, in milliseconds since 1970. */
  lastMadeAt = 0;
  /** What became of those of this process. */
  readonly counts = { made: 0, failed: 0 };

  constructor(
    keys: KeyTable,
    store: string,
    { to, everyMs, keep }: BackupSchedule,
    make: MakeBackup = makeBackup,
  ) {
    this.#keys = keys;
    this.#job = { store, folder: to, keep };
    this.#everyMs = everyMs;
    this.#make = make;
  }

  start(events: BackupEvents): void {
    this.#events = events;
    this.look();
    this.#timer = setInterval(() => this.look(), Math.min(LOOK_EVERY_MS, this.#everyMs));
    this.#timer.unref();
  }

  /** Makes a backup if one is due and nobody else is at it. */
  look(now: number = Date.now()): Promise<void> {
    this.#looking ??= this.#look(now)
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#running?.cancel();
    await this.#looking;
  }

  async #look(now: number): Promise<void> {
    const claim = new Claim(this.#keys, await this.#keys.getOrAdd(KEY, '0 0'));
    const { notBefore, last } = claim;
    this.lastMadeAt = last;
    if (Math.max(notBefore, last + this.#everyMs) > now) return;
    if (!(await claim.change(now + CLAIM_MS, last))) return;
    // A claim that can't be renewed runs out; what keeps the catalogue from being written is reported below.
    const renew = () => claim.change(Date.now() + CLAIM_MS, last).catch(() => false);
    const renewal = setInterval(() => void renew(), RENEW_EVERY_MS);
    renewal.unref();
    let next = { notBefore: 0, last: now };
    try {
      await this.#back(now);
    } catch (error) {
      this.#failed(error);
      // Stopped, it has not failed: the next hub that starts goes on.
      next = { notBefore: this.#isClosed ? 0 : now + Math.min(RETRY_MS, this.#everyMs), last };
    } finally {
      clearInterval(renewal);
    }
    await claim.change(next.notBefore, next.last);
  }

  async #back(now: number): Promise<void> {
    this.#running = this.#make(this.#job);
    try {
      const made = await this.#running.made;
      this.counts.made++;
      this.lastMadeAt = now;
      this.#events?.made(made, Date.now() - now);
    } finally {
      this.#running = undefined;
    }
  }

  #failed(error: unknown): void {
    if (this.#isClosed) return;
    this.counts.failed++;
    this.#events?.failed(error instanceof Error ? error.message : String(error));
  }
}

/** The row by which hubs take turns, as this one last saw or wrote it; changes follow one another. */
class Claim {
  readonly #keys: KeyTable;
  #value: string;
  #last: Promise<unknown> = Promise.resolve();

  constructor(keys: KeyTable, value: string) {
    this.#keys = keys;
    this.#value = value;
  }

  get notBefore(): number {
    return Number(this.#value.split(' ')[0]);
  }

  get last(): number {
    return Number(this.#value.split(' ')[1]);
  }

  /** False where another hub was quicker. */
  change(notBefore: number, last: number): Promise<boolean> {
    const value = `${notBefore} ${last}`;
    const change = this.#last.then(async () => {
      const isChanged = await this.#keys.swap(KEY, this.#value, value);
      if (isChanged) this.#value = value;
      return isChanged;
    });
    // The next change is tried whatever became of this one, which its caller is told.
    this.#last = change.catch(() => undefined);
    return change;
  }
}
