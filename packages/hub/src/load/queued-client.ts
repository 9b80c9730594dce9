import type { Fault } from '@meridian/store';

/** A piece of work that waits in the queue. */
export type Waiter = {
  cost: number;
  /** Part of what has begun already: never refused for lack of room. */
  isPatient: boolean;
  start(): void;
  refuse(fault: Fault): void;
};

/** One of those who share a queue: what they have waiting and running, and how much time they have had. */
export class QueuedClient {
  readonly waiters: Waiter[] = [];
  /** Cost of what is running. */
  running = 0;
  /** Milliseconds had so far, on the queue's own clock. */
  virtualTime: number;
  /** When the last of it ended; when it came, where there was none yet. */
  servedAt: number;

  constructor(virtualTime: number, now: number) {
    this.virtualTime = virtualTime;
    this.servedAt = now;
  }

  get isIdle(): boolean {
    return this.running === 0 && this.waiters.length === 0;
  }

  /** Who had less time is served first; of those who had the same, who was served longest ago. */
  isBefore(other: QueuedClient): boolean {
    return this.virtualTime === other.virtualTime
      ? this.servedAt < other.servedAt
      : this.virtualTime < other.virtualTime;
  }

  /** How many of its waiters could be refused. */
  get refusable(): number {
    return this.waiters.reduce((count, { isPatient }) => (isPatient ? count : count + 1), 0);
  }

  /** The one that came last of those that can be refused. */
  get lastRefusable(): Waiter | undefined {
    return this.waiters.findLast(({ isPatient }) => !isPatient);
  }
}
