import type { StyleSpecification } from 'maplibre-gl';
import { hubUrl } from '../api/hub-url.ts';
import { t } from '../strings.ts';

type TileJson = { tiles?: readonly string[] };

const SOURCE = 'imagery';
/** Tells addresses of imagery from those of streets: a map has no other place to say so. */
const MARK = '#imagery';
/** The size that raster tiles usually have; larger ones are shown smaller than they could be. */
const TILE_PIXELS = 256;

export function imageryAddress(tileJson: string): string {
  return tileJson + MARK;
}

/** Whether an address is that of a file of the hub with raster tiles, such as satellite imagery. */
export function isImageryAddress(url: string): boolean {
  return url.startsWith(`${hubUrl}/tiles/`) && url.endsWith(`.json${MARK}`);
}

export function hasImagery({ tiles: [first = ''] = [] }: TileJson): boolean {
  return /\.(png|jpg|webp|avif)(\?|$)/.test(first);
}

export function imageryStyle(url: string, tileJson: TileJson): StyleSpecification {
  if (!hasImagery(tileJson)) throw new Error(t.base.noImagery(url));
  return {
    version: 8,
    sources: { [SOURCE]: { type: 'raster', url: url.slice(0, -MARK.length), tileSize: TILE_PIXELS } },
    layers: [
      // Beside what was photographed.
      { id: 'background', type: 'background', paint: { 'background-color': '#8c979b' } },
      { id: SOURCE, type: 'raster', source: SOURCE },
    ],
  };
}
