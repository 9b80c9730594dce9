import { once } from 'node:events';
import { type MessagePort, parentPort, type Transferable, Worker } from 'node:worker_threads';
import { Fault, type FaultMessage, fromFaultMessage, toFaultMessage } from '../model/fault.ts';
import { toStorageFault } from '../model/storage-fault.ts';
import type { Notice } from './calls.ts';
import { post, received, type Sent } from './exact-message.ts';
import { clearGauges } from './shared-gauges.ts';

type Call = { id: number; method: string; args: unknown[] };
/** The same as the other end receives it: which one it is decides what it takes. */
type Posted<C extends Calls, M extends Method<C> = Method<C>> = {
  [N in M]: { id: number; method: N; args: Takes<C[N]> };
}[M];
type Reply = { id: number; result?: unknown; fault?: FaultMessage; notice?: Notice };

/** What a thread can be asked: by name, what it takes and gives. All can be asked to close. */
export type Calls = { close(): void };

export type Takes<F> = F extends (...args: infer A) => unknown ? A : never;
export type Gives<F> = F extends (...args: never[]) => infer R ? R : never;

export type Method<C extends Calls> = keyof C & string;

/** So many calls may be under way; a thread that is so far behind takes on no more. */
const MAX_CALLS = 10_000;

/** Memory a thread may take before it is ended and started again, in MiB. */
const HEAP_LIMIT = 2048;

/** Asks nothing but a response. */
const PING = 'ping';
/** The number of what no call waits for. */
const NOTICE = 0;
/** A health check waits so long; what it is at may take a moment. */
const PATIENCE_MS = 500;
/** A thread that answers nothing for so long is stuck: no step of its work takes that. */
const STUCK_MS = 10_000;
/**
 * One that answers nothing for so long is ended: its calls fail, what they held is given back, and the next call starts
 * another. Longer than any transaction may take, since one that is ended has to be made again.
 */
const RESTART_MS = 5 * 60 * 1000;
/** How often a thread that has something to do is looked at. */
const WATCH_MS = 5000;
/** Threads that read work in short steps, and what is lost with one of them can be asked for again. */
export const READER_WATCHDOG: NonNullable<ThreadOptions['watchdog']> = {
  restartMs: 60_000,
  watchMs: WATCH_MS,
};
/** A thread that has not finished its work so long after it was asked to close is ended. */
const CLOSE_MS = 30_000;

/** What is special about a thread. */
export type ThreadOptions = {
  /** Memory it may take, in MiB. */
  heapLimit?: number;
  /** What it holds is nowhere else: if it dies, nothing takes its place, and every call says so in these words. */
  irreplaceable?: string;
  /** Given what the thread tells of its own accord. */
  onNotice?: (notice: Notice) => void;
  /** How long it may answer nothing before it is ended, and how often that is looked at. */
  watchdog?: { restartMs: number; watchMs: number };
};

/** Who waits for a reply. The result is what the method of the call gives: both ends share one type. */
type Pending = { resolve(result: unknown): void; reject(error: Error): void };

/** A worker thread that answers calls. One that dies fails its open calls and is started again for the next. */
export class Thread<C extends Calls> {
  readonly #script: URL;
  readonly #data: unknown;
  readonly #open = new Map<number, Pending>();
  readonly #options: ThreadOptions;
  #worker: Worker | undefined;
  #nextId = 1;
  #closing = false;
  /** Lost, and nothing was heard from the one that took its place. */
  #isFailing = false;
  /** The question whether it answers, while it is open. */
  #asked: { at: number; reply: Promise<string | undefined> } | undefined;
  #watch: NodeJS.Timeout | undefined;

  constructor(script: URL, data: unknown, options: ThreadOptions = {}) {
    this.#script = script;
    this.#data = data;
    this.#options = options;
  }

  /** Calls under way. */
  get load(): number {
    return this.#open.size;
  }

  call<M extends Method<C>>(
    method: M,
    args: Takes<C[M]>,
    transfer: Transferable[] = [],
  ): Promise<Gives<C[M]>> {
    return this.#call(method, args, transfer);
  }

  #call<T>(method: string, args: unknown[], transfer: Transferable[] = []): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#closing) return reject(new Fault('unavailable', 'the server is shutting down'));
      if (this.#open.size >= MAX_CALLS && method !== PING)
        return reject(new Fault('unavailable', 'the storage has too much to do; try again', 1));
      const { irreplaceable } = this.#options;
      if (irreplaceable && this.#isFailing) return reject(new Fault('unavailable', irreplaceable));
      const id = this.#nextId++;
      this.#open.set(id, { resolve, reject });
      try {
        post(this.#start(), { id, method, args } satisfies Call, transfer);
        this.#watchOver();
      } catch (error) {
        this.#open.delete(id);
        reject(error as Error);
      }
    });
  }

  /** Sends what needs no response. */
  notify<M extends Method<C>>(method: M, args: Takes<C[M]>): void {
    if (this.#worker) post(this.#worker, { id: 0, method, args } satisfies Call, []);
  }

  /**
   * Why it can't serve, as far as is known by now; undefined where it can. One that was never needed can, and one that died
   * is started again for this question.
   */
  async trouble(): Promise<string | undefined> {
    if (this.#closing || (!this.#worker && !this.#isFailing)) return undefined;
    this.#asked ??= { at: performance.now(), reply: this.#ask() };
    const { at, reply } = this.#asked;
    const { promise: late, resolve } = Promise.withResolvers<string | undefined>();
    const timer = setTimeout(() => {
      const waited = performance.now() - at;
      resolve(waited < STUCK_MS ? undefined : `has not answered for ${Math.round(waited / 1000)} s`);
    }, PATIENCE_MS);
    try {
      return await Promise.race([reply, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** While calls are open, it is asked now and then whether it answers; one that is stuck is ended. */
  #watchOver(): void {
    const { restartMs, watchMs } = this.#options.watchdog ?? { restartMs: RESTART_MS, watchMs: WATCH_MS };
    this.#watch ??= setInterval(() => {
      if (this.#open.size === 0) return this.#stopWatching();
      this.#asked ??= { at: performance.now(), reply: this.#ask() };
      const isStuck = performance.now() - this.#asked.at >= restartMs;
      if (isStuck && !this.#closing && this.#options.irreplaceable === undefined)
        void this.#worker?.terminate();
    }, watchMs).unref();
  }

  #stopWatching(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  async #ask(): Promise<string | undefined> {
    try {
      await this.#call(PING, []);
      return undefined;
    } catch (error) {
      return `fails: ${(error as Error).message}`;
    } finally {
      this.#asked = undefined;
    }
  }

  async close(): Promise<void> {
    if (!this.#worker) return;
    const closed = this.#call('close', []);
    this.#closing = true;
    const worker = this.#worker;
    this.#stopWatching();
    const timer = setTimeout(() => void worker.terminate(), CLOSE_MS);
    const ended = once(worker, 'exit');
    await Promise.race([closed, ended]);
    clearTimeout(timer);
    await worker.terminate();
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(this.#script, {
      workerData: this.#data,
      resourceLimits: { maxOldGenerationSizeMb: this.#options.heapLimit ?? HEAP_LIMIT },
    });
    worker.on('message', (sent: Sent<Reply[]>) => {
      this.#isFailing = false;
      for (const reply of received(sent)) this.#receive(reply);
    });
    const { threadId } = worker;
    worker.on('error', (error) => this.#lost(worker, error as Error));
    worker.on('exit', (code) => {
      clearGauges(threadId);
      this.#lost(worker, new Error(`a storage thread ended with code ${code}`));
    });
    this.#worker = worker;
    return worker;
  }

  #receive({ id, result, fault, notice }: Reply): void {
    if (notice) return this.#options.onNotice?.(notice);
    const call = this.#open.get(id);
    this.#open.delete(id);
    if (fault) call?.reject(fromFaultMessage(fault));
    else call?.resolve(result);
  }

  #lost(worker: Worker, error: Error): void {
    if (this.#worker !== worker || this.#closing) return;
    this.#worker = undefined;
    this.#isFailing = true;
    const calls = [...this.#open.values()];
    this.#open.clear();
    for (const { reject } of calls)
      reject(new Fault('unavailable', `the storage thread was restarted: ${error.message}`));
  }
}

/** So many threads of one kind. */
export function startThreads<C extends Calls>(
  count: number,
  script: URL,
  data: unknown,
  options?: ThreadOptions,
): Thread<C>[] {
  return Array.from({ length: count }, () => new Thread<C>(script, data, options));
}

export type Outcome<R = unknown> = { result: R; transfer?: Transferable[] };
export type Work<R = unknown> = () => Outcome<R>;

/** A call as it is received: which one it is decides what it takes and what it is replied with. */
export type Reception<C extends Calls, M extends Method<C> = Method<C>> = {
  [N in M]: { id: number; method: N; args: Takes<C[N]>; reply(work: Work<Gives<C[N]>>): void };
}[M];

/** The other end: hands each call to `receive`, which replies when it likes. What it throws is the reply. */
export function receiveCalls<C extends Calls>(receive: (call: Reception<C>) => void): void {
  const port = parentPort as MessagePort;
  port.on('message', (sent: Sent<Posted<C>>) => {
    const { id, method, args } = received(sent);
    const name: string = method;
    if (name === PING) return postReplies(port, [{ reply: { id }, transfer: [] }]);
    // Nobody waits for the reply to a notice.
    const reply = (work: Work) => (id === 0 ? void work() : postReplies(port, [replyOf(id, work)]));
    try {
      receive({ id, method, args, reply });
    } catch (error) {
      reply(() => {
        throw error;
      });
    }
  });
}

/** Tells the thread that made this one something that it has not asked for. */
export function notifyOwner(notice: Notice): void {
  postReplies(parentPort as MessagePort, [{ reply: { id: NOTICE, notice }, transfer: [] }]);
}

/** Replies to several calls in one message: waking the other thread costs more than the reply itself. */
export function replyTogether(replies: readonly { call: { id: number }; work: Work }[]): void {
  postReplies(
    parentPort as MessagePort,
    replies.map(({ call, work }) => replyOf(call.id, work)),
  );
}

type Ready = { reply: Reply; transfer: Transferable[] };

function replyOf(id: number, work: Work): Ready {
  try {
    const { result, transfer = [] } = work();
    return { reply: { id, result }, transfer };
  } catch (error) {
    return { reply: { id, fault: toFaultMessage(toStorageFault(error)) }, transfer: [] };
  }
}

/** A result that can't be sent is a fault of ours: its caller hears so, and the others get theirs. */
function postReplies(port: MessagePort, ready: readonly Ready[]): void {
  const replies = ready.map(({ reply }) => reply);
  try {
    post(
      port,
      replies,
      ready.flatMap(({ transfer }) => transfer),
    );
  } catch (error) {
    if (ready.length > 1) for (const one of ready) postReplies(port, [one]);
    else
      post(port, [{ id: replies[0]!.id, fault: toFaultMessage(toStorageFault(error)) } satisfies Reply], []);
  }
}
