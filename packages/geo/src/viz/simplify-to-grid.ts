import type { Geometry, Position } from '../geojson.ts';
import type { TileAddress } from '../tile/tile-address.ts';
import { TileFrame } from '../tile/tile-frame.ts';
import { ChainSimplifier } from './chain-simplifier.ts';
import { VIZ_GRID } from './visibility.ts';

const simplifier = new ChainSimplifier();

/**
 * What a grid of 2048 units over the tile can show of a geometry: a part of its own positions, in degrees, within a
 * unit of all the others. Null if nothing can be seen: lines whose box is less than a unit wide and high, rings of which
 * the area or the box is less than a square unit. Of a ring that covers one, at least a triangle stays.
 */
export function simplifyToGrid(geometry: Geometry, tile: TileAddress, grid = VIZ_GRID): Geometry | null {
  return simplify(geometry, new TileFrame(tile, grid));
}

function simplify(geometry: Geometry, frame: TileFrame): Geometry | null {
  switch (geometry.type) {
    case 'Point':
      return geometry;
    case 'MultiPoint':
      return withCoordinates(geometry, distinct(geometry.coordinates, frame));
    case 'LineString': {
      const coordinates = simplifier.lineOf(geometry.coordinates, frame);
      return coordinates && { ...geometry, coordinates };
    }
    case 'MultiLineString':
      return withCoordinates(
        geometry,
        each(geometry.coordinates, (line) => simplifier.lineOf(line, frame)),
      );
    case 'Polygon': {
      const coordinates = polygon(geometry.coordinates, frame);
      return coordinates && { ...geometry, coordinates };
    }
    case 'MultiPolygon':
      return withCoordinates(
        geometry,
        each(geometry.coordinates, (rings) => polygon(rings, frame)),
      );
    case 'GeometryCollection': {
      const geometries = each(geometry.geometries, (member) => simplify(member, frame));
      return geometries.length > 0 ? { ...geometry, geometries } : null;
    }
  }
}

function polygon(rings: Position[][], frame: TileFrame): Position[][] | null {
  const outer = simplifier.ringOf(rings[0]!, frame);
  return outer && [outer, ...each(rings.slice(1), (hole) => simplifier.ringOf(hole, frame))];
}

function each<Part, Result>(parts: Part[], change: (part: Part) => Result | null): Result[] {
  const results: Result[] = [];
  for (const part of parts) {
    const result = change(part);
    if (result !== null) results.push(result);
  }
  return results;
}

function withCoordinates<Multi extends Geometry>(geometry: Multi, coordinates: unknown[]): Geometry | null {
  return coordinates.length > 0 ? ({ ...geometry, coordinates } as Geometry) : null;
}

/** One point for each unit of the grid. */
function distinct(positions: Position[], frame: TileFrame): Position[] {
  const seen = new Set<string>();
  return positions.filter((position) => {
    const unit = `${Math.round(frame.x(position[0]))} ${Math.round(frame.y(position[1]))}`;
    return !seen.has(unit) && seen.add(unit);
  });
}
