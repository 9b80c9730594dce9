import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';

/** Tiles of `mode=auto` have at most 400 kB: in larger ones than this, shapes may have been drawn on a coarser grid. */
const WHOLE_BYTES = 100_000;

/** Whether a tile of `mode=auto` shows all that lies in it, each feature for itself and in full resolution. */
export function isWhole(bytes: Uint8Array): boolean {
  if (bytes.length > WHOLE_BYTES) return false;
  for (const layer of Object.values(new VectorTile(new PbfReader(bytes)).layers))
    for (let i = 0; i < layer.length; i++)
      if (Number(layer.feature(i).properties.point_count) > 1) return false;
  return true;
}
