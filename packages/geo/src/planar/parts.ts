import { type BBox, emptyBBox, extend } from '../bbox.ts';
import type { Geometry, Position } from '../geojson.ts';

/** A connected piece of a geometry: a point (one chain of one position), a line (one chain) or a polygon (its rings). */
export type Part = { dimension: 0 | 1 | 2; chains: Position[][] };

/** The pieces of a geometry, whatever its type; none if it is empty. */
export function partsOf(geometry: Geometry, parts: Part[] = []): Part[] {
  switch (geometry.type) {
    case 'Point':
      parts.push({ dimension: 0, chains: [[geometry.coordinates]] });
      break;
    case 'MultiPoint':
      for (const position of geometry.coordinates) parts.push({ dimension: 0, chains: [[position]] });
      break;
    case 'LineString':
      parts.push({ dimension: 1, chains: [geometry.coordinates] });
      break;
    case 'MultiLineString':
      for (const line of geometry.coordinates) parts.push({ dimension: 1, chains: [line] });
      break;
    case 'Polygon':
      parts.push({ dimension: 2, chains: geometry.coordinates });
      break;
    case 'MultiPolygon':
      for (const rings of geometry.coordinates) parts.push({ dimension: 2, chains: rings });
      break;
    case 'GeometryCollection':
      for (const member of geometry.geometries) partsOf(member, parts);
      break;
  }
  return parts;
}

/** The geometry made of parts of one dimension; null if there are none. */
export function geometryOfParts(parts: Part[]): Geometry | null {
  const first = parts[0];
  if (first === undefined) return null;
  const single = parts.length === 1;
  switch (first.dimension) {
    case 0:
      return single
        ? { type: 'Point', coordinates: first.chains[0]![0]! }
        : { type: 'MultiPoint', coordinates: parts.map((part) => part.chains[0]![0]!) };
    case 1:
      return single
        ? { type: 'LineString', coordinates: first.chains[0]! }
        : { type: 'MultiLineString', coordinates: parts.map((part) => part.chains[0]!) };
    case 2:
      return single
        ? { type: 'Polygon', coordinates: first.chains }
        : { type: 'MultiPolygon', coordinates: parts.map((part) => part.chains) };
  }
}

/** The parts of the highest dimension among them. */
export function highestParts(parts: Part[]): Part[] {
  let highest = 0;
  for (const part of parts) if (part.dimension > highest) highest = part.dimension;
  return parts.every((part) => part.dimension === highest)
    ? parts
    : parts.filter((part) => part.dimension === highest);
}

/** The box around everything in a geometry; an empty box if there is nothing. */
export function boxOf(geometry: Geometry): BBox {
  const box = emptyBBox();
  for (const part of partsOf(geometry)) growBox(box, part.chains);
  return box;
}

export function boxOfPart(part: Part): BBox {
  const box = emptyBBox();
  growBox(box, part.chains);
  return box;
}

function growBox(box: BBox, chains: Position[][]): void {
  for (const chain of chains)
    for (let i = 0; i < chain.length; i++) {
      const position = chain[i]!;
      extend(box, position[0], position[1]);
    }
}
