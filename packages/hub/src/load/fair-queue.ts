import { cancelled, Fault } from '@meridian/store';
import { QueuedAccount, QueuedClient, type QueueShare, type Waiter } from './queued-client.ts';
import { currentObserver, type QueueName } from './work-observer.ts';

export type QueueLimits = {
  /** How much may run at once, in units of cost. */
  capacity: number;
  /** How many may wait; beyond it, the account with the most waiting requests is refused. */
  maxWaiting: number;
  maxWaitMs: number;
};

/**
 * Whose work it is, and how to know that the caller has gone. An account may have many clients: the viewers of a public
 * map, the tokens of a team.
 */
export type QueueTicket = { accountKey: string; clientKey: string; signal: AbortSignal };

/** For work that all clients of an account share one queue for: writes and exports. */
export function accountTicket(accountKey: string, signal: AbortSignal): QueueTicket {
  return { accountKey, clientKey: '', signal };
}

const RETRY_AFTER_SECONDS = 1;
/** No account runs more than this fraction of the capacity. */
export const LARGEST_SHARE = 0.75;
/** How many accounts and clients are remembered; a forgotten one starts with a clean slate. */
const REMEMBERED = 10_000;

/**
 * Start-time fair queueing: a limited amount runs concurrently, the rest waits. The account with the least recent time
 * goes first, and of its clients the one with the least: a request now and then is served next, however many others ask
 * all the time, and no account gets more by using many tokens or addresses.
 */
export class FairQueue {
  readonly #name: QueueName;
  readonly #limits: QueueLimits;
  readonly #now: () => number;
  readonly #accounts = new Map<string, QueuedAccount>();
  #remembered = 0;
  #running = 0;
  #used = 0;
  #waiting = 0;
  #refused = 0;
  #started = 0;
  readonly #cancelled = { waiting: 0, running: 0 };
  /** The virtual time of the account served last: newcomers start from it. */
  #clock = 0;

  /** `now` counts milliseconds. */
  constructor(name: QueueName, limits: QueueLimits, now = () => performance.now()) {
    this.#name = name;
    this.#limits = limits;
    this.#now = now;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  get refused(): number {
    return this.#refused;
  }

  /** How many have begun since the start; the later steps of one do not count. */
  get started(): number {
    return this.#started;
  }

  /** How many have been cancelled since the start: before they began, and while they ran. */
  get cancelled(): Readonly<Record<'waiting' | 'running', number>> {
    return this.#cancelled;
  }

  /** Runs `work` once it is dequeued; a fault if too many wait, or it would wait too long. */
  run<T>(ticket: QueueTicket, cost: number, work: () => Promise<T>): Promise<T> {
    return this.#run(ticket, cost, false, work);
  }

  /** The same for the later steps of what has begun: they wait as long as it takes. */
  runOn<T>(ticket: QueueTicket, cost: number, work: () => Promise<T>): Promise<T> {
    return this.#run(ticket, cost, true, work);
  }

  async #run<T>(ticket: QueueTicket, cost: number, isPatient: boolean, work: () => Promise<T>): Promise<T> {
    if (ticket.signal.aborted) throw this.#gone();
    const client = this.#client(ticket);
    const observer = currentObserver();
    if (this.#waiting === 0 && this.#fits(client, cost)) this.#start(client, cost);
    else {
      const asked = this.#now();
      try {
        await this.#wait(client, cost, isPatient, ticket.signal);
      } finally {
        observer?.waited(this.#name, asked, this.#now());
      }
    }
    if (!isPatient) this.#started++;
    const started = this.#now();
    let isFailed = false;
    try {
      return await work();
    } catch (error) {
      isFailed = true;
      if (error instanceof Fault && error.kind === 'cancelled') this.#cancelled.running++;
      throw error;
    } finally {
      const ended = this.#now();
      observer?.ran(this.#name, started, ended, isFailed);
      for (const share of sharesOf(client)) share.end(cost, started, ended);
      this.#used -= cost;
      this.#running--;
      this.#startNext();
    }
  }

  #client({ accountKey, clientKey }: QueueTicket): QueuedClient {
    if (this.#remembered >= REMEMBERED) this.#forgetIdle();
    const now = this.#now();
    let account = this.#accounts.get(accountKey);
    if (!account) {
      account = new QueuedAccount(this.#clock, now);
      this.#accounts.set(accountKey, account);
      this.#remembered++;
    }
    let client = account.clients.get(clientKey);
    if (!client) {
      client = new QueuedClient(account, account.clientClock, now);
      account.clients.set(clientKey, client);
      this.#remembered++;
    }
    account.comeBack(this.#clock, now);
    client.comeBack(account.clientClock, now);
    return client;
  }

  #forgetIdle(): void {
    for (const [accountKey, { isIdle, clients }] of this.#accounts) {
      if (isIdle) this.#accounts.delete(accountKey);
      else for (const [clientKey, client] of clients) if (client.isIdle) clients.delete(clientKey);
    }
    this.#remembered = 0;
    for (const { clients } of this.#accounts.values()) this.#remembered += 1 + clients.size;
  }

  #fits(client: QueuedClient, cost: number): boolean {
    const hasRoom = this.#used === 0 || this.#used + cost <= this.#limits.capacity;
    return hasRoom && this.#isWithinShare(client.account, cost);
  }

  #isWithinShare({ running }: QueuedAccount, cost: number): boolean {
    return running === 0 || running + cost <= this.#limits.capacity * LARGEST_SHARE;
  }

  #start(client: QueuedClient, cost: number): void {
    const { account } = client;
    this.#clock = Math.max(this.#clock, account.virtualTime);
    account.clientClock = Math.max(account.clientClock, client.virtualTime);
    for (const share of sharesOf(client)) share.start(cost);
    this.#used += cost;
    this.#running++;
  }

  #wait(client: QueuedClient, cost: number, isPatient: boolean, signal: AbortSignal): Promise<void> {
    if (!isPatient && this.#waiting >= this.#limits.maxWaiting) this.#makeRoomFor(client);
    return new Promise((resolve, reject) => {
      const left = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
      };
      const waiter: Waiter = {
        cost,
        isPatient,
        start() {
          left();
          resolve();
        },
        refuse(fault) {
          left();
          reject(fault);
        },
      };
      const leave = () => this.#remove(client, waiter, this.#gone());
      const giveUp = () => this.#refuse(client, waiter, 'have been waiting too long');
      const timer = isPatient ? undefined : setTimeout(giveUp, this.#limits.maxWaitMs);
      signal.addEventListener('abort', leave, { once: true });
      client.waiters.push(waiter);
      this.#countWaiting(client, 1);
      this.#startNext();
    });
  }

  /** Ordered by virtual time; the first in line is never overtaken, or something large might wait forever. */
  #startNext(): void {
    while (this.#waiting > 0) {
      const client = this.#nextClient();
      if (!client || !this.#fits(client, client.waiters[0]!.cost)) return;
      const waiter = client.waiters.shift()!;
      this.#countWaiting(client, -1);
      this.#start(client, waiter.cost);
      waiter.start();
    }
  }

  #countWaiting(client: QueuedClient, change: 1 | -1): void {
    for (const share of sharesOf(client)) share.waiting += change;
    this.#waiting += change;
  }

  /** Accounts whose share is used up are passed by: their own work is in their way. */
  #nextClient(): QueuedClient | undefined {
    let next: QueuedClient | undefined;
    for (const account of this.#accounts.values()) {
      if (account.waiting === 0 || (next && !account.isBefore(next.account))) continue;
      const first = firstOf(account.clients.values());
      if (first && this.#isWithinShare(account, first.waiters[0]!.cost)) next = first;
    }
    return next;
  }

  /** Refuses the account with the most waiting requests: the newcomer, or the last waiter of another. */
  #makeRoomFor(newcomer: QueuedClient): void {
    const own = newcomer.account;
    let longest = own;
    for (const account of this.#accounts.values())
      if (account.refusable > longest.refusable + (longest === own ? 1 : 0)) longest = account;
    const last = longest.lastRefusable;
    // Within one account, the client with the most.
    if (last && (longest !== own || last.client.refusable > newcomer.refusable + 1))
      return this.#refuse(last.client, last.waiter, 'are waiting');
    this.#refused++;
    throw this.#fault('are waiting');
  }

  #refuse(client: QueuedClient, waiter: Waiter, why: string): void {
    this.#refused++;
    this.#remove(client, waiter, this.#fault(why));
  }

  #remove(client: QueuedClient, waiter: Waiter, fault: Fault): void {
    client.waiters.splice(client.waiters.indexOf(waiter), 1);
    this.#countWaiting(client, -1);
    waiter.refuse(fault);
    // What was behind it may fit where it did not.
    this.#startNext();
  }

  /** A caller that left before its work began. */
  #gone(): Fault {
    this.#cancelled.waiting++;
    return cancelled();
  }

  #fault(why: string): Fault {
    const what = IN_WORDS[this.#name];
    return new Fault('unavailable', `too many ${what} ${why}; try again`, RETRY_AFTER_SECONDS);
  }
}

/** Read in the refusal: "too many reads are waiting". */
const IN_WORDS: Record<QueueName, string> = {
  reads: 'reads',
  writes: 'writes',
  processing: 'features to be processed',
  exports: 'exports',
};

function sharesOf(client: QueuedClient): readonly QueueShare[] {
  return [client, client.account];
}

function firstOf(clients: Iterable<QueuedClient>): QueuedClient | undefined {
  let first: QueuedClient | undefined;
  for (const client of clients) if (client.waiting > 0 && (!first || client.isBefore(first))) first = client;
  return first;
}
