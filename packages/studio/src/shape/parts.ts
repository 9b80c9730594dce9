import type { Geometry, Position } from '@meridian/client';

/** A piece of a shape that can be drawn for itself: a point, a line, the ring of an area, or a hole in one. */
export type Part = {
  kind: 'point' | 'line' | 'ring' | 'hole';
  /** Where it is in the shape: positions in its lists, from the outside in. */
  path: readonly number[];
  /** One of a point; those of rings are closed. */
  positions: readonly Position[];
};

/** All pieces of a shape, in its own order. */
export function partsOf(geometry: Geometry): Part[] {
  switch (geometry.type) {
    case 'Point':
      return [{ kind: 'point', path: [], positions: [geometry.coordinates] }];
    case 'MultiPoint':
      return geometry.coordinates.map((at, i) => ({
        kind: 'point',
        path: [i],
        positions: [at as Position],
      }));
    case 'LineString':
      return [{ kind: 'line', path: [], positions: geometry.coordinates as Position[] }];
    case 'MultiLineString':
      return geometry.coordinates.map((line, i) => ({
        kind: 'line',
        path: [i],
        positions: line as Position[],
      }));
    case 'Polygon':
      return ringsOf(geometry.coordinates as Position[][]);
    case 'MultiPolygon':
      return geometry.coordinates.flatMap((rings, i) => within(i, ringsOf(rings)));
    case 'GeometryCollection':
      return geometry.geometries.flatMap((member, i) => within(i, partsOf(member)));
  }
}

function ringsOf(rings: readonly Position[][]): Part[] {
  return rings.map((positions, i) => ({ kind: i === 0 ? 'ring' : 'hole', path: [i], positions }));
}

function within(index: number, parts: Part[]): Part[] {
  return parts.map((part) => ({ ...part, path: [index, ...part.path] }));
}

/** The shape with other positions for one of its pieces; all else stays as it is. */
export function withPart(
  geometry: Geometry,
  path: readonly number[],
  positions: readonly Position[],
): Geometry {
  if (geometry.type === 'GeometryCollection') {
    const [index, ...rest] = path;
    const member = withPart(geometry.geometries[index!]!, rest, positions);
    return { ...geometry, geometries: geometry.geometries.with(index!, member) };
  }
  const isPoint = geometry.type === 'Point' || geometry.type === 'MultiPoint';
  const coordinates = put(geometry.coordinates, path, isPoint ? positions[0] : positions);
  return { ...geometry, coordinates } as Geometry;
}

function put(list: unknown, [index, ...rest]: readonly number[], value: unknown): unknown {
  if (index === undefined) return value;
  return (list as unknown[]).with(index, put((list as unknown[])[index], rest, value));
}

/** The shape without one of its pieces: with the ring of an area its holes go too. Undefined where nothing is left. */
export function withoutPart(geometry: Geometry, path: readonly number[]): Geometry | undefined {
  const [index, ...rest] = path;
  switch (geometry.type) {
    case 'Point':
    case 'LineString':
      return undefined;
    case 'Polygon':
      return index === 0
        ? undefined
        : { ...geometry, coordinates: (geometry.coordinates as Position[][]).toSpliced(index!, 1) };
    case 'MultiPoint':
    case 'MultiLineString': {
      const coordinates = (geometry.coordinates as unknown[]).toSpliced(index!, 1);
      return coordinates.length === 0 ? undefined : ({ ...geometry, coordinates } as Geometry);
    }
    case 'MultiPolygon': {
      const [ring] = rest;
      const { coordinates } = geometry;
      const left =
        ring === 0
          ? coordinates.toSpliced(index!, 1)
          : coordinates.with(index!, coordinates[index!]!.toSpliced(ring!, 1));
      return left.length === 0 ? undefined : { ...geometry, coordinates: left };
    }
    case 'GeometryCollection': {
      const member = withoutPart(geometry.geometries[index!]!, rest);
      const geometries = member
        ? geometry.geometries.with(index!, member)
        : geometry.geometries.toSpliced(index!, 1);
      return geometries.length === 0 ? undefined : { ...geometry, geometries };
    }
  }
}

/** The holes of the area whose ring is at this path. */
export function holesOf(geometry: Geometry, path: readonly number[]): Part[] {
  const area = path.slice(0, -1).join();
  return partsOf(geometry).filter((part) => part.kind === 'hole' && part.path.slice(0, -1).join() === area);
}
