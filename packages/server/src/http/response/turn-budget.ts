/** What is copied into the sockets of all clients before anything else is looked at: a millisecond or two. */
const TURN_BYTES = 1024 * 1024;

/**
 * Shares the thread that serves between large responses and all other requests: what many clients can take at once goes
 * out over several turns of the event loop, in the order in which it came.
 */
export class TurnBudget {
  #left = TURN_BYTES;
  #isNextAsked = false;
  #waiting: { bytes: number; go: () => void }[] = [];

  /** Undefined where the bytes may be written at once; else resolves in the turn in which they may. */
  take(bytes: number): Promise<void> | undefined {
    this.#askNext();
    if (this.#left > 0 && this.#waiting.length === 0) {
      this.#left -= bytes;
      return undefined;
    }
    return new Promise((go) => {
      this.#waiting.push({ bytes, go });
    });
  }

  #askNext(): void {
    if (this.#isNextAsked) return;
    this.#isNextAsked = true;
    setImmediate(() => this.#next());
  }

  #next(): void {
    this.#isNextAsked = false;
    this.#left = TURN_BYTES;
    let count = 0;
    for (const { bytes, go } of this.#waiting) {
      if (this.#left <= 0) break;
      this.#left -= bytes;
      count++;
      go();
    }
    this.#waiting.splice(0, count);
    if (count > 0) this.#askNext();
  }
}
