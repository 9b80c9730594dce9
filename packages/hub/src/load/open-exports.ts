import { Fault } from '@meridian/store';
import { Budget } from './budget.ts';

/** An export whose receiver has read nothing for so long loses its slot when another export needs one. */
const IDLE_MS = 10_000;

/** The slot of one export among those that are open. */
export class ExportSlot {
  readonly accountKey: string;
  readonly #release: () => void;
  readonly #freed = Promise.withResolvers<void>();
  #idleSince: number | undefined;
  #end: (() => void) | undefined;

  constructor(accountKey: string, release: () => void) {
    this.accountKey = accountKey;
    this.#release = release;
  }

  /** The receiver has something to take; `end` is called if its slot is taken from it meanwhile. */
  idle(now: number, end: () => void): void {
    this.#idleSince = now;
    this.#end = end;
  }

  /** The receiver has taken it. A fault where it came too late. */
  busy(): void {
    if (this.#idleSince !== undefined && !this.#end)
      throw new Fault('unavailable', 'the export was not read for a while, and others needed its slot');
    this.#idleSince = undefined;
  }

  idleFor(now: number): number {
    return this.#end && this.#idleSince !== undefined ? now - this.#idleSince : 0;
  }

  /** Ends the export; resolves when its slot is free. */
  cutOff(): Promise<void> {
    this.#end?.();
    this.#end = undefined;
    return this.#freed.promise;
  }

  release(): void {
    this.#release();
    this.#freed.resolve();
  }
}

/** Exports that are made or sent: so many at once, of which an account gets half at most. */
export class OpenExports {
  readonly #budget: Budget;
  readonly #slots = new Set<ExportSlot>();

  constructor(max: number) {
    this.#budget = new Budget('exports are being sent', max);
  }

  get used(): number {
    return this.#budget.used;
  }

  get refused(): number {
    return this.#budget.refused;
  }

  /** A slot; where there is none, that of a receiver which takes nothing, one of the same account first. */
  async take(accountKey: string): Promise<ExportSlot> {
    const payer = { accountKey, clientKey: '' };
    try {
      this.#budget.take(payer, 1);
    } catch (error) {
      const idle = this.#longestIdle(accountKey);
      if (!idle) throw error;
      await idle.cutOff();
      this.#budget.take(payer, 1);
    }
    const slot = new ExportSlot(accountKey, () => {
      this.#slots.delete(slot);
      this.#budget.giveBack(payer, 1);
    });
    this.#slots.add(slot);
    return slot;
  }

  #longestIdle(accountKey: string): ExportSlot | undefined {
    const now = performance.now();
    const idle = [...this.#slots].filter((slot) => slot.idleFor(now) >= IDLE_MS);
    const own = idle.filter((slot) => slot.accountKey === accountKey);
    const candidates = own.length > 0 ? own : idle;
    return candidates.sort((a, b) => b.idleFor(now) - a.idleFor(now))[0];
  }
}
