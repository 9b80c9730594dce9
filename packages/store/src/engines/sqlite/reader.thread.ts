import { workerData } from 'node:worker_threads';
import type { BuildRequest } from '../../model/build-request.ts';
import { boundMemory } from '../../read/bound-memory.ts';
import type { ReaderCalls } from '../../thread/calls.ts';
import { ReadJobs } from '../../thread/read-jobs.ts';
import { notifyOwner, receiveCalls } from '../../thread/rpc.ts';
import { SqliteColumnReader } from './columns/column-reads.ts';
import { OpenFiles } from './open-files.ts';
import { readOutbox } from './outbox.ts';
import { SqliteRowReader } from './row-reader.ts';
import { spacePath } from './space-files.ts';
import { SpaceReader } from './space-reader.ts';

export type ReaderData = { folder: string; columnCacheBytes: number | undefined };

/** A thread that reads spaces. Files that are read step by step stay open. */
const { folder, columnCacheBytes }: ReaderData = workerData;
boundMemory(columnCacheBytes);
const readers = new OpenFiles<SpaceReader>(64);
const jobs = new ReadJobs({
  rowsOf,
  hold: (storageKey) => readers.hold(storageKey),
  letGo: (storageKey) => readers.letGo(storageKey),
});

receiveCalls<ReaderCalls>((call) => {
  switch (call.method) {
    case 'usedBytes':
      return call.reply(() => ({ result: readerOf(call.args[0]).usedBytes() }));
    case 'content':
      return call.reply(() => ({ result: readerOf(call.args[0]).content() }));
    case 'outbox':
      return call.reply(() => ({ result: readOutbox(readerOf(call.args[0])) }));
    case 'forget':
      return call.reply(() => ({ result: readers.drop(call.args[0]) }));
    case 'close':
      return call.reply(() => ({ result: readers.closeAll() }));
    default:
      return jobs.receive(call);
  }
});

function readerOf(storageKey: string): SpaceReader {
  return readers.get(storageKey, () => new SpaceReader(spacePath(folder, storageKey)));
}

function rowsOf(storageKey: string): SqliteRowReader {
  const reader = readerOf(storageKey);
  const want = (buildRequest: BuildRequest) => notifyOwner({ storageKey, buildRequest });
  return new SqliteRowReader(reader, new SqliteColumnReader(reader, storageKey, want));
}
