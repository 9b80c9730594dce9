import {
  type Feature,
  measuresLeftOut,
  type ReadRecord,
  readFeatures,
  SeenIds,
  type Source,
} from '@meridian/formats/browser';
import type { ImportChoices, ImportResult, Progress, RefusedFeature, Task } from './messages.ts';
import { newFeatureId, newIdSeed } from './new-ids.ts';
import { type Item, type UploadEvents, Uploader, UploadFault } from './uploader.ts';

/** A request is sent when it holds so much. */
const BATCH_FEATURES = 5000;
const BATCH_BYTES = 4_000_000;
/** So many refusals are listed; all are counted. */
const MAX_LISTED = 1000;

type ImportTask = Extract<Task, { kind: 'import' }>;

type ImportEvents = Pick<UploadEvents, 'onSignedOut'> & {
  onProgress: (progress: Progress) => void;
  /** Resolves at once unless the import is paused. */
  whenResumed: () => Promise<void>;
};

const NOTHING: Omit<ImportResult, 'idSeed'> = {
  sent: 0,
  refusedCount: 0,
  refused: [],
  wasStopped: false,
  read: 0,
  settled: 0,
  guessed: [],
};

/**
 * Brings the features of a file into a space, batch by batch; while one is sent, the next is read. Where an earlier attempt ended, it
 * goes on: what was settled then is read again, for the ids, but neither sent nor told again.
 */
export async function importFile(
  source: Source,
  { choices, space, tags, earlier = { ...NOTHING, idSeed: newIdSeed() } }: ImportTask,
  { onProgress, onSignedOut, whenResumed }: ImportEvents,
  signal: AbortSignal,
): Promise<ImportResult> {
  const reader = readFeatures(source, choices.read);
  const refused = [...earlier.refused];
  const only = choices.withNewIds && new Set(choices.withNewIds);
  const { idSeed } = earlier;
  let { sent, refusedCount, settled } = earlier;
  let read = 0;
  let measured = 0;
  const onRefused = (refusal: RefusedFeature) => {
    refusedCount++;
    if (refused.length < MAX_LISTED) refused.push(refusal);
  };
  const onSettled = (stored: number, position: number) => {
    sent += stored;
    settled = position;
    const share = reader.size ? Math.min(1, reader.bytesRead / reader.size) : 0;
    onProgress({ sent, refusedCount, share });
  };
  const uploader = new Uploader(space, tags, { onSettled, onRefused, onSignedOut }, signal);
  let batch: Item[] = [];
  let bytes = 0;
  const send = async () => {
    // Somebody may have paused it while the batch before was sent.
    await uploader.finish();
    await whenResumed();
    if (signal.aborted) return;
    await uploader.send(batch);
    [batch, bytes] = [[], 0];
  };
  const seen = new SeenIds();
  const take = (record: ReadRecord): void => {
    const isTold = read <= earlier.read;
    if (only && !only.has((record.refused ?? record).location.record)) return;
    if (record.refused) return isTold ? undefined : onRefused(record.refused);
    if (record.isMeasured) measured++;
    const id = idOf(record.feature, choices);
    // The hub sees a request at a time: one of a later request would replace what came before.
    const isDuplicate = id !== undefined && seen.add(id);
    if (isDuplicate ? isTold : read <= earlier.settled) return;
    // With an id of its own a feature can be sent twice, where it is not known whether the hub has got it.
    const text = textOf(record, id ?? newFeatureId(idSeed, read), choices);
    const item = { text, record, position: read };
    if (isDuplicate)
      return uploader.refuse(item, `an earlier feature of the file has the id ${JSON.stringify(id)}`, true);
    batch.push(item);
    bytes += item.text.length;
  };
  const ended = () => ({
    sent,
    refusedCount,
    refused,
    settled,
    idSeed,
    read: Math.max(read, earlier.read),
    guessed: [...reader.guesses, ...(measured > 0 ? [measuresLeftOut(measured)] : [])],
  });
  try {
    for await (const record of reader) {
      if (signal.aborted) break;
      read++;
      take(record);
      if (batch.length >= BATCH_FEATURES || bytes >= BATCH_BYTES) await send();
    }
    if (batch.length > 0) await send();
    await uploader.finish();
  } catch (error) {
    if (!(error instanceof UploadFault)) throw error;
    if (!signal.aborted) return { ...ended(), wasStopped: false, failure: error.message };
  }
  return { ...ended(), wasStopped: signal.aborted };
}

/** The JSON of a feature, as the file has it where nothing of it is to be changed. */
function textOf(
  { feature, text }: Extract<ReadRecord, { feature: Feature }>,
  id: string,
  { dropped }: ImportChoices,
): string {
  if (dropped.length === 0) {
    if (id === feature.id) return text ?? JSON.stringify(feature);
    // Most files without ids are written the same way: there is no need to serialize each feature again.
    if (text?.startsWith('{"') && feature.id === undefined && !text.includes('"id"'))
      return `{"id":${JSON.stringify(id)},${text.slice(1)}`;
  }
  const properties = Object.fromEntries(
    Object.entries(feature.properties).filter(([name]) => !dropped.includes(name)),
  );
  return JSON.stringify({ ...feature, id, properties });
}

/** Undefined where one is to be made. */
function idOf(feature: Feature, { idProperty, withNewIds }: ImportChoices): string | undefined {
  if (withNewIds) return undefined;
  const id = idProperty === undefined ? undefined : feature.properties[idProperty];
  return typeof id === 'string' || typeof id === 'number' ? String(id) : feature.id;
}
