import {
  contentDigest,
  contentId,
  type FeatureReader,
  FormatFault,
  measuresLeftOut,
  notebook,
  type ReadRecord,
  shownAddress,
} from '@meridian/formats/node';
import type { ImportCounts, ImportDefinition } from '@meridian/hub';
import { BodyFiles } from './body-files.ts';
import type { Fetched, FetchJob } from './fetch-job.ts';

type Read = { id: string; text: string; digest: string };

/** The definition of the space has them: what a source can make as many of as it likes is bounded. */
const MAX_GUESSES = 30;
const MAX_GUESS_CHARACTERS = 500;

/** Compares a space with its source, which is opened when the space is known, and writes down what has to change. */
export async function planImport(
  space: FeatureReader,
  open: () => Promise<FeatureReader>,
  job: FetchJob,
): Promise<Fetched> {
  const { definition, maxInflatedBytes } = job;
  const fault = (kind: 'option' | 'tooLarge', reason: string) =>
    new FormatFault(kind, shownAddress(definition.source), reason);
  const stored = new Map<string, string>();
  for await (const { feature } of space)
    if (feature?.id !== undefined) stored.set(feature.id, contentDigest(feature));
  const lines = await notebook();
  // Number of the line that is to be written; -1 where the space has the feature as it is.
  const planned = new Map<string, number>();
  let line = 0;
  let bytes = 0;
  const counts: ImportCounts = {
    read: 0,
    inserted: 0,
    updated: 0,
    unchanged: 0,
    deleted: 0,
    refused: 0,
    repeated: 0,
    repaired: 0,
  };
  let measured = 0;
  const source = await open();
  for await (const record of source) {
    counts.read++;
    const read = record.refused ? record.refused.reason : prepared(record, definition);
    if (typeof read === 'string') {
      counts.refused++;
      if (!definition.allowRefused)
        throw fault(
          'option',
          `feature ${counts.read} ${read}; with "allowRefused": true the others are imported`,
        );
      continue;
    }
    if (record.isMeasured) measured++;
    if (record.repaired !== undefined) counts.repaired++;
    if (planned.has(read.id)) counts.repeated++;
    const isUnchanged = stored.get(read.id) === read.digest;
    planned.set(read.id, isUnchanged ? -1 : line++);
    if (isUnchanged) continue;
    bytes += Buffer.byteLength(read.text);
    if (bytes > maxInflatedBytes)
      throw fault('tooLarge', `has features of more than the ${maxInflatedBytes} bytes allowed`);
    await lines.add(read.text);
  }
  if (planned.size === 0 && definition.mode === 'replace' && stored.size > 0)
    throw fault('option', `has no features; the ${stored.size} of the space stay`);
  const wanted = new Set(planned.values());
  const files = new BodyFiles(job);
  let number = 0;
  for await (const text of lines.lines()) if (wanted.has(number++)) await files.write(text);
  for (const [id, at] of planned) {
    if (at < 0) counts.unchanged++;
    else if (stored.has(id)) counts.updated++;
    else counts.inserted++;
  }
  if (definition.mode === 'replace')
    for (const id of stored.keys())
      if (!planned.has(id)) {
        counts.deleted++;
        await files.delete(id);
      }
  const guessed = [...source.guesses, ...(measured > 0 ? [measuresLeftOut(measured)] : [])];
  return { summary: { ...counts, guessed: bounded(guessed) }, bodies: await files.end() };
}

function bounded(guesses: readonly string[]): string[] {
  const shown = guesses
    .slice(0, MAX_GUESSES)
    .map((text) =>
      text.length > MAX_GUESS_CHARACTERS ? `${text.slice(0, MAX_GUESS_CHARACTERS - 1)}…` : text,
    );
  return guesses.length > shown.length ? [...shown, `and ${guesses.length - shown.length} more`] : shown;
}

/** A text is the reason why it can't be imported. */
function prepared(
  { feature, text }: Extract<ReadRecord, { feature: object }>,
  { idProperty }: ImportDefinition,
): Read | string {
  const { properties } = feature;
  const named =
    idProperty !== undefined && Object.hasOwn(properties, idProperty) ? properties[idProperty] : undefined;
  const fromProperty = named === undefined || named === null || named === '' ? undefined : String(named);
  if (idProperty !== undefined && fromProperty === undefined)
    return `has no property ${JSON.stringify(idProperty)} to take its id from`;
  const id = fromProperty ?? feature.id ?? contentId(feature, properties);
  const isAsRead = text !== undefined && feature.id === id && !text.includes('\n');
  return { id, text: isAsRead ? text : JSON.stringify({ ...feature, id }), digest: contentDigest(feature) };
}
