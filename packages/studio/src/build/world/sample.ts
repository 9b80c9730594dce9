import type { Place } from './places.ts';

const COUNT = 1500;

/** The most important cities, for those who have no data of their own yet: a collection of features as text. */
export function sampleCities(places: readonly Place[]): string {
  const features = places.slice(0, COUNT).map(({ name, country, population, isCapital, at }, index) => ({
    type: 'Feature',
    id: `city-${index + 1}`,
    geometry: { type: 'Point', coordinates: at },
    properties: { name, country, population, capital: isCapital },
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}
