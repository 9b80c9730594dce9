import { randomBytes } from 'node:crypto';

/**
 * A table's name for a space: recognisable, but neither the length nor the case of an id can make two spaces share one,
 * and a space created anew gets another than the one deleted before it. Cluster extensions append to it: it is short.
 */
export function newPlace(spaceId: string): string {
  const readable = spaceId
    .toLowerCase()
    .replace(/[^a-z0-9_]/g, '_')
    .slice(0, 30);
  return `s_${readable}_${randomBytes(6).toString('hex')}`;
}

const PLACE = /^s_[a-z0-9_]{0,30}_[0-9a-f]{12}$/;

/** The name as it stands in a statement, with nothing to quote. Only names of ours get that far. */
export function tableOf(place: string): string {
  if (!PLACE.test(place)) throw new Error(`no name of a table: ${JSON.stringify(place)}`);
  return place;
}

/** The table of what the features of a space were; made when its history begins. */
export function pastTableOf(place: string): string {
  return tableOf(place).replace(/^s_/, 'past_');
}
