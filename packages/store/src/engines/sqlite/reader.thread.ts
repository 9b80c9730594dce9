import { workerData } from 'node:worker_threads';
import { type Geos, loadGeos } from '@meridian/geo';
import { cancelled, Fault } from '../../model/fault.ts';
import { prepareArea } from '../../model/query/area.ts';
import { needsGeos } from '../../model/query/expression-test.ts';
import type { FeatureFilter, FeatureView } from '../../model/query/query.ts';
import type { Statistics } from '../../model/results.ts';
import type { CompositeSource, FeatureSource } from '../../model/source.ts';
import { readChanges } from '../../read/changes.ts';
import { countMatches } from '../../read/count.ts';
import { resolved, settled } from '../../read/effect.ts';
import type { Execution } from '../../read/execute.ts';
import { type AnyRead, areaOf, readNeedsGeos, referencedSources } from '../../read/row-read.ts';
import { textsOfVersion } from '../../read/versions.ts';
import { withFilter } from '../../read/with-filter.ts';
import type { CompositeQuery, QuestionResults } from '../../rules/composite/composite-query.ts';
import { leavesOf } from '../../rules/composite/composite-source.ts';
import { executeQuery, executeRead } from '../../rules/composite/execute.ts';
import type { BuildRequest, Piece, ReaderCalls, Told } from '../../thread/calls.ts';
import { type Outcome, receiveCalls, tellOwner, type Work } from '../../thread/rpc.ts';
import { SqliteColumnReader } from './columns/column-reads.ts';
import { OpenFiles } from './open-files.ts';
import { readOutbox } from './outbox.ts';
import { SqliteRowReader } from './row-reader.ts';
import { spacePath } from './space-files.ts';
import { SpaceReader } from './space-reader.ts';

/** Work in short steps: a step may have nothing to tell yet. */
type Steps = Generator<Outcome<Result> | undefined, Outcome<Result>, void>;
/** What reads in steps are replied with. */
type Result = Piece | number | Statistics | QuestionResults[CompositeQuery['kind']];
type Job = {
  steps: Steps;
  timeLimitMs: number;
  spentMs: number;
  call: { reply(work: Work<Result>): void } | undefined;
  stream: number;
};

/** A thread that reads spaces. Reads are cut into steps, so that many share the thread and each can be stopped. */
const { folder } = workerData as { folder: string };
const readers = new OpenFiles<SpaceReader>(64);
const streams = new Map<number, Job>();
const runnable: Job[] = [];

receiveCalls<ReaderCalls>((call) => {
  switch (call.method) {
    case 'open': {
      const [stream, source, read, timeLimitMs] = call.args;
      const job: Job = { steps: pieces(source, read), timeLimitMs, spentMs: 0, call, stream };
      streams.set(stream, job);
      return begin(job, readNeedsGeos(read));
    }
    case 'changes': {
      const [stream, storageKey, query, timeLimitMs] = call.args;
      const steps = holding([storageKey], () => piecesOf(readChanges(rowsOf(storageKey), query)));
      const job: Job = { steps, timeLimitMs, spentMs: 0, call, stream };
      streams.set(stream, job);
      return schedule(job);
    }
    case 'next': {
      const job = streams.get(call.args[0]);
      if (!job) return call.reply(isCancelled);
      job.call = call;
      return schedule(job);
    }
    case 'cancel': {
      const job = streams.get(call.args[0]);
      if (!job) return;
      streams.delete(job.stream);
      job.steps.return(NOTHING);
      return job.call?.reply(isCancelled);
    }
    case 'count': {
      const [stream, storageKey, filter, timeLimitMs] = call.args;
      const steps = holding([storageKey], () => counted(storageKey, filter));
      const job: Job = { steps, timeLimitMs, spentMs: 0, call, stream };
      streams.set(stream, job);
      return begin(job, needsGeos(filter));
    }
    case 'statistics': {
      const [stream, storageKey, timeLimitMs] = call.args;
      const steps = holding([storageKey], () => statisticsOf(storageKey));
      const job: Job = { steps, timeLimitMs, spentMs: 0, call, stream };
      streams.set(stream, job);
      return schedule(job);
    }
    case 'combined': {
      const [stream, composite, question, timeLimitMs] = call.args;
      const steps = holding(storageKeysOf(composite), () => executed(composite, question));
      const job: Job = { steps, timeLimitMs, spentMs: 0, call, stream };
      streams.set(stream, job);
      return begin(job, 'filter' in question && needsGeos(question.filter));
    }
    case 'byId':
      return call.reply(() => ({ result: byId(...call.args) }));
    case 'versions':
      return call.reply(() => ({ result: rowsOf(call.args[0]).versions() }));
    case 'historySize':
      return call.reply(() => ({ result: rowsOf(call.args[0]).historySize() }));
    case 'content':
      return call.reply(() => ({ result: readerOf(call.args[0]).content() }));
    case 'outbox':
      return call.reply(() => ({ result: readOutbox(readerOf(call.args[0])) }));
    case 'forget':
      return call.reply(() => ({ result: readers.drop(call.args[0]) }));
    case 'close':
      return call.reply(() => ({ result: readers.closeAll() }));
  }
});

/** Where a read that is ended would have gone on; nobody is told of it. */
const NOTHING: Outcome<Result> = { result: { end: { more: false, last: 0 } } };

/** The reply to whoever waits for a read that was cancelled. */
function isCancelled(): never {
  throw cancelled();
}

function byId(
  storageKey: string,
  ids: readonly string[],
  view: FeatureView,
  version: number | undefined,
): string[] {
  if (version === undefined) return readerOf(storageKey).texts(ids, view);
  const rows = rowsOf(storageKey);
  return settled(rows.snapshot(textsOfVersion(rows, ids, view, version)));
}

function* pieces(source: string | CompositeSource, read: AnyRead): Steps {
  const area = areaOf(read);
  const test = area && prepareArea(area, geos!);
  try {
    const own = typeof source === 'string' ? [source] : storageKeysOf(source);
    const storageKeys = [...own, ...referencedSources(read).flatMap(storageKeysOf)];
    return yield* holding(storageKeys, () =>
      piecesOf(executeRead(source, read, { area: test, geos }, rowsOf)),
    );
  } finally {
    test?.free();
  }
}

function storageKeysOf(source: FeatureSource): string[] {
  return leavesOf(source).map(({ storageKey }) => storageKey);
}

/** Keeps files open while they are read step by step. */
function* holding(storageKeys: readonly string[], begin: () => Steps): Steps {
  for (const storageKey of storageKeys) readers.hold(storageKey);
  try {
    return yield* begin();
  } finally {
    for (const storageKey of storageKeys) readers.letGo(storageKey);
  }
}

/** What is to be built is told at once: a read that would need it may well take too long and never come to an end. */
function* piecesOf(execution: Execution): Steps {
  const steps = resolved(execution);
  for (;;) {
    const { value, done } = steps.next();
    if (done) {
      const { chunk, ...end } = value;
      return piece({ ...(chunk && { chunk }), end });
    }
    if (!value) yield undefined;
    else yield piece('build' in value ? { buildRequest: value.build } : { chunk: value });
  }
}

function piece(found: Piece): Outcome<Piece> {
  return { result: found, ...(found.chunk && { transfer: [found.chunk.buffer] }) };
}

/** Exact geometry takes a moment to load, and only spatial reads need it. */
let geos: Geos | undefined;

function begin(job: Job, isSpatial: boolean): void {
  if (isSpatial && !geos) void scheduleWithGeos(job);
  else schedule(job);
}

async function scheduleWithGeos(job: Job): Promise<void> {
  try {
    geos = await loadGeos();
  } catch (error) {
    return fail(job, error);
  }
  schedule(job);
}

function* counted(storageKey: string, filter: FeatureFilter): Steps {
  const count = withFilter(filter, geos, () => countMatches(rowsOf(storageKey), filter));
  return { result: yield* resolved(count) };
}

function* statisticsOf(storageKey: string): Steps {
  // Short, but not to be begun for a client that has left by now.
  yield undefined;
  return { result: rowsOf(storageKey).statistics() };
}

function* executed(composite: CompositeSource, question: CompositeQuery): Steps {
  return { result: yield* resolved(executeQuery(composite, question, geos, rowsOf)) };
}

function schedule(job: Job): void {
  runnable.push(job);
  if (runnable.length === 1) setImmediate(work);
}

/** One step of one job; jobs take turns. */
function work(): void {
  const job = runnable.shift()!;
  if (streams.has(job.stream)) step(job);
  if (runnable.length > 0) setImmediate(work);
}

function step(job: Job): void {
  const started = performance.now();
  const call = job.call!;
  try {
    const { value, done } = job.steps.next();
    job.spentMs += performance.now() - started;
    if (done) streams.delete(job.stream);
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
    runnable.push(job);
  } catch (error) {
    fail(job, error);
  }
}

function fail(job: Job, error: unknown): void {
  streams.delete(job.stream);
  // One that took too long has not ended by itself: it holds files and an area.
  job.steps.return(NOTHING);
  job.call?.reply(() => {
    throw error;
  });
}

function readerOf(storageKey: string): SpaceReader {
  return readers.get(storageKey, () => new SpaceReader(spacePath(folder, storageKey)));
}

function rowsOf(storageKey: string): SqliteRowReader {
  const reader = readerOf(storageKey);
  const want = (buildRequest: BuildRequest) => tellOwner({ storageKey, buildRequest } satisfies Told);
  return new SqliteRowReader(reader, new SqliteColumnReader(reader, storageKey, want));
}
