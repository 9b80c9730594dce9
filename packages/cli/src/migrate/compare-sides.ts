import { type Feature, type Features, MeridianError } from '@meridian/client';
import { plural } from '../terminal/words.ts';
import { canonicalFeature, copyOf } from './digest.ts';

const NAMED = 5;

/** What is not the same in a space on both sides. */
export type Difference = {
  /** Not on the target. */
  missing: number;
  /** On the target only. */
  extra: number;
  /** On both, and not the same. */
  different: number;
  /** By how many more the source says it has than it sends; below zero where it sends more. */
  unsent: number;
  /** The first ids of those that are missing or different. */
  features: string[];
};

/** Holds every feature of the source, as it is now, against the one of the same id on the target. */
export async function compareSides(
  from: Features,
  to: Features,
  here: number,
  { pageSize, signal }: { pageSize: number; signal: AbortSignal },
): Promise<Difference> {
  const found: Difference = { missing: 0, extra: 0, different: 0, unsent: 0, features: [] };
  let both = 0;
  let sent = 0;
  for await (const { features } of from.pages({ pageSize, signal })) {
    const copies = await byIds(
      to,
      features.map(({ id }) => id),
      signal,
    );
    const byId = new Map(copies.map((copy) => [copy.id, canonicalFeature(copyOf(copy))]));
    sent += features.length;
    for (const feature of features) {
      const copy = byId.get(feature.id);
      if (copy !== undefined) both++;
      if (copy === canonicalFeature(copyOf(feature))) continue;
      found[copy === undefined ? 'missing' : 'different']++;
      if (found.features.length < NAMED) found.features.push(feature.id);
    }
  }
  found.extra = here - both;
  const said = await countOf(from, signal);
  if (said !== undefined) found.unsent = said - sent;
  return found;
}

/** How many features a space says that it has; undefined where it does not say so for sure. */
export async function countOf(features: Features, signal: AbortSignal): Promise<number | undefined> {
  try {
    const { count } = await features.statistics({ signal });
    return count.estimated ? undefined : count.value;
  } catch (error) {
    if (error instanceof MeridianError && error.status >= 400 && error.status < 500) return undefined;
    throw error;
  }
}

/** A list can't name ids with a comma. */
async function byIds(features: Features, ids: readonly string[], signal: AbortSignal): Promise<Feature[]> {
  const listed = await features.getMany(
    ids.filter((id) => !id.includes(',')),
    { signal },
  );
  for (const id of ids.filter((one) => one.includes(',')))
    try {
      listed.push(await features.get(id, { signal }));
    } catch (error) {
      if (!(error instanceof MeridianError) || error.status !== 404) throw error;
    }
  return listed;
}

/** Whether all that is missing was refused before. */
export function isNothing({ missing, extra, different, unsent }: Difference, refused: number): boolean {
  return missing === refused && extra === 0 && different === 0 && unsent === 0;
}

/** In words, as behind the id of a space. */
export function differenceText({ missing, extra, different, unsent, features }: Difference): string {
  const parts = [
    ...(missing > 0 ? [`${plural(missing, 'feature')} of the source not on the target`] : []),
    ...(extra > 0 ? [`${plural(extra, 'feature')} only on the target`] : []),
    ...(different > 0 ? [`${plural(different, 'feature')} not the same`] : []),
    ...(unsent === 0
      ? []
      : [
          `the source sends ${plural(Math.abs(unsent), 'feature')} ${unsent > 0 ? 'less' : 'more'} than it says it has`,
        ]),
  ];
  const more = missing + different > features.length ? ' …' : '';
  return `${parts.join(', ')}${features.length > 0 ? ` (${features.join(', ')}${more})` : ''}`;
}
