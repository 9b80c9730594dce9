import { beginning, expired, type HistoryExtent } from '../history.ts';
import type { PendingTable } from './pending-table.ts';
import type { Versioning } from './write-request.ts';

/** The retained history of a space through one transaction: what of it begins, ends and expires. */
export class PendingHistory {
  readonly #stored: HistoryExtent | undefined;
  #extent: HistoryExtent | undefined;
  #isForgotten = false;

  constructor(stored: HistoryExtent | undefined) {
    this.#stored = stored;
    this.#extent = stored;
  }

  /** What is stored before the transaction. */
  get stored(): HistoryExtent | undefined {
    return this.#stored;
  }

  /** What there is to be after it; undefined where no history is retained. */
  get extent(): HistoryExtent | undefined {
    return this.#extent;
  }

  /** Whether what was stored of it is to go. */
  get isForgotten(): boolean {
    return this.#isForgotten;
  }

  /**
   * Runs one request as its space wants its history retained; what it does to it is undone if the request fails. `times`: since
   * when the present version has been that, and when a new one is made.
   */
  attempt<T>(
    table: PendingTable,
    versioning: Versioning | undefined,
    times: { before: number; now: number },
    work: () => T,
  ): T {
    const [extent, isForgotten] = [this.#extent, this.#isForgotten];
    const latest = table.nextVersion - 1;
    const versionsToKeep = versioning?.versionsToKeep;
    try {
      const result = table.attempt(() => {
        if (versionsToKeep === undefined && this.#extent) this.#end(table);
        if (versionsToKeep !== undefined) this.#extent ??= beginning(latest);
        table.keepsHistory = versionsToKeep !== undefined;
        return work();
      });
      if (versionsToKeep !== undefined) {
        if (!extent && latest > 0) table.noteTime(latest, times.before);
        if (table.nextVersion - 1 > latest) table.noteTime(latest + 1, times.now);
        this.expire(table.nextVersion - 1, versionsToKeep);
      }
      return result;
    } catch (error) {
      this.#extent = extent;
      this.#isForgotten = isForgotten;
      throw error;
    }
  }

  #end(table: PendingTable): void {
    table.forgetHistory();
    this.#extent = undefined;
    this.#isForgotten = true;
  }

  /** Lets the oldest versions go where there are more than are to be retained. */
  expire(latest: number, versionsToKeep: number): void {
    this.#extent = expired(this.#extent!, latest, versionsToKeep);
  }

  get isChanged(): boolean {
    return this.#isForgotten || this.#extent !== this.#stored;
  }
}
