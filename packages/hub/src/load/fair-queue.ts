import { cancelled, Fault } from '@meridian/store';
import { QueuedClient, type Waiter } from './queued-client.ts';

export type QueueLimits = {
  /** How much may run at once, in units of cost. */
  capacity: number;
  /** How many may wait; beyond it, the client with the most waiting requests is refused. */
  maxWaiting: number;
  maxWaitMs: number;
};

/** Who asks, and how to know that they have gone. */
export type QueueTicket = { clientKey: string; signal: AbortSignal };

const RETRY_AFTER_SECONDS = 1;
/** No client runs more than this fraction of the capacity. */
export const LARGEST_SHARE = 0.75;
/** How many idle clients are remembered; a forgotten one starts with a clean slate. */
const REMEMBERED = 10_000;

/**
 * Start-time fair queueing: a limited amount runs concurrently, the rest waits. The client with the least recent time goes first: whoever
 * asks now and then is served next, however many others ask all the time (start-time fair queueing).
 */
export class FairQueue {
  readonly #what: string;
  readonly #limits: QueueLimits;
  readonly #now: () => number;
  readonly #clients = new Map<string, QueuedClient>();
  #running = 0;
  #used = 0;
  #waiting = 0;
  #refused = 0;
  #started = 0;
  readonly #cancelled = { waiting: 0, running: 0 };
  /** The virtual time of the client served last: newcomers start from it. */
  #clock = 0;

  /** `what` is read in the refusal: "too many reads are waiting"; `now` counts milliseconds. */
  constructor(what: string, limits: QueueLimits, now = () => performance.now()) {
    this.#what = what;
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
    const client = this.#client(ticket.clientKey);
    if (this.#waiting === 0 && this.#fits(client, cost)) this.#start(client, cost);
    else await this.#wait(client, cost, isPatient, ticket.signal);
    if (!isPatient) this.#started++;
    const started = this.#now();
    try {
      return await work();
    } catch (error) {
      if (error instanceof Fault && error.kind === 'cancelled') this.#cancelled.running++;
      throw error;
    } finally {
      const ended = this.#now();
      client.virtualTime += ended - started;
      client.servedAt = ended;
      client.running -= cost;
      this.#used -= cost;
      this.#running--;
      this.#startNext();
    }
  }

  #client(name: string): QueuedClient {
    let client = this.#clients.get(name);
    if (!client) {
      if (this.#clients.size >= REMEMBERED) this.#forgetIdle();
      client = new QueuedClient(this.#clock, this.#now());
      this.#clients.set(name, client);
    }
    // Time had is made good by time without any; absence saves nothing up.
    if (client.isIdle)
      client.virtualTime = Math.max(client.virtualTime - (this.#now() - client.servedAt), this.#clock);
    return client;
  }

  #forgetIdle(): void {
    for (const [name, client] of this.#clients) if (client.isIdle) this.#clients.delete(name);
  }

  #fits(client: QueuedClient, cost: number): boolean {
    const { capacity } = this.#limits;
    const hasRoom = this.#used === 0 || this.#used + cost <= capacity;
    return hasRoom && (client.running === 0 || client.running + cost <= capacity * LARGEST_SHARE);
  }

  #start(client: QueuedClient, cost: number): void {
    this.#clock = Math.max(this.#clock, client.virtualTime);
    // Charged at once, so that what is still running counts too; the rest follows when it ends.
    client.virtualTime++;
    client.running += cost;
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
      this.#waiting++;
      this.#startNext();
    });
  }

  /** Ordered by virtual time; the first in line is never overtaken, or something large might wait forever. */
  #startNext(): void {
    while (this.#waiting > 0) {
      const client = this.#nextClient();
      if (!client || !this.#fits(client, client.waiters[0]!.cost)) return;
      const waiter = client.waiters.shift()!;
      this.#waiting--;
      this.#start(client, waiter.cost);
      waiter.start();
    }
  }

  /** Those whose share is used up are passed by: their own work is in their way. */
  #nextClient(): QueuedClient | undefined {
    const share = this.#limits.capacity * LARGEST_SHARE;
    let next: QueuedClient | undefined;
    for (const client of this.#clients.values()) {
      const first = client.waiters[0];
      if (!first || (client.running > 0 && client.running + first.cost > share)) continue;
      if (!next || client.isBefore(next)) next = client;
    }
    return next;
  }

  /** Refuses the client with the most waiting requests: the newcomer, or the last waiter of another. */
  #makeRoomFor(newcomer: QueuedClient): void {
    let longest = newcomer;
    for (const client of this.#clients.values())
      if (client.refusable > longest.refusable + (longest === newcomer ? 1 : 0)) longest = client;
    if (longest !== newcomer) return this.#refuse(longest, longest.lastRefusable!, 'are waiting');
    this.#refused++;
    throw this.#fault('are waiting');
  }

  #refuse(client: QueuedClient, waiter: Waiter, why: string): void {
    this.#refused++;
    this.#remove(client, waiter, this.#fault(why));
  }

  #remove(client: QueuedClient, waiter: Waiter, fault: Fault): void {
    client.waiters.splice(client.waiters.indexOf(waiter), 1);
    this.#waiting--;
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
    return new Fault('unavailable', `too many ${this.#what} ${why}; try again`, RETRY_AFTER_SECONDS);
  }
}
