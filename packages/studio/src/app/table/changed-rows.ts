import { type Changeset, type Feature, MeridianError } from '@meridian/client';
import { call, type HubRequest, hub } from '../api/call.ts';
import { valueAt } from '../map/value-at.ts';
import type { Sorting } from './sorting.ts';

/** Rows, and the latest version of the space of which it is known that they show it. */
export type RowsSince = { features: readonly Feature[]; since: number };

/** Of so many features it is looked up how they are now; where more have changed, the rows are read again. */
const MAX_CHANGED = 100;

/**
 * Brings rows up to date by what versions have changed since they were read: only those that have changed are asked for. Undefined
 * where the hub has to say which rows there are and in which order. `requestOf` asks for those of these ids that belong to the table.
 */
export async function broughtUpToDate(
  space: string,
  { features, since }: RowsSince,
  sorting: Sorting | undefined,
  requestOf: (ids: readonly string[]) => HubRequest,
  signal: AbortSignal,
): Promise<RowsSince | undefined> {
  const latest = (await hub().features(space).statistics()).maxVersion?.value ?? 0;
  if (latest === since) return { features, since };
  if (latest < since) return undefined;
  const ids = await changedIds(space, since + 1, latest, signal);
  if (!ids) return undefined;
  const now = new Map<string, Feature>();
  if (ids.size > 0)
    for (const feature of (await call<{ features: Feature[] }>(requestOf([...ids]), signal)).features)
      now.set(feature.id, feature);
  const known = new Map(features.map((feature) => [feature.id, feature]));
  const isInPlace = [...now.values()].every((feature) => {
    const was = known.get(feature.id);
    return was !== undefined && hasSameOrder(was, feature, sorting);
  });
  if (!isInPlace) return undefined;
  const kept = features.filter(({ id }) => !ids.has(id) || now.has(id));
  return { features: kept.map((feature) => now.get(feature.id) ?? feature), since: latest };
}

/** Undefined where they are too many to ask for, or the versions are not retained any more. */
async function changedIds(
  space: string,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<Set<string> | undefined> {
  const query = `startVersion=${from}&endVersion=${to}&compact=true&selection=f.id&limit=${MAX_CHANGED}`;
  const path = `/hub/spaces/${encodeURIComponent(space)}/changesets?${query}`;
  try {
    const found = await call<Changeset & { nextPageToken?: string }>({ path }, signal);
    const ids = [found.inserted, found.updated, found.deleted].flatMap(({ features }) =>
      features.map(({ id }) => id),
    );
    // A comma separates the ids of a filter.
    const canAsk = found.nextPageToken === undefined && !ids.some((id) => /[",]/.test(id));
    return canAsk ? new Set(ids) : undefined;
  } catch (error) {
    if (error instanceof MeridianError && error.status === 404) return undefined;
    throw error;
  }
}

function hasSameOrder(was: Feature, now: Feature, sorting: Sorting | undefined): boolean {
  if (sorting?.property === undefined) return true;
  const [before, after] = [was, now].map(({ properties }) =>
    JSON.stringify(valueAt(properties, sorting.property!)),
  );
  return before === after;
}
