import { workerData } from 'node:worker_threads';
import type { BBox } from '@meridian/geo';
import { missing } from '../../model/fault.ts';
import type { SpaceRef } from '../../model/source.ts';
import { outboxPage } from '../../rules/activity/outbox-page.ts';
import { buffersOf } from '../../rules/write/unprocessed.ts';
import type { ContentState } from '../../rules/write/write-request.ts';
import type { ReaderCalls, WriterCalls } from '../../thread/calls.ts';
import { ReadJobs } from '../../thread/read-jobs.ts';
import { receiveCalls } from '../../thread/rpc.ts';
import { Budget } from './budget.ts';
import { MemoryRowReader } from './row-reader.ts';
import { MemorySpace } from './space.ts';

/** The one thread that has the spaces: it reads them in steps, between which it writes. */
export type MemoryCalls = ReaderCalls &
  Omit<WriterCalls, 'close'> & { contentIn(storageKey: string, area: readonly BBox[]): ContentState };
export type MemoryData = { maxBytes: number };

const { maxBytes }: MemoryData = workerData;
const budget = new Budget(maxBytes);
const spaces = new Map<string, MemorySpace>();
const jobs = new ReadJobs({ rowsOf: (storageKey) => new MemoryRowReader(spaceOf(storageKey), storageKey) });

receiveCalls<MemoryCalls>((call) => {
  switch (call.method) {
    case 'create':
      return call.reply(() => ({ result: create(call.args[0]) }));
    case 'drop':
      return call.reply(() => ({ result: drop(call.args[0].storageKey) }));
    case 'forget':
      return call.reply(() => ({ result: drop(call.args[0]) }));
    case 'write':
      return call.reply(() => {
        const result = spaceOf(call.args[0].storageKey).write(call.args[1]);
        return { result, transfer: buffersOf(result) };
      });
    case 'delete':
      return call.reply(() => ({ result: spaceOf(call.args[0].storageKey).delete(call.args[1]) }));
    case 'clearOutbox':
      return call.reply(() => ({ result: spaceOf(call.args[0].storageKey).clearOutbox(call.args[1]) }));
    case 'defineIndexes':
      // Rows are in memory: looking at all of them is what an index would save.
      return call.reply(() => ({ result: void spaceOf(call.args[0].storageKey) }));
    case 'usedBytes':
      return call.reply(() => ({ result: spaceOf(call.args[0]).usedBytes }));
    case 'content':
      return call.reply(() => ({ result: spaceOf(call.args[0]).content }));
    case 'contentIn':
      return call.reply(() => ({ result: spaceOf(call.args[0]).contentIn(call.args[1]) }));
    case 'outbox':
      return call.reply(() => ({ result: outboxPage(spaceOf(call.args[0]).outbox) }));
    case 'want':
    case 'build':
      throw new Error(`memory has no derived data: ${call.method}`);
    case 'close':
      return call.reply(() => ({ result: spaces.clear() }));
    default:
      return jobs.receive(call);
  }
});

function create({ id, storageKey }: SpaceRef): void {
  spaces.set(storageKey, new MemorySpace(id, budget));
}

function drop(storageKey: string): void {
  spaces.get(storageKey)?.drop();
  spaces.delete(storageKey);
}

function spaceOf(storageKey: string): MemorySpace {
  const space = spaces.get(storageKey);
  if (!space) throw missing();
  return space;
}
