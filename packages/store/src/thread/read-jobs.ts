import { type Geos, loadGeos } from '@meridian/geo';
import { cancelled, Fault } from '../model/fault.ts';
import { prepareArea } from '../model/query/area.ts';
import type { CountResult, Statistics, TimeExtent } from '../model/results.ts';
import type { CompositeSource, FeatureSource } from '../model/source.ts';
import { readChanges } from '../read/changes.ts';
import { countAt, countNeedsGeos } from '../read/count-read.ts';
import { ask, type Effect, resolved, settled } from '../read/effect.ts';
import type { Execution } from '../read/execute.ts';
import { statisticsAt } from '../read/past/past-statistics.ts';
import { versionAt } from '../read/past/version-at.ts';
import { type AnyRead, areaOf, cutsToArea, readNeedsGeos, referencedSources } from '../read/row-read.ts';
import type { HistoryReader } from '../read/row-reader.ts';
import { timeExtentOf } from '../read/time-extent.ts';
import { textsById } from '../read/versions.ts';
import { type QuestionResult, questionNeedsGeos } from '../rules/composite/composite-query.ts';
import { leavesOf } from '../rules/composite/composite-source.ts';
import { executeQuery, executeRead } from '../rules/composite/execute.ts';
import type { Piece, ReaderCalls } from './calls.ts';
import type { Outcome, Reception, Work } from './rpc.ts';

/** What a reader thread does in the same way for every engine whose reads are done when they return. */
type JobCall = Exclude<Reception<ReaderCalls>, Reception<ReaderCalls, OwnCalls>>;
/** What an engine gives itself: of what it holds of a space beside its rows. */
export type OwnCalls = 'usedBytes' | 'content' | 'outbox' | 'forget' | 'close';
type Result = Piece | CountResult | TimeExtent | undefined | Statistics | QuestionResult;
/** Work in short steps: a step may have no result yet, or something to wait for, whose result it is resumed with. */
type Steps = Generator<Outcome<Result> | Promise<unknown> | undefined, Outcome<Result>, unknown>;
type Job = {
  steps: Steps;
  timeLimitMs: number;
  spentMs: number;
  call: { reply(work: Work<Result>): void } | undefined;
  stream: number;
  /** What it waited for. */
  given?: unknown;
};

/** What an engine is read with whose reads are done when they return. */
export type JobEngine = {
  rowsOf(storageKey: string): HistoryReader;
  /** Called before a read of several steps begins, and when it has ended. */
  hold?(storageKey: string): void;
  letGo?(storageKey: string): void;
};

/** Where a read that is ended would have gone on; nobody hears of it. */
const NOTHING: Outcome<Result> = { result: { end: { more: false, last: 0 } } };

/** The reads of one thread. They are cut into steps, so that many share the thread and each can be stopped. */
export class ReadJobs {
  readonly #engine: JobEngine;
  readonly #streams = new Map<number, Job>();
  readonly #runnable: Job[] = [];
  /** Exact geometry takes a moment to load: only reads that cannot begin without it wait for it. */
  #geos: Geos | undefined;

  constructor(engine: JobEngine) {
    this.#engine = engine;
  }

  receive(call: JobCall): void {
    switch (call.method) {
      case 'open': {
        const [stream, source, read, timeLimitMs] = call.args;
        return this.#begin(call, stream, this.#pieces(source, read), timeLimitMs, readNeedsGeos(read));
      }
      case 'changes': {
        const [stream, storageKey, query, timeLimitMs] = call.args;
        const steps = this.#holding([storageKey], () =>
          piecesOf(readChanges(this.#engine.rowsOf(storageKey), query)),
        );
        return this.#begin(call, stream, steps, timeLimitMs, false);
      }
      case 'next': {
        const job = this.#streams.get(call.args[0]);
        if (!job) return call.reply(isCancelled);
        job.call = call;
        return this.#schedule(job);
      }
      case 'cancel': {
        const job = this.#streams.get(call.args[0]);
        if (!job) return;
        this.#streams.delete(job.stream);
        job.steps.return(NOTHING);
        return job.call?.reply(isCancelled);
      }
      case 'count': {
        const [stream, storageKey, query, timeLimitMs] = call.args;
        const steps = this.#holding([storageKey], () =>
          executed(countAt(this.#engine.rowsOf(storageKey), query, this.#geos)),
        );
        return this.#begin(call, stream, steps, timeLimitMs, countNeedsGeos(query));
      }
      case 'timeExtent': {
        const [stream, storageKey, query, timeLimitMs] = call.args;
        const steps = this.#holding([storageKey], () =>
          executed(timeExtentOf(this.#engine.rowsOf(storageKey), query)),
        );
        return this.#begin(call, stream, steps, timeLimitMs, false);
      }
      case 'statistics': {
        const [stream, storageKey, version, timeLimitMs] = call.args;
        const steps = this.#holding([storageKey], () =>
          executed(statisticsAt(this.#engine.rowsOf(storageKey), version)),
        );
        return this.#begin(call, stream, steps, timeLimitMs, false);
      }
      case 'combined': {
        const [stream, composite, question, timeLimitMs] = call.args;
        const rowsOf = (storageKey: string) => this.#engine.rowsOf(storageKey);
        const steps = this.#holding(storageKeysOf(composite), () =>
          executed(executeQuery(composite, question, this.#geos, rowsOf)),
        );
        return this.#begin(call, stream, steps, timeLimitMs, questionNeedsGeos(question));
      }
      case 'byId': {
        const [storageKey, ids, view, version] = call.args;
        return call.reply(() => {
          const rows = this.#engine.rowsOf(storageKey);
          return { result: settled(rows.snapshot(textsById(rows, ids, view, version))) };
        });
      }
      case 'versions':
        return call.reply(() => ({
          result: settled(ask(() => this.#engine.rowsOf(call.args[0]).versions())),
        }));
      case 'versionAt': {
        const [storageKey, time] = call.args;
        return call.reply(() => ({ result: settled(versionAt(this.#engine.rowsOf(storageKey), time)) }));
      }
      case 'historySize':
        return call.reply(() => ({
          result: settled(ask(() => this.#engine.rowsOf(call.args[0]).historySize())),
        }));
    }
  }

  #begin(call: Job['call'], stream: number, steps: Steps, timeLimitMs: number, needsGeos: boolean): void {
    const job: Job = { steps, timeLimitMs, spentMs: 0, call, stream };
    this.#streams.set(stream, job);
    if (needsGeos && !this.#geos) void this.#scheduleBehind(this.#loadGeos(), job);
    else this.#schedule(job);
  }

  async #loadGeos(): Promise<void> {
    this.#geos = await loadGeos();
  }

  async #scheduleBehind(coming: Promise<unknown>, job: Job): Promise<void> {
    try {
      job.given = await coming;
    } catch (error) {
      return this.#fail(job, error);
    }
    this.#schedule(job);
  }

  *#pieces(source: string | CompositeSource, read: AnyRead): Steps {
    const geos = this.#geos;
    const area = areaOf(read);
    const test = area && prepareArea(area, geos, cutsToArea(read));
    const rowsOf = (storageKey: string) => this.#engine.rowsOf(storageKey);
    try {
      const own = typeof source === 'string' ? [source] : storageKeysOf(source);
      const storageKeys = [...own, ...referencedSources(read).flatMap(storageKeysOf)];
      return yield* this.#holding(storageKeys, () =>
        piecesOf(executeRead(source, read, { area: test, geos }, rowsOf)),
      );
    } finally {
      test?.free();
    }
  }

  *#holding(storageKeys: readonly string[], begin: () => Steps): Steps {
    for (const storageKey of storageKeys) this.#engine.hold?.(storageKey);
    try {
      return yield* begin();
    } finally {
      for (const storageKey of storageKeys) this.#engine.letGo?.(storageKey);
    }
  }

  #schedule(job: Job): void {
    this.#runnable.push(job);
    if (this.#runnable.length === 1) setImmediate(() => this.#work());
  }

  /** One step of one job; jobs take turns. */
  #work(): void {
    const job = this.#runnable.shift()!;
    if (this.#streams.has(job.stream)) this.#step(job);
    if (this.#runnable.length > 0) setImmediate(() => this.#work());
  }

  #step(job: Job): void {
    const started = performance.now();
    const call = job.call!;
    try {
      const { given } = job;
      job.given = undefined;
      const { value, done } = job.steps.next(given);
      job.spentMs += performance.now() - started;
      if (value instanceof Promise) return void this.#scheduleBehind(value, job);
      if (done) this.#streams.delete(job.stream);
      if (value) {
        call.reply(() => value);
        job.call = undefined;
        return;
      }
      if (job.spentMs > job.timeLimitMs)
        throw new Fault(
          'timeout',
          `the query took more than the ${job.timeLimitMs} ms allowed; narrow it down`,
        );
      this.#runnable.push(job);
    } catch (error) {
      this.#fail(job, error);
    }
  }

  #fail(job: Job, error: unknown): void {
    this.#streams.delete(job.stream);
    // One that took too long has not ended by itself: it holds files and an area.
    job.steps.return(NOTHING);
    job.call?.reply(() => {
      throw error;
    });
  }
}

/** The reply to a read that was cancelled. */
function isCancelled(): never {
  throw cancelled();
}

function storageKeysOf(source: FeatureSource): string[] {
  return leavesOf(source).map(({ storageKey }) => storageKey);
}

function* executed(effect: Effect<Result>): Steps {
  return { result: yield* resolved(effect) };
}

/** Build requests are sent at once: a read that would need it may well take too long and never come to an end. */
function* piecesOf(execution: Execution): Steps {
  const steps = resolved(execution);
  for (let given: unknown; ; ) {
    const { value, done } = steps.next(given);
    if (done) {
      const { chunk, ...end } = value;
      return piece({ ...(chunk && { chunk }), end });
    }
    given = undefined;
    if (!value) yield undefined;
    else if (value instanceof Promise) given = yield value;
    else yield piece('build' in value ? { buildRequest: value.build } : { chunk: value });
  }
}

function piece(found: Piece): Outcome<Piece> {
  return { result: found, ...(found.chunk && { transfer: [found.chunk.buffer] }) };
}
