import { type MeridianClient, MeridianError } from '@meridian/client';
import { compareSides, countOf, isNothing } from './compare-sides.ts';
import { BrokenHistory, copyFeatures, digestOf, replayVersions } from './copy-features.ts';
import { keepsHistory, type SplitDefinition } from './definition.ts';
import { Digest } from './digest.ts';
import type { MigrationState, SpaceState } from './migration-state.ts';

export type Migration = {
  source: MeridianClient;
  target: MeridianClient;
  state: MigrationState;
  pageSize: number;
  signal: AbortSignal;
};

/** Creates a space, copies what is in it, and compares both sides. What was done before is not done again. */
export async function migrateSpace(migration: Migration, definition: SplitDefinition): Promise<void> {
  const { state } = migration;
  const { id } = definition.create;
  const before = await usable(migration, id);
  if (before && before.phase !== 'created') return;
  const space = before ?? (await create(migration, definition));
  if (definition.upstream.length > 0) space.isVerified = true;
  else await copy(migration, definition, space);
  space.phase = 'copied';
  state.setSpace(id, space);
}

/** A space that was not the same on both sides, as when it was written to meanwhile, is copied again from the start. */
async function usable({ target, state }: Migration, id: string): Promise<SpaceState | undefined> {
  const space = state.space(id);
  if (space?.isVerified !== false) return space;
  await target.spaces.delete(id);
  state.forget(id);
  return undefined;
}

async function create(
  { target, state }: Migration,
  { create, versioning, upstream, leftOut }: SplitDefinition,
): Promise<SpaceState> {
  const replays = upstream.length === 0 && keepsHistory(versioning);
  await target.spaces.create({ ...create, ...(replays ? versioning : {}) });
  const space: SpaceState = { phase: 'created', replays, count: 0, sum: '0', refused: 0, leftOut };
  state.setSpace(create.id, space);
  return space;
}

async function copy(migration: Migration, definition: SplitDefinition, space: SpaceState): Promise<void> {
  const { source, target, state, pageSize, signal } = migration;
  const { id } = definition.create;
  const [from, to] = [source.features(id), target.features(id)];
  if (space.replays) await replay(migration, definition, space);
  if (!space.replays)
    await copyFeatures(from, to, space, { pageSize, signal, save: () => state.setSpace(id, space) });
  const there = space.replays ? await digestOf(from, pageSize, signal) : new Digest(space);
  const here = await digestOf(to, pageSize, signal);
  space.count = there.count;
  const said = await countOf(from, signal);
  const isAll = said === undefined || said === there.count + space.refused;
  space.isVerified = there.equals(here) && isAll;
  delete space.difference;
  if (space.isVerified) return;
  const difference = await compareSides(from, to, here.count, { pageSize, signal });
  // Written to meanwhile, and back again.
  if (isNothing(difference, space.refused)) space.isVerified = true;
  else space.difference = difference;
}

/** Where the history can't be written again, the space begins again without it. */
async function replay(
  { source, target, state, pageSize, signal }: Migration,
  { create }: SplitDefinition,
  space: SpaceState,
): Promise<void> {
  const { id } = create;
  try {
    space.versions = await replayVersions(source.features(id), target.features(id), { pageSize, signal });
  } catch (error) {
    const isRefused = error instanceof MeridianError && error.status >= 400 && error.status < 500;
    if (!isRefused && !(error instanceof BrokenHistory)) throw error;
    const why = `${error.message}; the features are as they are now, and versions begin with them`;
    space.leftOut.push({ what: 'history', why });
    space.replays = false;
    await target.spaces.delete(id);
    await target.spaces.create(create);
    state.setSpace(id, space);
  }
}

const UNKNOWN = 'it is stored and shown, but this hub has no such thing and does nothing with it';

/** What a space gets once all features of all spaces are there. */
export async function finishSpace(
  { target, state }: Migration,
  { create, versioning, finish, upstream }: SplitDefinition,
): Promise<void> {
  const { id } = create;
  const space = state.space(id);
  if (space?.phase !== 'copied') return;
  const isVersioned = Object.keys(versioning).length > 0 && upstream.length === 0;
  const begin = isVersioned && !space.replays ? [{ change: versioning, unknown: undefined }] : [];
  for (const { change, unknown } of [...begin, ...finish])
    try {
      await target.spaces.update(id, change, unknown === undefined ? {} : { keepUnknown: true });
      if (unknown === undefined) continue;
      space.warnings = [...(space.warnings ?? []), { what: unknown, why: UNKNOWN }];
    } catch (error) {
      if (!(error instanceof MeridianError) || error.status >= 500) throw error;
      space.leftOut.push({ what: Object.keys(change).join(', '), why: error.message });
    }
  space.phase = 'finished';
  state.setSpace(id, space);
}
