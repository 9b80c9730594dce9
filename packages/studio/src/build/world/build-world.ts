import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { createTileArchive, writeDrawnTiles } from '@meridian/formats/node';
import { WORLD_ATTRIBUTION } from '../../world/attribution.ts';
import { gazetteer } from './gazetteer.ts';
import { readPlaces } from './places.ts';
import { sampleCities } from './sample.ts';
import { MAX_ZOOM, readCountries, worldFeatures } from './world-features.ts';

/**
 * The base map as an archive of vector tiles, the names on it as a text to search in, compressed with gzip, and some of them as
 * features to try the studio with.
 */
export type World = { tiles: Uint8Array; gazetteer: Uint8Array; sample: Uint8Array };

const compressed = promisify(gzip);

export async function buildWorld(): Promise<World> {
  const places = readPlaces();
  const countries = await readCountries();
  const features = await worldFeatures(places, countries);
  const folder = await mkdtemp(join(tmpdir(), 'meridian-world-'));
  try {
    const file = join(folder, 'world.pmtiles');
    await writeDrawnTiles(await createTileArchive('pmtiles', file), features, {
      name: 'World',
      description: 'Land, borders, lakes, rivers, countries and places',
      attribution: WORLD_ATTRIBUTION,
      generator: 'Meridian',
      maxZoom: MAX_ZOOM,
      bounds: [-180, -85.0511, 180, 85.0511],
      layers: [
        layer('land'),
        layer('borders'),
        layer('regions'),
        layer('lakes'),
        layer('rivers'),
        layer('countries', { name: 'String', size: 'Number' }),
        layer('places', { name: 'String', zoom: 'Number', size: 'Number', capital: 'Boolean' }),
      ],
    });
    return {
      tiles: await readFile(file),
      gazetteer: await compressed(gazetteer(countries, places)),
      sample: new TextEncoder().encode(sampleCities(places)),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function layer(id: string, fields: Record<string, string> = {}) {
  return { id, minzoom: 0, maxzoom: MAX_ZOOM, fields };
}
