import { workerData } from 'node:worker_threads';
import { type Geos, loadGeos } from '@meridian/geo';
import type { BuildRequest } from '../../model/build-request.ts';
import type { OwnedSpaceRef } from '../../model/source.ts';
import { buffersOf } from '../../rules/write/unprocessed.ts';
import { BackgroundTurns } from '../../thread/background-turns.ts';
import { BuildShares } from '../../thread/build-shares.ts';
import type { WriterCalls } from '../../thread/calls.ts';
import { type Outcome, type Reception, receiveCalls, replyTogether } from '../../thread/rpc.ts';
import { setGauge } from '../../thread/shared-gauges.ts';
import { buildFailure, warn } from '../../thread/warnings.ts';
import { OpenFiles } from './open-files.ts';
import type { Attempted } from './request-commits.ts';
import { createSpaceFile, removeSpaceFile, spacePath } from './space-files.ts';
import { SpaceWriter } from './space-writer.ts';

/**
 * The thread that writes spaces. Writes that wait for the same space share one commit; each is answered after it.
 */
const { folder }: { folder: string } = workerData;
const writers = new OpenFiles<SpaceWriter>(16);
const shares = new BuildShares();
type Call = Reception<WriterCalls>;
type WriteCall = Reception<WriterCalls, 'write' | 'delete'>;

const queue: Call[] = [];
let scheduled = false;
/** Exact geometry, for the spaces that have a density index. */
let geos: Geos | undefined;
let isLoading = false;

/** So much body goes into one commit before those who wait for it are answered. */
const COMMIT_BYTES = 8 * 1024 * 1024;

const turns = new BackgroundTurns();

receiveCalls<WriterCalls>((call) => {
  queue.push(call);
  if (isWrite(call)) turns.asked(performance.now());
  schedule();
});

function schedule(): void {
  if (scheduled || isLoading) return;
  setImmediate(work);
  scheduled = true;
}

/** Everything waits a moment. */
function load(): void {
  isLoading = true;
  void loadGeos().then((loaded) => {
    geos = loaded;
    isLoading = false;
    schedule();
  });
}

function lacksGeos(writer: SpaceWriter): boolean {
  return writer.hasDensityIndex && !geos;
}

function work(): void {
  scheduled = false;
  const call = queue.shift();
  if (call && isWrite(call)) commitTimed(call.args[0], [call, ...takeWaiting(call)]);
  else if (call) call.reply(() => act(call));
  else if (turns.waitAt(performance.now()) <= 0) workOn(nextToBuild());
  if (queue.length > 0) schedule();
  else sleep();
}

let alarm: NodeJS.Timeout | undefined;

/** Until there is something to do that no request waits for, and it is its turn. */
function sleep(): void {
  clearTimeout(alarm);
  const waits = [...writers.values().map(({ workIn }) => workIn)];
  setGauge('building', waits.filter((wait) => wait === 0).length);
  const wait = Math.max(turns.waitAt(performance.now()), Math.min(...waits));
  if (wait <= 0) schedule();
  else if (wait < Infinity) alarm = setTimeout(schedule, wait);
}

function workOn(next: DueWork | undefined): void {
  if (!next) return;
  const { storageKey, writer } = next;
  if (lacksGeos(writer)) return load();
  const { isWorkPatient } = writer;
  const started = performance.now();
  try {
    writer.workStep();
  } catch (error) {
    giveUp(storageKey, error);
  }
  const ended = performance.now();
  shares.spend(storageKey, ended - started);
  turns.worked(started, ended, isWorkPatient);
}

/** What fails for one space is tried again when it is next written or asked for, and is no concern of the others. */
function giveUp(storageKey: string, error: unknown): void {
  writers.close(storageKey);
  warn(buildFailure(storageKey, error));
}

/** A space with work that no request waits for: an index to build, expired versions to remove. */
type DueWork = { storageKey: string; writer: SpaceWriter };

function nextToBuild(): DueWork | undefined {
  const due = new Map(writers.entries().filter(([, { workIn }]) => workIn === 0));
  const storageKey = shares.next(due.keys());
  return storageKey === undefined ? undefined : { storageKey, writer: due.get(storageKey)! };
}

function isWrite(call: Call): call is WriteCall {
  return call.method === 'write' || call.method === 'delete';
}

function bodyBytes(call: WriteCall): number {
  return call.method === 'write' ? call.args[1].body.bytes.byteLength : 0;
}

/** Takes further writes of the same space out of the queue; anything else for that space keeps its turn. */
function takeWaiting(first: WriteCall): WriteCall[] {
  const { storageKey } = first.args[0];
  const taken: WriteCall[] = [];
  let bytes = bodyBytes(first);
  for (let i = 0; i < queue.length && bytes < COMMIT_BYTES; ) {
    const call = queue[i]!;
    if (call.args[0]?.storageKey !== storageKey) i++;
    else if (!isWrite(call)) break;
    else {
      bytes += bodyBytes(call);
      queue.splice(i, 1);
      taken.push(call);
    }
  }
  return taken;
}

function commitTimed(space: OwnedSpaceRef, calls: WriteCall[]): void {
  const started = performance.now();
  commit(space, calls);
  turns.wrote(started, performance.now());
}

function commit(space: OwnedSpaceRef, calls: WriteCall[]): void {
  let outcomes: Attempted<Outcome>[];
  try {
    const writer = writerOf(space);
    if (lacksGeos(writer)) {
      queue.unshift(...calls);
      return load();
    }
    outcomes = writer.commit(calls.map((call) => () => run(writer, call)));
  } catch (error) {
    // The commit failed: nothing of it is on disk, and everyone who was part of it hears so.
    return replyTogether(calls.map((call) => ({ call, work: () => rethrow(error) })));
  }
  replyTogether(calls.map((call, i) => ({ call, work: () => outcomeOf(outcomes[i]!) })));
}

function run(writer: SpaceWriter, call: WriteCall): Outcome {
  if (call.method === 'delete') return { result: writer.delete(call.args[1]) };
  const result = writer.write(call.args[1]);
  return { result, transfer: buffersOf(result) };
}

function outcomeOf(attempted: Attempted<Outcome>): Outcome {
  return 'error' in attempted ? rethrow(attempted.error) : attempted.result;
}

function rethrow(error: unknown): never {
  throw error;
}

function act(call: Exclude<Call, WriteCall>): Outcome<void> {
  switch (call.method) {
    case 'create': {
      const [space, indexes] = call.args;
      createSpaceFile(folder, space.storageKey);
      return { result: writerOf(space).defineIndexes(indexes) };
    }
    case 'drop': {
      const [{ storageKey }] = call.args;
      writers.drop(storageKey);
      shares.forget(storageKey);
      return { result: removeSpaceFile(folder, storageKey) };
    }
    case 'defineIndexes': {
      const [space, paths] = call.args;
      return { result: writerOf(space).defineIndexes(paths) };
    }
    case 'want': {
      const [space, buildRequest] = call.args;
      return { result: want(writerOf(space), buildRequest) };
    }
    case 'clearOutbox': {
      const [space, upTo] = call.args;
      return { result: writerOf(space).clearOutbox(upTo) };
    }
    case 'close':
      return { result: writers.closeAll() };
    case 'build':
      throw new Error('the writer of files goes on building by itself');
  }
}

function want(writer: SpaceWriter, buildRequest: BuildRequest): void {
  switch (buildRequest) {
    case 'densityIndex':
      return writer.requestDensityIndex();
    case 'tileBlocks':
      return writer.requestTileBlocks();
    case 'deferredIndexes':
      throw new Error('the writer of files makes every index at once');
    default:
      return writer.requestColumns(buildRequest);
  }
}

function writerOf({ id, storageKey, owner }: OwnedSpaceRef): SpaceWriter {
  shares.note(storageKey, owner);
  return writers.get(storageKey, () => new SpaceWriter(spacePath(folder, storageKey), id, () => geos!));
}
