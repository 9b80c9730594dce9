import { type Feature, MeridianError, NAMESPACE, type Space } from '@meridian/client';
import { readSettings } from '../../space-settings/space-settings.ts';
import { hub } from '../api/call.ts';

/** A feature as a version made it. */
export type FeatureVersion = { version: number; at: number | undefined; feature: Feature };

export type FeatureVersions = {
  /** The latest first. */
  versions: FeatureVersion[];
  /** The version before which older ones are to be found; undefined if there are none. */
  before: number | undefined;
};

/** So many are read at once. */
const PAGE = 10;

export function keepsVersions(space: Space | undefined): boolean {
  return space !== undefined && readSettings(space).history !== 'none';
}

/** The versions of a feature up to one: each names the one that made it, and what is older was there before that. */
export async function readVersions(space: string, id: string, upTo?: number): Promise<FeatureVersions> {
  const versions: FeatureVersion[] = [];
  let version = upTo;
  while (versions.length < PAGE) {
    const found = await versionOf(space, id, version);
    if (!found) return { versions, before: undefined };
    versions.push(found);
    version = found.version - 1;
    if (version < 1) return { versions, before: undefined };
  }
  return { versions, before: version };
}

/** Undefined where there was no such feature, or the version is not retained. */
async function versionOf(
  space: string,
  id: string,
  version: number | undefined,
): Promise<FeatureVersion | undefined> {
  const [feature] = await featuresAt(space, [id], version);
  const namespace = feature?.properties[NAMESPACE];
  if (!feature || namespace?.version === undefined) return undefined;
  return { version: namespace.version, at: namespace.updatedAt, feature };
}

/** Features as they were in a version; none where it is not retained any more. */
export async function featuresAt(
  space: string,
  ids: readonly string[],
  version: number | undefined,
): Promise<Feature[]> {
  try {
    return await hub().features(space).getMany(ids, { version });
  } catch (error) {
    if (error instanceof MeridianError && error.status === 404) return [];
    throw error;
  }
}
