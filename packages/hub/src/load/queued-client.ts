import type { Fault } from '@meridian/store';

/** A piece of work that waits in the queue. */
export type Waiter = {
  cost: number;
  /** Part of what has begun already: never refused for lack of room. */
  isPatient: boolean;
  start(): void;
  refuse(fault: Fault): void;
};

/** What an account, or one of its clients, has had of a queue. */
export class QueueShare {
  /** Cost of what is running. */
  running = 0;
  /** How many pieces of work wait. */
  waiting = 0;
  /** Milliseconds had so far, on the queue's own clock. */
  virtualTime: number;
  /** When the last of it ended; when it came, where there was none yet. */
  servedAt: number;

  constructor(virtualTime: number, now: number) {
    this.virtualTime = virtualTime;
    this.servedAt = now;
  }

  get isIdle(): boolean {
    return this.running === 0 && this.waiting === 0;
  }

  /** Time had is made good by time without any; absence saves nothing up. */
  comeBack(clock: number, now: number): void {
    if (this.isIdle) this.virtualTime = Math.max(this.virtualTime - (now - this.servedAt), clock);
  }

  start(cost: number): void {
    // Charged at once, so that what is still running counts too; the rest follows when it ends.
    this.virtualTime++;
    this.running += cost;
  }

  end(cost: number, started: number, now: number): void {
    this.virtualTime += now - started;
    this.servedAt = now;
    this.running -= cost;
  }

  /** The one with less time is served first; of those with the same, the one served longest ago. */
  isBefore(other: QueueShare): boolean {
    return this.virtualTime === other.virtualTime
      ? this.servedAt < other.servedAt
      : this.virtualTime < other.virtualTime;
  }
}

/** An account with those of its clients that the queue remembers. */
export class QueuedAccount extends QueueShare {
  readonly clients = new Map<string, QueuedClient>();
  /** The virtual time of the client served last: new ones of this account start from it. */
  clientClock = 0;

  /** How many of its waiters could be refused. */
  get refusable(): number {
    return sum(this.clients.values(), (client) => client.refusable);
  }

  /** The last waiter of the client with the most. */
  get lastRefusable(): { client: QueuedClient; waiter: Waiter } | undefined {
    let longest: QueuedClient | undefined;
    for (const client of this.clients.values())
      if (client.refusable > (longest?.refusable ?? 0)) longest = client;
    const waiter = longest?.waiters.findLast(({ isPatient }) => !isPatient);
    return longest && waiter && { client: longest, waiter };
  }
}

/** A token at an address: one of those who use an account. */
export class QueuedClient extends QueueShare {
  readonly account: QueuedAccount;
  readonly waiters: Waiter[] = [];

  constructor(account: QueuedAccount, virtualTime: number, now: number) {
    super(virtualTime, now);
    this.account = account;
  }

  /** How many of its waiters could be refused. */
  get refusable(): number {
    return sum(this.waiters, ({ isPatient }) => (isPatient ? 0 : 1));
  }
}

function sum<T>(items: Iterable<T>, amount: (item: T) => number): number {
  let total = 0;
  for (const item of items) total += amount(item);
  return total;
}
