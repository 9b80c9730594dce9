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

/**
 * Under this name the catalogue has `<not before> <when the last complete one began>`, both in milliseconds since 1970; with
 * ` idle` behind it where nobody is at it until then.
 */
const KEY = 'backups';
const IDLE = 'idle';
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
  readonly schedule: BackupSchedule;
  readonly #keys: KeyTable;
  readonly #job: BackupJob;
  readonly #make: MakeBackup;
  #events: BackupEvents | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: RunningBackup | undefined;
  #looking: Promise<void> | undefined;
  #isClosed = false;
  /** When the last complete backup of whichever hub began, in milliseconds since 1970. */
  lastMadeAt = 0;
  /** The last one of this process, where none was complete after it. */
  lastFailure: { at: number; reason: string } | undefined;
  /** What became of those of this process. */
  readonly counts = { made: 0, failed: 0 };

  constructor(keys: KeyTable, store: string, schedule: BackupSchedule, make: MakeBackup = makeBackup) {
    this.#keys = keys;
    this.schedule = schedule;
    this.#job = { store, folder: schedule.to, keep: schedule.keep };
    this.#make = make;
  }

  start(events: BackupEvents): void {
    this.#events = events;
    this.look();
    this.#timer = setInterval(() => this.look(), Math.min(LOOK_EVERY_MS, this.schedule.everyMs));
    this.#timer.unref();
  }

  /** Makes a backup if one is due and nobody else is at it. */
  look(now: number = Date.now()): Promise<void> {
    this.#looking ??= this.#during(async () => {
      const claim = await this.#claimed(now, ({ notBefore, last }) =>
        Math.max(notBefore, last + this.schedule.everyMs),
      );
      if (claim) await this.#carryOut(claim, now);
    });
    return this.#looking;
  }

  /** Begins one now, due or not. False where one is being made, by this hub or another. */
  async begin(now: number = Date.now()): Promise<boolean> {
    if (this.#looking || this.#isClosed) return false;
    const claiming = this.#claimed(now, ({ notBefore, isIdle }) => (isIdle ? 0 : notBefore));
    this.#looking = this.#during(async () => {
      const claim = await claiming;
      if (claim) await this.#carryOut(claim, now);
    });
    return (await claiming) !== undefined;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  #during(work: () => Promise<void>): Promise<void> {
    return work()
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#looking = undefined;
      });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#running?.cancel();
    await this.#looking;
  }

  /** Undefined where it is not time for one, or another hub was quicker. */
  async #claimed(now: number, notBefore: (claim: Claim) => number): Promise<Claim | undefined> {
    const claim = new Claim(this.#keys, await this.#keys.getOrAdd(KEY, '0 0'));
    this.lastMadeAt = claim.last;
    if (notBefore(claim) > now) return undefined;
    return (await claim.change(now + CLAIM_MS, claim.last)) ? claim : undefined;
  }

  async #carryOut(claim: Claim, now: number): Promise<void> {
    const { last } = claim;
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
      next = { notBefore: this.#isClosed ? 0 : now + Math.min(RETRY_MS, this.schedule.everyMs), last };
    } finally {
      clearInterval(renewal);
    }
    await claim.change(next.notBefore, next.last, true);
  }

  async #back(now: number): Promise<void> {
    this.#running = this.#make(this.#job);
    try {
      const made = await this.#running.made;
      this.counts.made++;
      this.lastFailure = undefined;
      this.lastMadeAt = now;
      this.#events?.made(made, Date.now() - now);
    } finally {
      this.#running = undefined;
    }
  }

  #failed(error: unknown): void {
    if (this.#isClosed) return;
    this.counts.failed++;
    const reason = error instanceof Error ? error.message : String(error);
    this.lastFailure = { at: Date.now(), reason };
    this.#events?.failed(reason);
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

  get isIdle(): boolean {
    return this.#value.split(' ')[2] === IDLE;
  }

  /** False where another hub was quicker. */
  change(notBefore: number, last: number, isIdle = false): Promise<boolean> {
    const value = `${notBefore} ${last}${isIdle ? ` ${IDLE}` : ''}`;
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
