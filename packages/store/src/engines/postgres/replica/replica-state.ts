/**
 * What became of reads that a replica may answer: it did, or it did not yet have the content that the primary has, or it
 * could not be asked. The primary answered the others.
 */
export const REPLICA_OUTCOMES = ['replica', 'behind', 'unavailable'] as const;
export type ReplicaOutcome = (typeof REPLICA_OUTCOMES)[number];

const DOWN = 0;
const POOLED = 1;
const FIRST_COUNT = 2;

/** What the threads of a process know together about a replica. */
export class ReplicaState {
  readonly buffer: SharedArrayBuffer;
  readonly #cells: BigInt64Array;

  /** `buffer`: that of the thread which began; without one, the replica is not used until `recover` is called. */
  constructor(buffer?: SharedArrayBuffer) {
    this.buffer = buffer ?? new SharedArrayBuffer(8 * (FIRST_COUNT + REPLICA_OUTCOMES.length));
    this.#cells = new BigInt64Array(this.buffer);
    if (!buffer) Atomics.store(this.#cells, DOWN, 1n);
  }

  get isDown(): boolean {
    return Atomics.load(this.#cells, DOWN) === 1n;
  }

  /** Whether a pooler is before it; known once it was reached. */
  get isPooled(): boolean {
    return Atomics.load(this.#cells, POOLED) === 1n;
  }

  /** Nobody uses it until it is found to be back. False where that was known already. */
  fail(): boolean {
    return Atomics.exchange(this.#cells, DOWN, 1n) === 0n;
  }

  recover(isPooled: boolean): void {
    Atomics.store(this.#cells, POOLED, isPooled ? 1n : 0n);
    Atomics.store(this.#cells, DOWN, 0n);
  }

  count(outcome: ReplicaOutcome): void {
    Atomics.add(this.#cells, FIRST_COUNT + REPLICA_OUTCOMES.indexOf(outcome), 1n);
  }

  counts(): Record<ReplicaOutcome, number> {
    const [replica, behind, unavailable] = REPLICA_OUTCOMES.map((_, i) =>
      Number(Atomics.load(this.#cells, FIRST_COUNT + i)),
    ) as [number, number, number];
    return { replica, behind, unavailable };
  }
}
