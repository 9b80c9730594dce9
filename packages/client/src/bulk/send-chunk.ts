import type { Call, CallOptions } from '../connection.ts';
import { MeridianError } from '../error.ts';
import type { WriteResult } from '../responses.ts';
import type { Entry } from './chunk.ts';
import { type ChunkBytes, release } from './chunk-bytes.ts';
import type { FeatureResult, Outcome } from './report.ts';

/** Writes to the space; the path is below that of the space. */
export type Write = (call: Call, options: CallOptions) => Promise<WriteResult>;

export type Sending = CallOptions & { query: readonly string[]; gzip: boolean; bytes: ChunkBytes };

/** Too large, or refused as a whole: what is to blame is found by halving. */
const HALVED = [400, 413];

/** Sends features in one request, or in several smaller ones if the hub does not take them together. */
export async function sendChunk(
  write: Write,
  entries: readonly Entry[],
  sending: Sending,
): Promise<FeatureResult[]> {
  try {
    return resultsOf(entries, await send(write, entries, sending));
  } catch (error) {
    if (!(error instanceof MeridianError) || !HALVED.includes(error.status)) throw error;
    if (entries.length === 1) {
      const { position, id } = entries[0]!;
      return [{ position, id, outcome: 'failed', message: error.errorMessage }];
    }
    const middle = entries.length >> 1;
    const first = await sendChunk(write, entries.slice(0, middle), sending);
    return [...first, ...(await sendChunk(write, entries.slice(middle), sending))];
  }
}

async function send(write: Write, entries: readonly Entry[], sending: Sending): Promise<WriteResult> {
  const { gzip, query, signal, retryTimeoutMs, bytes } = sending;
  const collection = bytes.collection(entries);
  const body = gzip ? await gzipped(collection) : collection;
  const call: Call = {
    method: 'POST',
    path: '/features',
    query: ['e=replace', 'ne=create', 'transactional=false', ...query],
    body,
    // Only what happened is of interest, not the features once more.
    headers: { Prefer: 'return=minimal', ...(gzip && { 'Content-Encoding': 'gzip' }) },
    accept: 'application/geo+json',
    // Every feature has an id and replaces what is there.
    idempotent: true,
  };
  const result = await write(call, { signal, retryTimeoutMs });
  release(body);
  return result;
}

async function gzipped(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

function resultsOf(entries: readonly Entry[], response: WriteResult): FeatureResult[] {
  const { inserted = [], updated = [], failed = [] } = response;
  // A load into a new space has nothing else: no id has to be looked for.
  if (inserted.length === entries.length)
    return entries.map(({ position, id }) => ({ position, id, outcome: 'inserted' }));
  const messages = new Map(failed.map(({ position, message }) => [position, message]));
  const areInserted = new Set(inserted);
  const areUpdated = new Set(updated);
  const outcomeOf = (id: string): Outcome =>
    areInserted.has(id) ? 'inserted' : areUpdated.has(id) ? 'updated' : 'unchanged';
  return entries.map(({ position, id }, index) => {
    const message = messages.get(index);
    return message === undefined
      ? { position, id, outcome: outcomeOf(id) }
      : { position, id, outcome: 'failed', message };
  });
}
