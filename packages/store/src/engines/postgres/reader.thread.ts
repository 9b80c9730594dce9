import { workerData } from 'node:worker_threads';
import { loadGeos } from '@meridian/geo';
import { cancelled } from '../../model/fault.ts';
import { prepareArea } from '../../model/query/area.ts';
import type { FeatureView } from '../../model/query/query.ts';
import type { CompositeSource } from '../../model/source.ts';
import { boundMemory } from '../../read/bound-memory.ts';
import { readChanges } from '../../read/changes.ts';
import type { Chunk } from '../../read/chunk.ts';
import { countAt, countNeedsGeos } from '../../read/count-read.ts';
import { awaited, awaitedResult } from '../../read/effect.ts';
import { statisticsAt } from '../../read/past/past-statistics.ts';
import { versionAt } from '../../read/past/version-at.ts';
import { type AnyRead, areaOf, cutsToArea, readNeedsGeos } from '../../read/row-read.ts';
import type { BuildRequest } from '../../read/row-reader.ts';
import type { ReadEnd } from '../../read/row-sink.ts';
import { timeExtentOf } from '../../read/time-extent.ts';
import { textsById } from '../../read/versions.ts';
import type { CompositeQuery } from '../../rules/composite/composite-query.ts';
import { questionNeedsGeos } from '../../rules/composite/composite-query.ts';
import { executeQuery, executeRead } from '../../rules/composite/execute.ts';
import type { Notice, Piece, ReaderCalls } from '../../thread/calls.ts';
import { notifyOwner, type Outcome, receiveCalls, type Work } from '../../thread/rpc.ts';
import { PostgresColumnReader } from './columns/column-reads.ts';
import type { Address } from './connection.ts';
import { ReadConnections } from './read-connections.ts';
import { READ_SETTINGS } from './read-settings.ts';
import { Reading } from './reading.ts';
import { Replica } from './replica/replica.ts';
import { ReplicaState } from './replica/replica-state.ts';
import { PostgresRowReader } from './row-reader.ts';
import { Session } from './session.ts';
import { StatementPool } from './statement-pool.ts';
import { StatisticsQueue } from './statistics-queue.ts';

/** A thread that reads spaces: what the database finds is tested, cut, drawn or counted here. */
const { address, connections, columnCacheBytes, replica: replicaData }: ReaderData = workerData;
boundMemory(columnCacheBytes);

export type ReaderData = {
  address: Address;
  connections: number;
  columnCacheBytes: number | undefined;
  /** A replica for reads of what spaces hold now. */
  replica?: { url: string; state: SharedArrayBuffer } | undefined;
};

const most = Math.max(1, connections - 1);
const pool = new StatementPool(address, most, READ_SETTINGS);
const reads = new ReadConnections(pool, most);

const statistics = new StatisticsQueue(new Session(address));

const replica =
  replicaData && new Replica({ ...address, url: replicaData.url }, most, new ReplicaState(replicaData.state));

type Steps = AsyncGenerator<Chunk | BuildRequest | undefined, ReadEnd, void>;
type Job = { reading: Reading; steps: Steps };
const streams = new Map<number, Job>();
/** Reads that are answered in one piece. */
const whole = new Map<number, Reading>();

receiveCalls<ReaderCalls>((call) => {
  switch (call.method) {
    case 'open': {
      const [stream, source, read, timeLimitMs] = call.args;
      const storageKey = typeof source === 'string' ? source : '';
      const reading = readingOf(storageKey, timeLimitMs, versionOf(read));
      streams.set(stream, { reading, steps: stepsOf(reading, source, read) });
      return void replyWith(call, nextPiece(stream));
    }
    case 'changes': {
      const [stream, storageKey, query, timeLimitMs] = call.args;
      const reading = new Reading(reads, storageKey, timeLimitMs);
      streams.set(stream, { reading, steps: awaited(readChanges(rowsOf(reading), query), reading.spend) });
      return void replyWith(call, nextPiece(stream));
    }
    case 'next':
      return void replyWith(call, nextPiece(call.args[0]));
    case 'cancel':
      return cancelRead(call.args[0]);
    case 'count': {
      const [stream, storageKey, query, timeLimitMs] = call.args;
      const reading = readingOf(storageKey, timeLimitMs, query.version);
      const count = async () => {
        const geos = countNeedsGeos(query) ? await loadGeos() : undefined;
        return awaitedResult(countAt(rowsOf(reading), query, geos), reading.spend);
      };
      return void replyWith(call, wholly(stream, reading, count));
    }
    case 'combined': {
      const [stream, composite, question, timeLimitMs] = call.args;
      const reading = new Reading(reads, '', timeLimitMs, mayBeOnReplica(question) ? replica : undefined);
      const found = async () => {
        const geos = questionNeedsGeos(question) ? await loadGeos() : undefined;
        const asked = executeQuery(composite, question, geos, (leaf) => rowsOf(reading.at(leaf)));
        return awaitedResult(asked, reading.spend);
      };
      return void replyWith(call, wholly(stream, reading, found));
    }
    case 'timeExtent': {
      const [stream, storageKey, query, timeLimitMs] = call.args;
      const reading = readingOf(storageKey, timeLimitMs, undefined);
      const found = () => awaitedResult(timeExtentOf(rowsOf(reading), query), reading.spend);
      return void replyWith(call, wholly(stream, reading, found));
    }
    case 'statistics': {
      const [stream, storageKey, version, timeLimitMs] = call.args;
      const reading = readingOf(storageKey, timeLimitMs, version);
      const found = () => awaitedResult(statisticsAt(rowsOf(reading), version), reading.spend);
      return void replyWith(call, wholly(stream, reading, found));
    }
    case 'versions':
      return void replyWith(call, resultOf(rowsOf(new Reading(reads, call.args[0])).versions()));
    case 'versionAt': {
      const [storageKey, time] = call.args;
      const reading = new Reading(reads, storageKey);
      return void replyWith(call, resultOf(awaitedResult(versionAt(rowsOf(reading), time), reading.spend)));
    }
    case 'historySize':
      return void replyWith(call, resultOf(rowsOf(new Reading(reads, call.args[0])).historySize()));
    case 'byId':
      return void replyWith(call, resultOf(byIdInVersion(...call.args)));
    case 'close':
      return void replyWith(call, resultOf(close()));
    default:
      throw new Error(`the reader of a database knows no call ${call.method}`);
  }
});

async function close(): Promise<void> {
  await Promise.all([pool.end(), statistics.close(), replica?.close()]);
}

async function resultOf<R>(coming: R | Promise<R>): Promise<Outcome<R>> {
  return { result: await coming };
}

/** Replies with what comes of a read. */
async function replyWith<R>(
  call: { reply(work: Work<R>): void },
  coming: Promise<Outcome<R>>,
): Promise<void> {
  try {
    const outcome = await coming;
    call.reply(() => outcome);
  } catch (error) {
    call.reply(() => {
      throw error;
    });
  }
}

/** Ends a read, wherever it is: at the database, waiting for a connection, or between two pieces. */
function cancelRead(stream: number): void {
  const job = streams.get(stream);
  streams.delete(stream);
  (job?.reading ?? whole.get(stream))?.cancel();
  // Behind the step that may be under way: gives back what the read holds. That step's failure is its caller's.
  job?.steps.return(NO_MORE).catch(() => undefined);
}

const NO_MORE: ReadEnd = { more: false, last: 0 };

function piece(found: Piece): Outcome<Piece> {
  return { result: found, transfer: found.chunk ? [found.chunk.buffer] : [] };
}

/** In memory of its own, which the receiver may transfer; what comes from the driver is a part of what it received. */
function alone(chunk: Chunk): Chunk {
  return chunk.byteLength === chunk.buffer.byteLength ? chunk : new Uint8Array(chunk);
}

async function nextPiece(stream: number): Promise<Outcome<Piece>> {
  const job = streams.get(stream);
  if (!job) throw cancelled();
  const { reading, steps } = job;
  try {
    for (;;) {
      const { value, done } = await steps.next();
      reading.check();
      if (done) {
        streams.delete(stream);
        const { chunk, ...end } = value;
        return piece({ ...(chunk && { chunk: alone(chunk) }), end });
      }
      // Sent at once: a read that would need it may well take too long and never come to an end.
      if (value) return piece('build' in value ? { buildRequest: value.build } : { chunk: alone(value) });
      // Others get their turn, and a cancellation is heard.
      await new Promise((resolve) => setImmediate(resolve));
      reading.check();
    }
  } catch (error) {
    streams.delete(stream);
    await steps.return(NO_MORE);
    throw error;
  }
}

/** A read that is answered in one piece. */
async function wholly<R>(stream: number, reading: Reading, read: () => Promise<R>): Promise<Outcome<R>> {
  whole.set(stream, reading);
  try {
    return { result: await read() };
  } finally {
    whole.delete(stream);
  }
}

/** A read of what a space holds now may be done on a replica; history stays with the primary. */
function readingOf(storageKey: string, timeLimitMs: number, version: number | undefined): Reading {
  return new Reading(reads, storageKey, timeLimitMs, version === undefined ? replica : undefined);
}

function versionOf({ query }: AnyRead): number | undefined {
  return 'version' in query ? query.version : undefined;
}

/** Of a composite space: not what writes are decided by. */
function mayBeOnReplica({ kind }: CompositeQuery): boolean {
  return kind === 'count' || kind === 'timeExtent' || kind === 'statistics';
}

function rowsOf(reading: Reading): PostgresRowReader {
  const { storageKey } = reading;
  const want = (buildRequest: Notice['buildRequest']) => notifyOwner({ storageKey, buildRequest });
  return new PostgresRowReader(
    reading,
    address.hasCitus,
    () => reading.statistics(statistics),
    // On Citus, as with all derived data, there are none.
    address.hasCitus ? undefined : new PostgresColumnReader(reading, want),
    () => want('deferredIndexes'),
  );
}

async function* stepsOf(reading: Reading, source: string | CompositeSource, read: AnyRead): Steps {
  const area = areaOf(read);
  // Exact geometry takes a moment to load: only reads that cannot begin without it wait for it.
  const geos = readNeedsGeos(read) ? await loadGeos() : undefined;
  const test = area && prepareArea(area, geos, cutsToArea(read));
  try {
    const execution = executeRead(source, read, { area: test, geos }, (storageKey) =>
      rowsOf(reading.at(storageKey)),
    );
    return yield* awaited(execution, reading.spend);
  } finally {
    test?.free();
  }
}

async function byIdInVersion(
  storageKey: string,
  ids: readonly string[],
  view: FeatureView,
  version: number | undefined,
): Promise<string[]> {
  if (version === undefined) throw new Error('features as they are now are read on the thread that serves');
  const reading = new Reading(reads, storageKey);
  return awaitedResult(textsById(rowsOf(reading), ids, view, version), reading.spend);
}
