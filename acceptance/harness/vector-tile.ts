import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { checkVectorTile } from '../tiles/check-vector-tile.ts';

export type TileFeature = {
  /** 1 points, 2 lines, 3 polygons. */
  type: number;
  properties: Record<string, unknown>;
  /** Its number, where it has one. */
  number: number | undefined;
  /** Paths of x, y in units of the tile. */
  drawn: [number, number][][];
};

export type TileLayer = { name: string; extent: number; features: TileFeature[] };

/** The layers of a vector tile that keeps to the specification. */
export function readVectorTile(bytes: Uint8Array): TileLayer[] {
  checkVectorTile(bytes);
  return Object.values(new VectorTile(new PbfReader(bytes)).layers).map((layer) => ({
    name: layer.name,
    extent: layer.extent,
    features: Array.from({ length: layer.length }, (_, i) => {
      const feature = layer.feature(i);
      const drawn = feature.loadGeometry().map((path) => path.map(({ x, y }): [number, number] => [x, y]));
      return { type: feature.type, properties: { ...feature.properties }, number: feature.id, drawn };
    }),
  }));
}
