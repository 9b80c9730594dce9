import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { isCellsKey } from '../../columns/stored-cells.ts';
import type { BuildRequest } from '../../model/build-request.ts';
import { Fault } from '../../model/fault.ts';
import type { OwnedSpaceRef, SpaceRef } from '../../model/source.ts';
import { buffersOf } from '../../rules/write/unprocessed.ts';
import { BuildShares } from '../../thread/build-shares.ts';
import type { Indexes, WriterCalls } from '../../thread/calls.ts';
import { type Reception, receiveCalls, type Work } from '../../thread/rpc.ts';
import { setGauge } from '../../thread/shared-gauges.ts';
import { buildFailure, warn } from '../../thread/warnings.ts';
import { ColumnBuilders } from './columns/build-columns.ts';
import type { Address } from './connection.ts';
import { LOOK_EVERY_MS, LoadEnds, makeDeferredIndexes } from './deferred-indexes.ts';
import { deleteMany } from './delete-many.ts';
import { buildDensityStep, requestDensityIndex } from './density/build-density-index.ts';
import { isUnavailable } from './faults.ts';
import { nextToBuild } from './next-to-build.ts';
import { type PreparedWrite, prepareDelete, prepareWrite } from './prepared-write.ts';
import { buildIndexStep, defineIndexes } from './property-indexes.ts';
import { Session } from './session.ts';
import { createTable, dropTable, lockReservation } from './space-table.ts';
import { commitWrites, type Outcome } from './space-writer.ts';
import { makeTileBlockStep, requestTileBlocks } from './tile-blocks/build-tile-blocks.ts';
import { countTogether } from './together.ts';

/**
 * A thread that writes spaces. The writes of a space follow each other; those that wait for it share one commit, and each
 * is answered after it. Different spaces are written side by side, each on a connection of its own.
 */
const { address, connections }: WriterData = workerData;

export type WriterData = { address: Address; connections: number };

/**
 * So much body goes into one commit before those who wait for it are answered. Of four clients with large bodies two then
 * wait while the database is at the others', and theirs are prepared meanwhile.
 */
const COMMIT_BYTES = 1.5 * 1024 * 1024;
const RETRY_MS = 1000;

const idle: Session[] = Array.from({ length: connections }, () => new Session(address));
const sessions = [...idle];
/** Calls by the storage key of their space, in their order. */
type Call = Exclude<Reception<WriterCalls>, { method: 'close' }>;
type WriteCall = Reception<WriterCalls, 'write' | 'delete'>;

const queues = new Map<string, Call[]>();
const busy = new Set<string>();
/** Writes that were prepared while the database was at those before them. */
const preparedAhead = new WeakMap<WriteCall, PreparedWrite>();
const columns = new ColumnBuilders();
const loadEnds = new LoadEnds();
/** Spaces with something to build: indexes, a density index, tile blocks, columns. */
const building = new Map<string, SpaceRef>();
const shares = new BuildShares();
/** Spaces with something to build at some time. */
const later = new Map<string, { space: SpaceRef; at: number }>();
/** Spaces whose tile blocks somebody has asked for here. */
const withTileBlocks = new Set<string>();
let isClosing = false;
let isCreating = false;

/** While others write, building has a quarter of the time: after a step it rests for three times as long. */
const REST = 3;
/** Who has written so recently may write again. */
const RECENT_MS = 1000;
let writtenAt = -Infinity;
let restsUntil = 0;
let alarm: NodeJS.Timeout | undefined;

receiveCalls<WriterCalls>((call) => {
  if (call.method === 'close') return void close(call);
  if (call.method === 'write' || call.method === 'delete') writtenAt = performance.now();
  const [space] = call.args;
  const { storageKey } = space;
  shares.note(storageKey, ownerOf(space));
  const queue = queues.get(storageKey);
  if (queue) queue.push(call);
  else queues.set(storageKey, [call]);
  if (busy.has(storageKey)) void prepareAhead(storageKey);
  else work();
});

function ownerOf({ owner }: OwnedSpaceRef): string | undefined {
  return owner;
}

/** Gives idle connections something to do. */
function work(): void {
  for (const [storageKey, queue] of queues) {
    if (idle.length === 0) return;
    if (!busy.has(storageKey) && !mustWait(queue[0]!)) void serve(storageKey, queue, idle.pop()!);
  }
  if (isClosing) return;
  const now = performance.now();
  for (const [storageKey, { space, at }] of later)
    if (at <= now && later.delete(storageKey)) building.set(storageKey, space);
  while (restsUntil <= now) {
    const space = nextSpace();
    if (!space) break;
    if (idle.length === 0) return;
    void build(space, idle.pop()!);
  }
  sleep(now);
}

/** The space that something is built for next. */
function nextSpace(): SpaceRef | undefined {
  const storageKey = shares.next([...building.keys()].filter((key) => !busy.has(key)));
  return storageKey === undefined ? undefined : building.get(storageKey);
}

/** Until there is something to build again that must wait now. */
function sleep(now: number): void {
  clearTimeout(alarm);
  setGauge('building', building.size);
  const times = [...later.values()].map(({ at }) => at);
  if (building.size > 0 && restsUntil > now) times.push(restsUntil);
  if (times.length > 0) alarm = setTimeout(work, Math.max(1, Math.min(...times) - now));
}

/** On Citus a space takes seconds to make, and others may write meanwhile: not all connections are at that at a time. */
function mustWait({ method }: Call): boolean {
  return address.hasCitus && method === 'create' && isCreating;
}

async function serve(storageKey: string, queue: Call[], session: Session): Promise<void> {
  busy.add(storageKey);
  const [first, ...others] = queue.splice(0, Math.max(1, countTogether(queue, COMMIT_BYTES, sharedBytes)));
  if (queue.length === 0) queues.delete(storageKey);
  session.meanwhile = () => void prepareAhead(storageKey);
  const creates = first!.method === 'create';
  if (creates) isCreating = true;
  try {
    if (isBatched(first!)) await commit([first, ...others.filter(isBatched)], session);
    else await act(first!, session);
  } finally {
    if (creates) isCreating = false;
    busy.delete(storageKey);
    idle.push(session);
    work();
  }
}

/** Writes that name what they change can share a commit. */
function isBatched(call: Call): call is WriteCall {
  return call.method === 'write' || (call.method === 'delete' && call.args[1].ids !== undefined);
}

/** The size of a call that can share a commit; undefined for others. */
function sharedBytes(call: Call): number | undefined {
  if (!isBatched(call)) return undefined;
  return call.method === 'write' ? call.args[1].body.bytes.byteLength : 0;
}

async function commit(calls: WriteCall[], session: Session): Promise<void> {
  const [space] = calls[0]!.args;
  let outcomes: Outcome[];
  try {
    const committed = await commitWrites(session, space, calls.map(prepare));
    ({ outcomes } = committed);
    if (committed.indexesDeferred) lookSoon(space);
  } catch (error) {
    // Nothing of it is durable as far as we know, and everyone who was part of it hears so.
    for (const call of calls) call.reply(() => rethrow(error));
    return;
  }
  // Each outcome is that of the call with the same index: a write's or a delete's.
  const callers: readonly { reply(work: Work<ReturnType<Outcome>>): void }[] = calls;
  callers.forEach((caller, i) => {
    caller.reply(() => {
      const result = outcomes[i]!();
      return { result, transfer: 'ids' in result ? [] : buffersOf(result) };
    });
  });
}

/** Whether a load has ended. */
function lookSoon(space: SpaceRef): void {
  const { at = Infinity } = later.get(space.storageKey) ?? {};
  later.set(space.storageKey, { space, at: Math.min(at, performance.now() + LOOK_EVERY_MS) });
}

/** Prepares what waits for a space until its turn comes: what will go into the next commit. */
async function prepareAhead(storageKey: string): Promise<void> {
  const waiting = queues.get(storageKey) ?? [];
  for (const call of waiting.slice(0, countTogether(waiting, COMMIT_BYTES, sharedBytes)).filter(isBatched)) {
    // What is on its way to the database goes first.
    await turn();
    if (!busy.has(storageKey) || !queues.get(storageKey)?.includes(call)) return;
    if (!preparedAhead.has(call)) preparedAhead.set(call, prepare(call));
  }
}

function prepare(call: WriteCall): PreparedWrite {
  const ahead = preparedAhead.get(call);
  if (ahead) return ahead;
  return call.method === 'write' ? prepareWrite(...call.args) : prepareDelete(call.args[1]);
}

/** Replies with what comes of a piece of work. */
async function settle<R>(call: { reply(work: Work<R>): void }, work: Promise<R>): Promise<void> {
  try {
    const result = await work;
    call.reply(() => ({ result }));
  } catch (error) {
    call.reply(() => rethrow(error));
  }
}

function rethrow(error: unknown): never {
  throw error;
}

function act(call: Call, session: Session): Promise<void> {
  switch (call.method) {
    case 'create': {
      const [{ storageKey }, indexes, isVirtual] = call.args;
      return settle(call, createSpace(session, storageKey, indexes, isVirtual));
    }
    case 'drop': {
      const [space] = call.args;
      const { storageKey } = space;
      building.delete(storageKey);
      later.delete(storageKey);
      withTileBlocks.delete(storageKey);
      shares.forget(storageKey);
      columns.forget(space);
      loadEnds.forget(storageKey);
      return settle(call, session.transaction([lockReservation(storageKey), ...dropTable(storageKey)]));
    }
    case 'defineIndexes':
      return settle(call, index(session, ...call.args));
    case 'want': {
      const [space, buildRequest] = call.args;
      return settle(call, want(space, buildRequest, session));
    }
    case 'build': {
      const [space] = call.args;
      building.set(space.storageKey, space);
      return settle(call, Promise.resolve());
    }
    case 'delete':
      return settle(call, deleteMany(session, ...call.args));
    case 'write':
    case 'clearOutbox':
      throw new Error(`the writer of a database does not do ${call.method} by itself`);
  }
}

async function index(session: Session, space: SpaceRef, paths: Indexes): Promise<void> {
  if (await defineIndexes(session, space, paths)) building.set(space.storageKey, space);
}

function createSpace(
  session: Session,
  storageKey: string,
  paths: Indexes,
  isVirtual: boolean,
): Promise<void> {
  const isDistributed = session.hasCitus && !isVirtual;
  return session.transaction([lockReservation(storageKey), ...createTable(storageKey, paths, isDistributed)]);
}

async function want(space: SpaceRef, buildRequest: BuildRequest, session: Session): Promise<void> {
  const { storageKey } = space;
  if (buildRequest === 'deferredIndexes') await makeDeferredIndexes(session, space);
  else if (buildRequest === 'densityIndex') await requestDensityIndex(session, space);
  else if (buildRequest === 'columns check') await columns.check(session, space);
  else if (buildRequest === 'columns') {
    if (columns.isBuilding(space)) return;
    await columns.request(session, space);
  } else if (isCellsKey(buildRequest)) await columns.wantCells(session, space, buildRequest);
  // They will be made, but not yet.
  else if (withTileBlocks.has(storageKey) && later.has(storageKey)) return;
  else {
    await requestTileBlocks(session, space);
    withTileBlocks.add(storageKey);
  }
  building.set(storageKey, space);
}

/** Builds a bit of what there is to build. In how many milliseconds there will be more to do; Infinity if there is nothing. */
async function buildStep(session: Session, space: SpaceRef): Promise<number> {
  switch (await nextToBuild(session, space)) {
    case 'deferredIndexes':
      return loadEnds.step(session, space);
    case 'indexes':
      return buildIndexStep(session, space, address);
    case 'densityIndex':
      await buildDensityStep(session, space);
      return 0;
    case 'blocks':
      return Math.min(await makeTileBlockStep(session, space), await columns.step(session, space));
    default:
      return Infinity;
  }
}

/** A piece of work that no request waits for. */
async function build(space: SpaceRef, session: Session): Promise<void> {
  const started = performance.now();
  busy.add(space.storageKey);
  try {
    const dueIn = await buildStep(session, space);
    if (dueIn > 0) building.delete(space.storageKey);
    if (dueIn > 0 && dueIn < Infinity) later.set(space.storageKey, { space, at: performance.now() + dueIn });
  } catch (error) {
    // The space may be gone; the database comes back.
    if (error instanceof Fault && error.kind === 'notFound') building.delete(space.storageKey);
    else if (isUnavailable(error) || error instanceof Fault) await pause(RETRY_MS);
    else {
      // Of this space alone; it is tried again when somebody asks for it.
      building.delete(space.storageKey);
      warn(buildFailure(space.storageKey, error));
    }
  } finally {
    const ended = performance.now();
    shares.spend(space.storageKey, ended - started);
    if (started - writtenAt < RECENT_MS) restsUntil = ended + REST * (ended - started);
    busy.delete(space.storageKey);
    idle.push(session);
    work();
  }
}

async function close(call: Reception<WriterCalls, 'close'>): Promise<void> {
  isClosing = true;
  clearTimeout(alarm);
  building.clear();
  later.clear();
  while (busy.size > 0 || queues.size > 0) await pause(5);
  await Promise.all(sessions.map((session) => session.close()));
  call.reply(() => ({ result: undefined }));
}
