import {
  type Geometry,
  hexbinResolution,
  hexCellOutline,
  hexReachPixels,
  quadCellAt,
  quadDigits,
  rowFromNorth,
  type TileAddress,
  TileWriter,
} from '@meridian/geo';
import {
  type AggregateQuery,
  type FeatureFilter,
  type FeatureStream,
  invalid,
  MAX_GROUPS,
  type Measure,
  tileArea,
} from '@meridian/store';

export const CLUSTER_SHAPES = ['points', 'hexagons', 'quads'] as const;

/** How features are counted on a tile, and of which properties cells have sum, mean, minimum and maximum. */
export type TileClusters = { shape: (typeof CLUSTER_SHAPES)[number]; properties: readonly string[] };

export const CLUSTER_STATISTICS = ['sum', 'mean', 'min', 'max'] as const;

/** Beyond this no cells are smaller than tiles. */
const MAX_ZOOM = 22;

/** So many zooms below the tile are its cells: 8 × 8 points, 32 pixels of 256 apart, or 16 × 16 quads. */
const LEVELS = { points: 3, quads: 4 } as const;

/** Features whose centre is in the tile count, also where they only come near it, in pixels. */
const REACH = 64;

/** Coarser than other hexagons: about 20 pixels from side to side. */
const RELATIVE_RESOLUTION = -1;

/** What the clusters of a tile are made from. */
export function clusterTileQuery(
  tile: TileAddress,
  { shape, properties }: TileClusters,
  filter: FeatureFilter,
): AggregateQuery {
  if (tile.z > MAX_ZOOM)
    throw invalid(`mode=cluster is possible at zooms from 0 to ${MAX_ZOOM}, not ${tile.z}: use mode=auto`);
  const resolution = hexbinResolution(tile.z, RELATIVE_RESOLUTION);
  const isHexagons = shape === 'hexagons';
  const measures = properties.flatMap((property): Measure[] =>
    CLUSTER_STATISTICS.map((kind) => {
      const path = { root: 'properties' as const, path: property.split('.') };
      return { name: `${property}.${kind}`, kind, path };
    }),
  );
  return {
    filter,
    area: tileArea(tile, isHexagons ? hexReachPixels(tile, resolution) : REACH),
    groupBy: [
      isHexagons
        ? { name: 'cell', kind: 'h3', resolution }
        : { name: 'cell', kind: 'quad', zoom: tile.z + LEVELS[shape] },
    ],
    measures: [...measures, ...(shape === 'points' ? [{ name: '@centre', kind: 'centre' as const }] : [])],
    order: [],
    limit: MAX_GROUPS,
  };
}

type Group = { key: { cell: string | null }; count: number; [measure: string]: unknown };

/** Draws the groups that the query gives. */
export async function drawClusters(
  layer: string,
  tile: TileAddress,
  { shape, properties }: TileClusters,
  groups: FeatureStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = new TileWriter(layer, tile);
  const own = quadDigits(tile.z, tile.x, rowFromNorth(tile));
  for await (const text of texts(groups))
    for (const group of JSON.parse(`[${text}]`) as Group[]) {
      const { cell } = group.key;
      if (cell === null || (shape !== 'hexagons' && !cell.startsWith(own))) continue;
      const attributes: Record<string, number> = { point_count: group.count };
      for (const property of properties)
        for (const kind of CLUSTER_STATISTICS) {
          const value = group[`${property}.${kind}`];
          if (typeof value === 'number') attributes[`${property}.${kind}`] = value;
        }
      writer.add(cell, shapeOf(shape, cell, group), attributes);
    }
  return writer.finish();
}

function shapeOf(shape: TileClusters['shape'], cell: string, group: Group): Geometry {
  if (shape === 'points') return { type: 'Point', coordinates: group['@centre'] as [number, number] };
  return shape === 'quads' ? quadCellAt(cell) : hexCellOutline(cell)!;
}

async function* texts(stream: FeatureStream): AsyncGenerator<string, void, void> {
  for (;;) {
    const { value, done } = await stream.next();
    if (done) return;
    yield Buffer.from(value).toString();
  }
}
