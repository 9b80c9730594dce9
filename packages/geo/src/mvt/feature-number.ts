import { sampleRank } from '../bin/sample-rank.ts';

const HALF = 2 ** 52;
const NINE = 57;

/** The number of a feature in vector tiles: its id, if that is a whole number below 2^52, else one above that it has for ever. */
export function featureNumber(id: string): number {
  if (id.charCodeAt(0) <= NINE && /^(0|[1-9]\d{0,15})$/.test(id) && Number(id) < HALF) return Number(id);
  return HALF + Math.floor(sampleRank(id) * HALF);
}
