import { workerData } from 'node:worker_threads';
import { type Geos, loadGeos } from '@meridian/geo';
import type { SpacePlace } from '../../model/source.ts';
import { buffersOf } from '../../rules/write/unprocessed.ts';
import type { DeleteRequest, WriteRequest } from '../../rules/write/write-request.ts';
import type { Wish } from '../../thread/reader-threads.ts';
import { type Answered, type Reception, receiveCalls, replyTogether, type Work } from '../../thread/rpc.ts';
import { OpenFiles } from './open-files.ts';
import { createSpaceFile, removeSpaceFile, spacePath } from './space-files.ts';
import { SpaceWriter } from './space-writer.ts';

/**
 * The thread that writes spaces. Writes that wait for the same space share one commit; each is answered after it.
 */
const { folder } = workerData as { folder: string };
const writers = new OpenFiles<SpaceWriter>(16);
const queue: Reception[] = [];
let scheduled = false;
/** Exact geometry, for the spaces whose overview is kept. */
let geos: Geos | undefined;
let isLoading = false;

/** So much body goes into one commit before those who wait for it are answered. */
const COMMIT_BYTES = 8 * 1024 * 1024;

/** While others write, background work has a quarter of the time: after a piece it rests for three times as long. */
const REST = 3;
/** Whoever has written so lately may write again. */
const RECENT_MS = 1000;
let writtenAt = -Infinity;
let restsUntil = 0;

receiveCalls((call) => {
  queue.push(call);
  if (isWrite(call)) writtenAt = performance.now();
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
  return writer.hasOverview && !geos;
}

function work(): void {
  scheduled = false;
  const call = queue.shift();
  if (call && isWrite(call)) commit(placeOf(call), [call, ...takeWaiting(call)]);
  else if (call) call.reply(() => act(call));
  else if (performance.now() >= restsUntil) workOn(busyWriter());
  if (queue.length > 0) schedule();
  else sleep();
}

let alarm: NodeJS.Timeout | undefined;

/** Until there is something to do that no request waits for, and it is its turn. */
function sleep(): void {
  clearTimeout(alarm);
  const wait = Math.max(
    restsUntil - performance.now(),
    Math.min(...writers.values().map(({ workIn }) => workIn)),
  );
  if (wait <= 0) schedule();
  else if (wait < Infinity) alarm = setTimeout(schedule, wait);
}

function workOn(writer: SpaceWriter | undefined): void {
  if (!writer) return;
  if (lacksGeos(writer)) return load();
  const started = performance.now();
  writer.workStep();
  const ended = performance.now();
  if (started - writtenAt < RECENT_MS) restsUntil = ended + REST * (ended - started);
}

/** A space with work that no request waits for: an index to build, expired versions to remove. */
function busyWriter(): SpaceWriter | undefined {
  return writers.values().find(({ workIn }) => workIn === 0);
}

function isWrite({ method }: Reception): boolean {
  return method === 'write' || method === 'delete';
}

function placeOf({ args }: Reception): SpacePlace {
  return args[0] as SpacePlace;
}

function bodyBytes({ method, args }: Reception): number {
  return method === 'write' ? (args[1] as WriteRequest).body.bytes.byteLength : 0;
}

/** Takes further writes of the same space out of the queue; anything else for that space keeps its turn. */
function takeWaiting(first: Reception): Reception[] {
  const { place } = placeOf(first);
  const taken: Reception[] = [];
  let bytes = bodyBytes(first);
  for (let i = 0; i < queue.length && bytes < COMMIT_BYTES; ) {
    const call = queue[i]!;
    if (placeOf(call)?.place !== place) i++;
    else if (!isWrite(call)) break;
    else {
      bytes += bodyBytes(call);
      taken.push(...queue.splice(i, 1));
    }
  }
  return taken;
}

function commit(space: SpacePlace, calls: Reception[]): void {
  const outcomes: Work[] = [];
  try {
    const writer = writerOf(space);
    if (lacksGeos(writer)) {
      queue.unshift(...calls);
      return load();
    }
    writer.batch(calls.map((call) => () => void outcomes.push(attempt(() => run(writer, call)))));
  } catch (error) {
    // The commit failed: nothing of it is on disk, and everyone who was part of it hears so.
    return replyTogether(calls.map((call) => ({ call, work: () => rethrow(error) })));
  }
  replyTogether(calls.map((call, i) => ({ call, work: outcomes[i]! })));
}

function run(writer: SpaceWriter, { method, args }: Reception): Answered {
  if (method === 'delete') return { result: writer.delete(args[1] as DeleteRequest) };
  const result = writer.write(args[1] as WriteRequest);
  return { result, transfer: buffersOf(result) };
}

/** The outcome of a piece of work, to be told later. */
function attempt(work: Work): Work {
  try {
    const answered = work();
    return () => answered;
  } catch (error) {
    return () => rethrow(error);
  }
}

function rethrow(error: unknown): never {
  throw error;
}

function act({ method, args }: Reception): Answered {
  const [space, paths] = args as [SpacePlace, string[][]];
  switch (method) {
    case 'create':
      createSpaceFile(folder, space.place);
      writerOf(space).defineIndexes(paths);
      return { result: undefined };
    case 'drop':
      writers.drop(space.place);
      removeSpaceFile(folder, space.place);
      return { result: undefined };
    case 'defineIndexes':
      writerOf(space).defineIndexes(paths);
      return { result: undefined };
    case 'want':
      want(writerOf(space), args[1] as Wish);
      return { result: undefined };
    case 'clearOutbox':
      writerOf(space).clearOutbox(args[1] as number);
      return { result: undefined };
    case 'close':
      writers.closeAll();
      return { result: undefined };
    default:
      throw new Error(`the writer knows no call ${method}`);
  }
}

function want(writer: SpaceWriter, wish: Wish): void {
  if (wish === 'overview') writer.wantOverview();
  else writer.wantSheets();
}

function writerOf({ id, place }: SpacePlace): SpaceWriter {
  return writers.get(place, () => new SpaceWriter(spacePath(folder, place), id, () => geos!));
}
