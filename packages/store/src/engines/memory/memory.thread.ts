import { workerData } from 'node:worker_threads';
import { missing } from '../../model/fault.ts';
import type { FeatureView } from '../../model/query/query.ts';
import { showRow } from '../../model/query/view.ts';
import { settled } from '../../read/effect.ts';
import { versionAt } from '../../read/past/version-at.ts';
import { textsOfVersion } from '../../read/versions.ts';
import { outboxPage } from '../../rules/activity/outbox-page.ts';
import { buffersOf } from '../../rules/write/unprocessed.ts';
import type { ReaderCalls, WriterCalls } from '../../thread/calls.ts';
import { ReadJobs } from '../../thread/read-jobs.ts';
import { receiveCalls } from '../../thread/rpc.ts';
import { Budget } from './budget.ts';
import { MemoryRowReader } from './row-reader.ts';
import { MemorySpace } from './space.ts';

/** The one thread that has the spaces: it reads them in steps, between which it writes. */
export type MemoryCalls = ReaderCalls & Omit<WriterCalls, 'close'>;
export type MemoryData = { maxBytes: number };

const { maxBytes } = workerData as MemoryData;
const budget = new Budget(maxBytes);
const spaces = new Map<string, MemorySpace>();
const jobs = new ReadJobs({ rowsOf });

receiveCalls<MemoryCalls>((call) => {
  switch (call.method) {
    case 'create': {
      const [{ id, storageKey }] = call.args;
      return call.reply(() => ({ result: void spaces.set(storageKey, new MemorySpace(id, budget)) }));
    }
    case 'drop':
    case 'forget':
      return call.reply(() => ({
        result: drop(call.method === 'drop' ? call.args[0].storageKey : call.args[0]),
      }));
    case 'write': {
      const [{ storageKey }, request] = call.args;
      return call.reply(() => {
        const result = spaceOf(storageKey).write(request);
        return { result, transfer: buffersOf(result) };
      });
    }
    case 'delete': {
      const [{ storageKey }, request] = call.args;
      return call.reply(() => ({ result: spaceOf(storageKey).delete(request) }));
    }
    case 'clearOutbox': {
      const [{ storageKey }, upTo] = call.args;
      return call.reply(() => ({ result: spaceOf(storageKey).clearOutbox(upTo) }));
    }
    case 'defineIndexes':
      // Rows are in memory: looking at all of them is what an index would save.
      return call.reply(() => ({ result: void spaceOf(call.args[0].storageKey) }));
    case 'byId':
      return call.reply(() => ({ result: byId(...call.args) }));
    case 'versions':
      return call.reply(() => ({ result: rowsOf(call.args[0]).versions() }));
    case 'versionAt':
      return call.reply(() => ({ result: settled(versionAt(rowsOf(call.args[0]), call.args[1])) }));
    case 'historySize':
      return call.reply(() => ({ result: rowsOf(call.args[0]).historySize() }));
    case 'usedBytes':
      return call.reply(() => ({ result: spaceOf(call.args[0]).usedBytes }));
    case 'content':
      return call.reply(() => ({ result: spaceOf(call.args[0]).content }));
    case 'outbox':
      return call.reply(() => ({ result: outboxPage(spaceOf(call.args[0]).outbox) }));
    case 'want':
    case 'build':
      throw new Error(`memory keeps no derived data: ${call.method}`);
    case 'close':
      return call.reply(() => ({ result: spaces.clear() }));
    default:
      return jobs.receive(call);
  }
});

function drop(storageKey: string): void {
  spaces.get(storageKey)?.drop();
  spaces.delete(storageKey);
}

function byId(
  storageKey: string,
  ids: readonly string[],
  view: FeatureView,
  version: number | undefined,
): string[] {
  const rows = rowsOf(storageKey);
  return version === undefined
    ? rows.byIds(ids).map((row) => showRow(row, view))
    : settled(textsOfVersion(rows, ids, view, version));
}

function spaceOf(storageKey: string): MemorySpace {
  const space = spaces.get(storageKey);
  if (!space) throw missing();
  return space;
}

function rowsOf(storageKey: string): MemoryRowReader {
  return new MemoryRowReader(spaceOf(storageKey), storageKey);
}
