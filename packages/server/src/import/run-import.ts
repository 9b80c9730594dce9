import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  accountTicket,
  Fault,
  type Hub,
  type ImportDefinition,
  type ImportSummary,
  type Right,
  type Space,
  type Writable,
} from '@meridian/hub';
import type { Settings } from '../config/index.ts';
import { everyFeature } from '../export/every-feature.ts';
import { collection } from '../export/feature-content.ts';
import { REPLACE } from '../hub/write.ts';
import type { FetchJob } from './fetch-job.ts';
import { fetchInProcess } from './import-process.ts';

const RIGHTS: readonly Right[] = ['createFeatures', 'updateFeatures', 'deleteFeatures'];
/** Of what was read, inflated and as GeoJSON, to what came over the net. */
const INFLATED_PER_BYTE = 8;

/**
 * Brings a space to what its source has. All of the source is read, and compared with the space, before anything is written:
 * where that fails, the space is as it was.
 */
export async function runImport(
  hub: Hub,
  space: Space,
  definition: ImportDefinition,
  settings: Settings,
  signal: AbortSignal,
): Promise<ImportSummary & { atomic: boolean }> {
  // The owner as the account is now: the right to write is looked at before anything is read, and again before it is written.
  await openForWriting(hub, space);
  const owner = await hub.access.onBehalfOf(space.owner);
  const ticket = { ...accountTicket(space.owner, signal), timeLimitMs: settings.queryTimeoutMs };
  const readable = hub.features.openForReading(owner, space.id);
  const stored = everyFeature(readable, { filter: { tags: [], tests: [] }, view: {} }, ticket);
  const folder = await mkdtemp(join(tmpdir(), 'meridian-import-'));
  try {
    await hub.disk.requireRoom();
    const { summary, bodies } = await fetchInProcess(
      jobOf(definition, folder, settings),
      collection(stored),
      signal,
    );
    const write = async (number: number, dryRun: boolean) => {
      const writable = await openForWriting(hub, space);
      await writeBody(
        writable,
        await readFile(join(folder, `${number}.json`)),
        dryRun,
        settings,
        signal,
        space,
      );
    };
    // What does not fit into one transaction: nothing is written before all of it would be accepted.
    if (bodies > 1) for (let i = 0; i < bodies; i++) await write(i, true);
    for (let i = 0; i < bodies; i++) await write(i, false);
    return { ...summary, atomic: bodies <= 1 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function openForWriting(hub: Hub, { id, owner, serial }: Space): Promise<Writable> {
  if (hub.spaces.space(id).serial !== serial) throw new Fault('notFound', 'the space is gone');
  return hub.features.openForWriting(await hub.access.onBehalfOf(owner), id, RIGHTS);
}

function jobOf(definition: ImportDefinition, folder: string, settings: Settings): FetchJob {
  return {
    definition,
    folder,
    listed: settings.fetchPrivate,
    maxBytes: settings.maxFetchBytes,
    maxInflatedBytes: settings.maxFetchBytes * INFLATED_PER_BYTE,
    maxMemoryBytes: settings.fetchMemoryBytes,
    maxBodyBytes: settings.maxBodyBytes,
    maxFeatures: settings.maxFeaturesPerRequest,
    maxDepth: settings.maxJsonDepth,
  };
}

async function writeBody(
  space: Writable,
  bytes: Uint8Array<ArrayBuffer>,
  dryRun: boolean,
  settings: Settings,
  signal: AbortSignal,
  { owner }: Space,
): Promise<void> {
  await space.write(
    {
      target: { kind: 'collection' },
      rule: REPLACE,
      transactional: true,
      prefixId: '',
      addTags: [],
      removeTags: [],
      body: { bytes, coding: 'identity', lines: false },
      limits: {
        maxBodyBytes: settings.maxBodyBytes,
        maxFeatures: settings.maxFeaturesPerRequest,
        maxVertices: settings.maxVerticesPerFeature,
        maxDepth: settings.maxJsonDepth,
      },
      returning: false,
      ...(dryRun && { dryRun }),
    },
    accountTicket(owner, signal),
  );
}
