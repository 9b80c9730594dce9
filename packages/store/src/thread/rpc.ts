import { type MessagePort, parentPort, type Transferable, Worker } from 'node:worker_threads';
import { Fault, type FaultMessage, fromFaultMessage, toFaultMessage } from '../model/fault.ts';

type Call = { id: number; method: string; args: unknown[] };
type Reply = { id: number; result?: unknown; fault?: FaultMessage };

/** So many calls may be under way; a thread that is so far behind takes on no more. */
const MOST_CALLS = 10_000;

/** Memory a thread may take before it is ended and started anew, in MiB. */
const HEAP_LIMIT = 2048;

/** A worker thread that answers calls. One that dies fails its open calls and is started again for the next. */
export class Thread {
  readonly #script: URL;
  readonly #data: unknown;
  readonly #open = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  #worker: Worker | undefined;
  #nextId = 1;
  #closing = false;

  constructor(script: URL, data: unknown) {
    this.#script = script;
    this.#data = data;
  }

  /** Calls under way. */
  get load(): number {
    return this.#open.size;
  }

  call<T>(method: string, args: unknown[], transfer: Transferable[] = []): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#closing) return reject(new Fault('unavailable', 'the server is shutting down'));
      if (this.#open.size >= MOST_CALLS)
        return reject(new Fault('unavailable', 'the storage has too much to do; try again', 1));
      const id = this.#nextId++;
      this.#open.set(id, { resolve, reject });
      this.#start().postMessage({ id, method, args } satisfies Call, transfer);
    });
  }

  /** Sends what needs no answer. */
  tell(method: string, args: unknown[], transfer: Transferable[] = []): void {
    this.#worker?.postMessage({ id: 0, method, args } satisfies Call, transfer);
  }

  async close(): Promise<void> {
    if (!this.#worker) return;
    const closed = this.call('close', []);
    this.#closing = true;
    await closed;
    await this.#worker.terminate();
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(this.#script, {
      workerData: this.#data,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT },
    });
    worker.on('message', (message: Reply | Reply[]) => {
      if (Array.isArray(message)) for (const reply of message) this.#receive(reply);
      else this.#receive(message);
    });
    worker.on('error', (error) => this.#lost(worker, error as Error));
    worker.on('exit', (code) => this.#lost(worker, new Error(`a storage thread ended with code ${code}`)));
    this.#worker = worker;
    return worker;
  }

  #receive({ id, result, fault }: Reply): void {
    const call = this.#open.get(id);
    this.#open.delete(id);
    if (fault) call?.reject(fromFaultMessage(fault));
    else call?.resolve(result as never);
  }

  #lost(worker: Worker, error: Error): void {
    if (this.#worker !== worker || this.#closing) return;
    this.#worker = undefined;
    const calls = [...this.#open.values()];
    this.#open.clear();
    for (const { reject } of calls)
      reject(new Fault('unavailable', `the storage thread was restarted: ${error.message}`));
  }
}

export type Answered = { result: unknown; transfer?: Transferable[] };
export type Work = () => Answered;
export type Reception = { id: number; method: string; args: unknown[]; reply: (work: Work) => void };

/** The other end: hands each call to `receive`, which replies when it likes. */
export function receiveCalls(receive: (call: Reception) => void): void {
  const port = parentPort as MessagePort;
  port.on('message', ({ id, method, args }: Call) => {
    const reply = (work: Work) => {
      const { answer, transfer } = replyOf(id, work);
      port.postMessage(answer, transfer);
    };
    receive({ id, method, args, reply });
  });
}

/** Replies to several calls in one message: telling the other thread costs more than what is told. */
export function replyTogether(replies: readonly { call: Reception; work: Work }[]): void {
  const ready = replies.map(({ call, work }) => replyOf(call.id, work));
  (parentPort as MessagePort).postMessage(
    ready.map(({ answer }) => answer),
    ready.flatMap(({ transfer }) => transfer),
  );
}

function replyOf(id: number, work: Work): { answer: Reply; transfer: Transferable[] } {
  try {
    const { result, transfer = [] } = work();
    return { answer: { id, result }, transfer };
  } catch (error) {
    return { answer: { id, fault: toFaultMessage(error) }, transfer: [] };
  }
}
