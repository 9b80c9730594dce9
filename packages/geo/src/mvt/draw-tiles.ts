import { type BBox, isInside } from '../bbox.ts';
import { clipLine } from '../box/clip-line.ts';
import { intersectsBox } from '../box/intersects-box.ts';
import { RingCutter } from '../box/ring-cutter.ts';
import type { Geometry, Position } from '../geojson.ts';
import { boxOf, geometryOfParts, partsOf } from '../planar/parts.ts';
import { childTiles, type TileAddress, tileAt } from '../tile/tile-address.ts';
import { tileBounds } from '../tile/tile-bounds.ts';
import { TileWriter } from './tile-writer.ts';

/** Something to draw: longitudes may go beyond ±180, what is there is drawn on the other side of the map. */
export type DrawnFeature = {
  layer: string;
  geometry: Geometry;
  properties: Record<string, unknown>;
  /** The zooms that show it. */
  minZoom: number;
  maxZoom: number;
};

export type DrawnTile = { tile: TileAddress; bytes: Uint8Array<ArrayBuffer> };

const BUFFER_PIXELS = 4;
/** Cut a little wider than tiles are drawn, which cut exactly. */
const MARGIN = 8 / 256;
const rings = new RingCutter();

/**
 * All tiles that show something of these features, zoom by zoom. Features are cut once per zoom, from what the tile
 * above has of them. The layers of a tile are in the order in which features first name them.
 */
export function* drawTiles(features: readonly DrawnFeature[], maxZoom: number): Generator<DrawnTile[]> {
  let level = [{ tile: tileAt('web', 0, 0, 0), features: features.flatMap(aroundTheWorld) }];
  for (let z = 0; z <= maxZoom; z++) {
    yield level.map(({ tile, features }) => ({ tile, bytes: drawTile(tile, features) }));
    if (z === maxZoom) return;
    level = level.flatMap(({ tile, features }) =>
      childTiles(tile)
        .map((child) => ({ tile: child, features: within(features, child) }))
        .filter(({ features }) => features.length > 0),
    );
  }
}

function drawTile(tile: TileAddress, features: readonly DrawnFeature[]): Uint8Array<ArrayBuffer> {
  const layers = new Map<string, TileWriter>();
  for (const { layer, geometry, properties, minZoom, maxZoom } of features) {
    if (tile.z < minZoom || tile.z > maxZoom) continue;
    const writer = layers.get(layer) ?? new TileWriter(layer, tile, 4096, BUFFER_PIXELS);
    layers.set(layer, writer);
    writer.add('', geometry, properties);
  }
  return joined([...layers.values()].map((writer) => writer.finish()));
}

/** Layers that stand one behind the other are a tile. */
function joined(layers: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(layers.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const layer of layers) {
    bytes.set(layer, at);
    at += layer.length;
  }
  return bytes;
}

/** Each part of a feature, and once more where it goes beyond the antimeridian. */
function aroundTheWorld(whole: DrawnFeature): DrawnFeature[] {
  return partsOf(whole.geometry).flatMap((part) => shifted({ ...whole, geometry: geometryOfParts([part])! }));
}

function shifted(feature: DrawnFeature): DrawnFeature[] {
  const { west, east } = boxOf(feature.geometry);
  return [0, ...(east > 180 ? [-360] : []), ...(west < -180 ? [360] : [])].map((shift) =>
    shift === 0
      ? feature
      : { ...feature, geometry: mapPositions(feature.geometry, ([x, y]) => [x + shift, y]) },
  );
}

function within(features: readonly DrawnFeature[], tile: TileAddress): DrawnFeature[] {
  const { west, south, east, north } = tileBounds(tile);
  const [dx, dy] = [(east - west) * MARGIN, (north - south) * MARGIN];
  const box = { west: west - dx, south: south - dy, east: east + dx, north: north + dy };
  return features.flatMap((feature) => {
    if (tile.z > feature.maxZoom) return [];
    const geometry = cut(feature.geometry, box);
    return geometry ? [{ ...feature, geometry }] : [];
  });
}

/** What a box has of a geometry, with edges along the box where areas are cut: for what draws it with a smaller margin. */
function cut(geometry: Geometry, box: BBox): Geometry | undefined {
  const extent = boxOf(geometry);
  if (isInside(extent, box)) return geometry;
  if (
    extent.east < box.west ||
    extent.west > box.east ||
    extent.north < box.south ||
    extent.south > box.north
  )
    return undefined;
  switch (geometry.type) {
    case 'Point':
      return intersectsBox(geometry, box) ? geometry : undefined;
    case 'LineString':
      return linesOf([geometry.coordinates], box);
    case 'MultiLineString':
      return linesOf(geometry.coordinates, box);
    case 'Polygon':
      return areasOf([geometry.coordinates], box);
    case 'MultiPolygon':
      return areasOf(geometry.coordinates, box);
    default:
      throw new TypeError(`tiles are not drawn from a ${geometry.type}`);
  }
}

function linesOf(lines: Position[][], box: BBox): Geometry | undefined {
  const coordinates = lines.flatMap((line) =>
    clipLine(line, box)
      .filter(({ dimension }) => dimension === 1)
      .map(({ chains }) => chains[0]!),
  );
  return coordinates.length === 0 ? undefined : { type: 'MultiLineString', coordinates };
}

function areasOf(polygons: Position[][][], box: BBox): Geometry | undefined {
  const coordinates = polygons
    .map((polygon) => polygon.map((ring) => cutRing(ring, box)))
    .flatMap(([outer, ...holes]) =>
      // Within a hole there is nothing to draw.
      outer!.length === 0 || holes.some((hole) => isWhole(hole, box))
        ? []
        : [[outer!, ...holes.filter(({ length }) => length > 0)]],
    );
  return coordinates.length === 0 ? undefined : { type: 'MultiPolygon', coordinates };
}

/** Whether a ring is all of the box that it was cut to. */
function isWhole(ring: Position[], { west, south, east, north }: BBox): boolean {
  let twice = 0;
  for (let i = 1; i < ring.length; i++)
    twice += ring[i - 1]![0] * ring[i]![1] - ring[i]![0] * ring[i - 1]![1];
  return Math.abs(twice) >= 2 * (east - west) * (north - south) * (1 - 1e-9);
}

/** No positions at all where nothing is left. */
function cutRing(ring: Position[], { west, south, east, north }: BBox): Position[] {
  rings.clear();
  for (let i = 1; i < ring.length; i++) rings.push(ring[i]![0], ring[i]![1]);
  rings.cut(west, south, east, north);
  if (rings.count < 3) return [];
  const left = Array.from(
    { length: rings.count },
    (_, i): Position => [rings.points[2 * i]!, rings.points[2 * i + 1]!],
  );
  return [...left, left[0]!];
}

function mapPositions(geometry: Geometry, change: (position: Position) => Position): Geometry {
  const [part] = partsOf(geometry);
  return geometryOfParts([{ ...part!, chains: part!.chains.map((chain) => chain.map(change)) }])!;
}
