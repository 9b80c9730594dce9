import { type Feature, type ReadRecord, readFeatures, SeenIds, type Source } from '@meridian/formats/browser';
import type { ImportChoices, ImportResult, Progress, RefusedFeature, Task } from './messages.ts';
import { Uploader } from './uploader.ts';

/** A request is sent when it holds so much. */
const BATCH_FEATURES = 5000;
const BATCH_BYTES = 4_000_000;
/** So many refusals are listed; all are counted. */
const MAX_LISTED = 1000;

type ImportTask = Extract<Task, { kind: 'import' }>;

type ImportEvents = {
  onProgress: (progress: Progress) => void;
  /** Resolves once somebody has signed in again. */
  onSignedOut: () => Promise<void>;
};

/** Brings the features of a file into a space, batch by batch; while one is sent, the next is read. */
export async function importFile(
  source: Source,
  { choices, space, tags }: ImportTask,
  { onProgress, onSignedOut }: ImportEvents,
  signal: AbortSignal,
): Promise<ImportResult> {
  const reader = readFeatures(source, choices.read);
  const refused: RefusedFeature[] = [];
  const only = choices.withNewIds && new Set(choices.withNewIds);
  let [sent, refusedCount] = [0, 0];
  const refuse = (refusal: RefusedFeature) => {
    refusedCount++;
    if (refused.length < MAX_LISTED) refused.push(refusal);
  };
  const uploader = new Uploader(
    space,
    tags,
    (stored) => {
      sent += stored;
      const share = reader.size ? Math.min(1, reader.bytesRead / reader.size) : 0;
      onProgress({ sent, refusedCount, share });
    },
    refuse,
    onSignedOut,
  );
  let batch: { text: string; record: Extract<ReadRecord, { feature: Feature }> }[] = [];
  let bytes = 0;
  const seen = new SeenIds();
  for await (const record of reader) {
    if (signal.aborted) break;
    if (only && !only.has((record.refused ?? record).location.record)) continue;
    if (record.refused) {
      refuse(record.refused);
      continue;
    }
    const id = idOf(record.feature, choices);
    const item = { text: textOf(record, id, choices), record };
    // The hub sees a request at a time: one of a later request would replace what came before.
    if (id !== undefined && seen.add(id)) {
      uploader.refuse(item, `an earlier feature of the file has the id ${JSON.stringify(id)}`, true);
      continue;
    }
    batch.push(item);
    bytes += item.text.length;
    if (batch.length < BATCH_FEATURES && bytes < BATCH_BYTES) continue;
    await uploader.send(batch);
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0 && !signal.aborted) await uploader.send(batch);
  await uploader.finish();
  return { sent, refusedCount, refused, wasStopped: signal.aborted };
}

/** The JSON of a feature, as the file has it where nothing of it is to be changed. */
function textOf(
  { feature, text }: Extract<ReadRecord, { feature: Feature }>,
  id: string | undefined,
  { dropped }: ImportChoices,
): string {
  if (id === feature.id && dropped.length === 0) return text ?? JSON.stringify(feature);
  const properties = Object.fromEntries(
    Object.entries(feature.properties).filter(([name]) => !dropped.includes(name)),
  );
  // What is undefined is left out of the JSON.
  return JSON.stringify({ ...feature, id, properties });
}

/** Undefined where the hub is to make one. */
function idOf(feature: Feature, { idProperty, withNewIds }: ImportChoices): string | undefined {
  if (withNewIds) return undefined;
  const id = idProperty === undefined ? undefined : feature.properties[idProperty];
  return typeof id === 'string' || typeof id === 'number' ? String(id) : feature.id;
}
