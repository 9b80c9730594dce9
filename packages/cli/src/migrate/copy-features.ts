import {
  type Feature,
  type FeatureInput,
  type FeatureModification,
  type Features,
  MeridianError,
} from '@meridian/client';
import { copyOf, Digest } from './digest.ts';
import type { SpaceState } from './migration-state.ts';

/** Hubs that send no more than so many bytes say so with 513; the old service does with 502 and 504 as well. */
const TOO_MUCH = [502, 504, 513];
const KEPT_REASONS = 20;

/** Copies the features of a space from where it was interrupted. `save` hears of each page that the target has. */
export async function copyFeatures(
  from: Features,
  to: Features,
  state: SpaceState,
  { pageSize, signal, save }: { pageSize: number; signal: AbortSignal; save: () => void },
): Promise<void> {
  for (let size = pageSize; ; ) {
    try {
      for await (const page of from.pages({ pageSize: size, handle: state.handle, signal })) {
        await writePage(to, page.features, state, signal);
        if (page.handle === undefined) delete state.handle;
        else state.handle = page.handle;
        save();
      }
      return;
    } catch (error) {
      if (!(error instanceof MeridianError) || !TOO_MUCH.includes(error.status) || size === 1) throw error;
      size = Math.ceil(size / 2);
    }
  }
}

async function writePage(
  to: Features,
  features: readonly Feature[],
  state: SpaceState,
  signal: AbortSignal,
): Promise<void> {
  const copies = features.map(copyOf);
  const { problems } = await to.writeAll(copies, { signal });
  const refused = new Map(problems.map(({ position, message }) => [position, message ?? 'refused']));
  const digest = new Digest(state);
  for (const [position, copy] of copies.entries()) {
    const message = refused.get(position);
    if (message === undefined) digest.add(copy);
    else if (state.refused++ < KEPT_REASONS) state.leftOut.push({ what: `feature ${copy.id}`, why: message });
  }
  state.count = digest.count;
  state.sum = digest.sum;
}

/** What a space holds. */
export async function digestOf(features: Features, pageSize: number, signal: AbortSignal): Promise<Digest> {
  const digest = new Digest();
  for await (const page of features.pages({ pageSize, signal }))
    for (const feature of page.features) digest.add(copyOf(feature));
  return digest;
}

/** As many requests as there were versions: each becomes one version again. A fault where the first is not there. */
export async function replayVersions(
  from: Features,
  to: Features,
  { pageSize, signal }: { pageSize: number; signal: AbortSignal },
): Promise<number> {
  const { maxVersion } = await to.statistics({ signal });
  let latest = maxVersion?.value ?? 0;
  const range = { ...(latest > 0 ? { startVersion: latest } : {}), pageSize, signal, isOldPath: true };
  for await (const { version, inserted, updated, deleted } of from.changesets(range)) {
    if (version === latest) continue;
    if (version !== latest + 1) throw new BrokenHistory(`version ${latest + 1} is not there any more`);
    const steps = [
      ...written([...inserted.features, ...updated.features].map(copyOf)),
      ...removed(deleted.features.map(({ id }) => id)),
    ];
    const result = await to.modify(steps, { signal, returning: 'lists' });
    if (result.version !== version)
      throw new BrokenHistory(`version ${version} became version ${result.version ?? 'none'}`);
    latest = version;
  }
  return latest;
}

function written(features: FeatureInput[]): FeatureModification[] {
  if (features.length === 0) return [];
  return [
    {
      type: 'FeatureModification',
      featureData: { type: 'FeatureCollection', features },
      onFeatureNotExists: 'create',
      onFeatureExists: 'replace',
    },
  ];
}

function removed(featureIds: string[]): FeatureModification[] {
  if (featureIds.length === 0) return [];
  return [
    { type: 'FeatureModification', featureIds, onFeatureNotExists: 'retain', onFeatureExists: 'delete' },
  ];
}

/** A history that can't be written again as it was. */
export class BrokenHistory extends Error {}
