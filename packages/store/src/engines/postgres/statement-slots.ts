import { cancelled } from '../../model/fault.ts';

/** What a read waits for can be cut short: each entry ends one wait. */
export type Waits = Set<() => void>;

/**
 * Lets as many statements go to the driver as it has connections. In the driver's own queue they would wait out of reach:
 * a statement there can't be taken back without losing the connection that it gets.
 */
export class StatementSlots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(connections: number) {
    this.#free = connections;
  }

  /** Resolves with a slot; rejects where `waits` is ended before there was one. */
  take(waits: Waits): Promise<void> | undefined {
    if (this.#free > 0) {
      this.#free--;
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const start = () => {
        waits.delete(leave);
        resolve();
      };
      const leave = () => {
        waits.delete(leave);
        this.#waiting.delete(start);
        reject(cancelled());
      };
      waits.add(leave);
      this.#waiting.add(start);
    });
  }

  /** Hands the slot to the one that has waited longest. */
  giveBack(): void {
    const [next] = this.#waiting;
    if (!next) this.#free++;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}
