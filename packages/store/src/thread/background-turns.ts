/** While others write, background work has a quarter of the time: after a piece it rests for three times as long. */
const REST = 3;
/** While writes keep the thread busy, as a load does, it rests longer: all of it can be made up for afterwards. */
const REST_IN_LOAD = 30;
/** But no longer than this: who writes without end would otherwise hardly ever have indexes, columns and low zooms. */
const LONGEST_LOAD_MS = 30_000;
/** Who has written so recently may write again. */
const RECENT_MS = 1000;
/** Writes that take more than this share of the last moments keep the thread busy. */
const BUSY = 0.5;

/** When work that no request waits for has its turn on a thread that writes. All times are milliseconds of one clock. */
export class BackgroundTurns {
  #askedAt = -Infinity;
  /** Time spent on writes, where the older counts less and less. */
  #writing = 0;
  #writtenAt = 0;
  /** When the writes that keep the thread busy began. */
  #busySince = -Infinity;
  #lastPiece: { endedAt: number; took: number; isPatient: boolean } | undefined;

  /** Somebody wants to write. */
  asked(now: number): void {
    this.#askedAt = now;
  }

  wrote(startedAt: number, endedAt: number): void {
    if (!this.#isBusy(startedAt)) this.#busySince = startedAt;
    this.#writing = this.#writingAt(endedAt) + endedAt - startedAt;
    this.#writtenAt = endedAt;
  }

  /** A piece of background work was done. `isPatient`: nothing grows while the rest of it waits. */
  worked(startedAt: number, endedAt: number, isPatient: boolean): void {
    this.#lastPiece = { endedAt, took: endedAt - startedAt, isPatient };
  }

  /** How many milliseconds from now it is the turn of the next piece. */
  waitAt(now: number): number {
    const quietIn = this.#askedAt + RECENT_MS - now;
    if (!this.#lastPiece || quietIn <= 0) return 0;
    const { endedAt, took, isPatient } = this.#lastPiece;
    const isLoad = this.#isBusy(now) && now - this.#busySince < LONGEST_LOAD_MS;
    const rest = isPatient && isLoad ? REST_IN_LOAD : REST;
    return Math.min(quietIn, Math.max(0, endedAt + rest * took - now));
  }

  #isBusy(now: number): boolean {
    return this.#writingAt(now) > BUSY * RECENT_MS;
  }

  #writingAt(now: number): number {
    return this.#writing * Math.exp((this.#writtenAt - now) / RECENT_MS);
  }
}
