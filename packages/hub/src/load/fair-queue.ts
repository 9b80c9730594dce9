import { cancelled, Fault } from '@meridian/store';
import { Party, type Waiter } from './party.ts';

export type QueueLimits = {
  /** How much may run at once, in units of cost. */
  capacity: number;
  /** How many may wait; beyond it, whoever has most waiting is refused. */
  maxWaiting: number;
  maxWaitMs: number;
};

/** Who asks, and how to know that they have gone. */
export type Turn = { party: string; signal: AbortSignal };

const RETRY_AFTER_SECONDS = 1;
/** No party runs more than this part of what may run at once. */
export const LARGEST_SHARE = 0.75;
/** So many parties are remembered after they have left; who is forgotten starts with a clean slate. */
const REMEMBERED = 10_000;

/**
 * Lets only so much run at once; the rest wait. Turns go to the party that has had the least time lately: whoever
 * asks now and then is served next, however many others ask all the time (start-time fair queueing).
 */
export class FairQueue {
  readonly #what: string;
  readonly #limits: QueueLimits;
  readonly #now: () => number;
  readonly #parties = new Map<string, Party>();
  #running = 0;
  #used = 0;
  #waiting = 0;
  #refused = 0;
  #started = 0;
  readonly #cancelled = { waiting: 0, running: 0 };
  /** The account of whoever was served last: newcomers start from it. */
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

  /** Runs `work` when its turn comes; a fault where too many wait, or it would have to wait too long. */
  run<T>(turn: Turn, cost: number, work: () => Promise<T>): Promise<T> {
    return this.#run(turn, cost, false, work);
  }

  /** The same for the later steps of what has begun: they wait as long as it takes. */
  runOn<T>(turn: Turn, cost: number, work: () => Promise<T>): Promise<T> {
    return this.#run(turn, cost, true, work);
  }

  async #run<T>(turn: Turn, cost: number, isPatient: boolean, work: () => Promise<T>): Promise<T> {
    if (turn.signal.aborted) throw this.#gone();
    const party = this.#party(turn.party);
    if (this.#waiting === 0 && this.#fits(party, cost)) this.#start(party, cost);
    else await this.#wait(party, cost, isPatient, turn.signal);
    if (!isPatient) this.#started++;
    const started = this.#now();
    try {
      return await work();
    } catch (error) {
      if (error instanceof Fault && error.kind === 'cancelled') this.#cancelled.running++;
      throw error;
    } finally {
      const ended = this.#now();
      party.account += ended - started;
      party.servedAt = ended;
      party.running -= cost;
      this.#used -= cost;
      this.#running--;
      this.#startNext();
    }
  }

  #party(name: string): Party {
    let party = this.#parties.get(name);
    if (!party) {
      if (this.#parties.size >= REMEMBERED) this.#forgetIdle();
      party = new Party(this.#clock, this.#now());
      this.#parties.set(name, party);
    }
    // Time had is made good by time without any; absence saves nothing up.
    if (party.isIdle) party.account = Math.max(party.account - (this.#now() - party.servedAt), this.#clock);
    return party;
  }

  #forgetIdle(): void {
    for (const [name, party] of this.#parties) if (party.isIdle) this.#parties.delete(name);
  }

  #fits(party: Party, cost: number): boolean {
    const { capacity } = this.#limits;
    const hasRoom = this.#used === 0 || this.#used + cost <= capacity;
    return hasRoom && (party.running === 0 || party.running + cost <= capacity * LARGEST_SHARE);
  }

  #start(party: Party, cost: number): void {
    this.#clock = Math.max(this.#clock, party.account);
    // Charged at once, so that what is still running counts too; the rest follows when it ends.
    party.account++;
    party.running += cost;
    this.#used += cost;
    this.#running++;
  }

  #wait(party: Party, cost: number, isPatient: boolean, signal: AbortSignal): Promise<void> {
    if (!isPatient && this.#waiting >= this.#limits.maxWaiting) this.#makeRoomFor(party);
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
      const leave = () => this.#remove(party, waiter, this.#gone());
      const giveUp = () => this.#refuse(party, waiter, 'have been waiting too long');
      const timer = isPatient ? undefined : setTimeout(giveUp, this.#limits.maxWaitMs);
      signal.addEventListener('abort', leave, { once: true });
      party.waiters.push(waiter);
      this.#waiting++;
      this.#startNext();
    });
  }

  /** Turns go by account; the first in line is never passed by, or something large might wait forever. */
  #startNext(): void {
    while (this.#waiting > 0) {
      const party = this.#nextParty();
      if (!party || !this.#fits(party, party.waiters[0]!.cost)) return;
      const waiter = party.waiters.shift()!;
      this.#waiting--;
      this.#start(party, waiter.cost);
      waiter.start();
    }
  }

  /** Those whose share is used up are passed by: their own work is in their way. */
  #nextParty(): Party | undefined {
    const share = this.#limits.capacity * LARGEST_SHARE;
    let next: Party | undefined;
    for (const party of this.#parties.values()) {
      const first = party.waiters[0];
      if (!first || (party.running > 0 && party.running + first.cost > share)) continue;
      if (!next || party.isBefore(next)) next = party;
    }
    return next;
  }

  /** Refuses whoever has most waiting: the newcomer's party, or the last one of another. */
  #makeRoomFor(newcomer: Party): void {
    let longest = newcomer;
    for (const party of this.#parties.values())
      if (party.refusable > longest.refusable + (longest === newcomer ? 1 : 0)) longest = party;
    if (longest !== newcomer) return this.#refuse(longest, longest.lastRefusable!, 'are waiting');
    this.#refused++;
    throw this.#fault('are waiting');
  }

  #refuse(party: Party, waiter: Waiter, why: string): void {
    this.#refused++;
    this.#remove(party, waiter, this.#fault(why));
  }

  #remove(party: Party, waiter: Waiter, fault: Fault): void {
    party.waiters.splice(party.waiters.indexOf(waiter), 1);
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
