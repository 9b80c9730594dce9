import { workerData } from 'node:worker_threads';
import { type Geos, loadGeos } from '@meridian/geo';
import { cancelled } from '../../model/fault.ts';
import type { ReadRow } from '../../model/feature/row.ts';
import { prepareArea } from '../../model/query/area.ts';
import { StoredFeature } from '../../model/query/match.ts';
import type { ChangesQuery, FeatureFilter, FeatureView } from '../../model/query/query.ts';
import { isPlainView, showFeature } from '../../model/query/view.ts';
import type { Statistics, VersionRange } from '../../model/results.ts';
import type { Combination } from '../../model/source.ts';
import { areaOf, type Read } from '../../read/row-read.ts';
import type { Chunk, WaitingWalk, WalkEnd } from '../../read/row-work.ts';
import type { Question } from '../../rules/composite/question.ts';
import type { Piece } from '../../thread/reader-threads.ts';
import { type Answered, type Reception, receiveCalls } from '../../thread/rpc.ts';
import { changesWalk } from './changes-walk.ts';
import { CombinedReading } from './combined-reading.ts';
import { type Address, connect } from './connection.ts';
import { counting } from './counting.ts';
import { isCanceled } from './faults.ts';
import { readVersion, readVersions } from './past-reader.ts';
import { ReadConnections } from './read-connections.ts';
import { Reading } from './reading.ts';
import { Session } from './session.ts';
import { readStatistics } from './statistics.ts';
import { textArray, toKey } from './text-key.ts';
import { walk } from './walk.ts';

/** A thread that reads spaces: what the database finds is tested, cut, drawn or counted here. */
const { address, connections } = workerData as ReaderData;

export type ReaderData = { address: Address; connections: number };

// Plans are made for the values at hand: a box may be a house or a continent. There are other clients to serve, and what
// is read at a time is little: neither further processes nor compiling a plan would pay.
const most = Math.max(1, connections - 1);
const client = connect(address, most, {
  max_pipeline: 0,
  connection: {
    plan_cache_mode: 'force_custom_plan',
    work_mem: '32MB',
    jit: 'off',
    max_parallel_workers_per_gather: '0',
  },
} as never);

const reads = new ReadConnections(client, most);

/** For reads that ask several things about one moment. */
const session = new Session(address);

type Job = { reading: Reading; walk: WaitingWalk };
const streams = new Map<number, Job>();
/** Reads that are answered in one piece. */
const whole = new Map<number, Reading>();

receiveCalls((call) => {
  void answer(call);
});

async function answer(call: Reception): Promise<void> {
  let answered: () => Answered;
  try {
    const result = await act(call);
    answered = () => result;
  } catch (error) {
    answered = () => {
      throw error;
    };
  }
  call.reply(answered);
}

async function act({ method, args }: Reception): Promise<Answered> {
  switch (method) {
    case 'open': {
      const [stream, source, read, timeLimitMs] = args as [number, string | Combination, Read, number];
      const place = typeof source === 'string' ? source : '';
      const reading = new Reading(reads, place, timeLimitMs);
      streams.set(stream, { reading, walk: walkOf(reading, source, read) });
      return nextPiece(stream);
    }
    case 'changes': {
      const [stream, place, query, timeLimitMs] = args as [number, string, ChangesQuery, number];
      const reading = new Reading(reads, place, timeLimitMs);
      streams.set(stream, { reading, walk: changesWalk(reading, query) });
      return nextPiece(stream);
    }
    case 'next':
      return nextPiece(args[0] as number);
    case 'cancel':
      cancelRead(args[0] as number);
      return { result: undefined };
    case 'count': {
      const [stream, place, filter, timeLimitMs] = args as [number, string, FeatureFilter, number];
      const reading = new Reading(reads, place, timeLimitMs);
      return { result: await wholly(stream, reading, () => counting(reading, filter)) };
    }
    case 'combined': {
      const [stream, combination, question, timeLimitMs] = args as [number, Combination, Question, number];
      const reading = new Reading(reads, '', timeLimitMs);
      const combined = new CombinedReading(combination, reading, (leaf) => statisticsOf(leaf, reading));
      return { result: await wholly(stream, reading, () => combined.answer(question)) };
    }
    case 'statistics': {
      const [stream, place, timeLimitMs] = args as [number, string, number];
      const reading = new Reading(reads, place, timeLimitMs);
      return { result: await wholly(stream, reading, () => statisticsOf(place, reading)) };
    }
    case 'versions':
      return { result: await versionsOf(args[0] as string) };
    case 'byId':
      return { result: await byIdInVersion(...(args as [string, string[], FeatureView, number])) };
    case 'close':
      await Promise.all([client.end({ timeout: 5 }), session.close()]);
      return { result: undefined };
    default:
      throw new Error(`the reader knows no call ${method}`);
  }
}

/** Ends a read, wherever it is: at the database, waiting for a connection, or between two pieces. */
function cancelRead(stream: number): void {
  const job = streams.get(stream);
  streams.delete(stream);
  (job?.reading ?? whole.get(stream))?.cancel();
  // Behind the step that may be under way: gives back what the read holds. That step's failure is its caller's.
  job?.walk.return(NO_MORE).catch(() => undefined);
}

const NO_MORE: WalkEnd = { more: false, last: 0 };

function piece(found: Piece): Answered {
  return { result: found, transfer: found.chunk ? [found.chunk.buffer] : [] };
}

/** In memory of its own, which whoever gets it may give back; what comes from the driver is a part of what it received. */
function alone(chunk: Chunk): Chunk {
  return chunk.byteLength === chunk.buffer.byteLength ? chunk : new Uint8Array(chunk);
}

async function nextPiece(stream: number): Promise<Answered> {
  const job = streams.get(stream);
  if (!job) throw cancelled();
  const { reading, walk } = job;
  try {
    for (;;) {
      const spentMs = reading.spentMs;
      const started = performance.now();
      const { value, done } = await walk.next();
      reading.check();
      const wish = reading.takeWish();
      const told = wish && { wish };
      if (done) {
        streams.delete(stream);
        const { chunk, ...end } = value;
        return piece({ ...told, ...(chunk && { chunk: alone(chunk) }), end });
      }
      // A wish is told at once: a read that would need it may well take too long and never come to an end.
      if (value || told) return piece({ ...told, ...(value && { chunk: alone(value) }) });
      // A step without statements is work on rows, and nothing else.
      if (reading.spentMs === spentMs) reading.spend(performance.now() - started);
      // Others get their turn, and a cancellation is heard.
      await new Promise((resolve) => setImmediate(resolve));
      reading.check();
    }
  } catch (error) {
    streams.delete(stream);
    await walk.return(NO_MORE);
    throw error;
  }
}

/** A read that is answered in one piece. */
async function wholly<T>(stream: number, reading: Reading, read: () => Promise<T>): Promise<T> {
  whole.set(stream, reading);
  try {
    return await read();
  } finally {
    whole.delete(stream);
  }
}

let statistics: Promise<unknown> = Promise.resolve();

/** One after the other: they share a connection. One that was cancelled while it waited does not begin. */
function statisticsOf(place: string, reading: Reading): Promise<Statistics> {
  const once = () =>
    reading.attached(
      () => readStatistics(session, place),
      () => session.cancel(),
    );
  const read = () =>
    once().catch((error) => {
      if (!isCanceled(error)) throw error;
      // A cancellation that came too late for the read before.
      return once();
    });
  const mine = statistics.then(read, read);
  statistics = mine;
  return mine;
}

async function versionsOf(place: string): Promise<VersionRange> {
  const { oldest, oldestChanges, latest } = await readVersions(new Reading(reads, place));
  return { oldest, oldestChanges, latest };
}

/** Exact geometry takes a moment to load, and only spatial reads need it. */
let geos: Geos | undefined;

async function* walkOf(reading: Reading, source: string | Combination, read: Read): WaitingWalk {
  const area = areaOf(read);
  if (area) geos ??= await loadGeos();
  const test = area && prepareArea(area, geos!);
  try {
    return yield* typeof source === 'string'
      ? walk(reading, read, test)
      : new CombinedReading(source, reading, (leaf) => statisticsOf(leaf, reading)).walk(read, test);
  } finally {
    test?.free();
  }
}

async function byIdInVersion(
  place: string,
  ids: string[],
  view: FeatureView,
  version: number,
): Promise<string[]> {
  const reading = new Reading(reads, place);
  const rows = await readVersion(reading, version, 'id = ANY($2::text[])', [textArray(ids.map(toKey))]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []).map((row) => shown(row, view));
}

function shown(row: ReadRow, view: FeatureView): string {
  return isPlainView(view) ? row.text : showFeature(new StoredFeature(row.id, row), view, row.hasZ === 1);
}
