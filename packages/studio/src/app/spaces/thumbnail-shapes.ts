import { VectorTile } from '@mapbox/vector-tile';
import type { Space } from '@meridian/client';
import { PbfReader } from 'pbf';
import { type LayerStyle, newLayer, shownProperties, styleOfSpace } from '../../map-style/document.ts';
import {
  acrossAntimeridian,
  type Box,
  positionIn,
  type TileAddress,
  tilesOf,
} from '../../thumbnail/frame.ts';
import { hub } from '../api/call.ts';

/** A feature as it is drawn: its lines, rings or points in degrees. */
export type Shape = { kind: 'point' | 'line' | 'area'; color: string; lines: [number, number][][] };

/** What a tile has; around its edges it has what its neighbours have, too. */
export type TileShapes = { tile: Box; shapes: Shape[] };

export type Shapes = { box: Box; parts: TileShapes[] };

const KINDS = { 1: 'point', 2: 'line', 3: 'area' } as const;

/** The features of a space in their own colours, as the tiles for maps have them: of many features a choice. */
export async function readShapes(space: Space, box: Box): Promise<Shapes> {
  const style = styleOfSpace(space.id, space.client) ?? newLayer(space.id, numberOf(space.id)).style;
  const properties = style.shading === 'plain' ? [] : shownProperties(style);
  const named = properties.filter((name) => !name.includes(','));
  const tiles = await Promise.all(
    tilesOf(box).map(async (tile) => ({
      tile,
      bytes: await hub()
        .features(space.id)
        .vectorTile('web', tile, {
          mode: 'auto',
          selection: named.length > 0 ? named.map((name) => `p.${name}`) : ['f.id'],
        }),
    })),
  );
  const parts = tiles.map(({ tile, bytes }) => ({ tile: boxOf(tile), shapes: shapesOf(bytes, tile, style) }));
  const spans = parts.flatMap(({ shapes }) => shapes.flatMap(spansOf));
  return { box: acrossAntimeridian(box, spans), parts };
}

/** The box to look at to see a space: where that is the shorter way around its features, across the antimeridian. */
export async function boxToSee(space: Space, bbox: readonly number[]): Promise<readonly number[]> {
  const [west, south, east, north] = bbox as [number, number, number, number];
  if (east - west <= 180) return bbox;
  const { box } = await readShapes(space, { west, south, east, north });
  return [box.west, box.south, box.east, box.north];
}

function boxOf(tile: TileAddress): Box {
  const [west, north] = positionIn(tile, 0, 0);
  const [east, south] = positionIn(tile, 1, 1);
  return { west, south, east, north };
}

function shapesOf(bytes: Uint8Array, tile: TileAddress, style: LayerStyle): Shape[] {
  const { layers } = new VectorTile(new PbfReader(bytes));
  return Object.values(layers).flatMap((layer) =>
    Array.from({ length: layer.length }, (_, index): Shape => {
      const feature = layer.feature(index);
      return {
        kind: KINDS[feature.type as keyof typeof KINDS] ?? 'point',
        color: colorOf(style, feature.properties),
        lines: feature
          .loadGeometry()
          .map((line) => line.map(({ x, y }) => positionIn(tile, x / layer.extent, y / layer.extent))),
      };
    }),
  );
}

function colorOf(
  { shading, property, classes, color }: LayerStyle,
  properties: Record<string, unknown>,
): string {
  const value = property === undefined ? undefined : properties[property];
  if (shading === 'plain' || value === undefined) return color;
  const its =
    shading === 'categories'
      ? classes.find(({ from }) => String(from) === String(value))
      : classes.findLast(({ from }) => Number(value) >= Number(from));
  return its?.color ?? color;
}

function spansOf({ lines }: Shape): [west: number, east: number][] {
  return lines.map((line) => {
    let [west, east] = [Infinity, -Infinity];
    for (const [longitude] of line) {
      west = Math.min(west, longitude);
      east = Math.max(east, longitude);
    }
    return [west, east];
  });
}

/** So that spaces without a style of their own have different colours, and the same one each time. */
function numberOf(id: string): number {
  let number = 0;
  for (const letter of id) number = (number * 31 + letter.codePointAt(0)!) % 9973;
  return number;
}
