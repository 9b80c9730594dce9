type Ring = number[][];
type Shape = { type: string; coordinates?: unknown };

/** An outline whose longitudes do not jump; `turns` counts how often it goes around the world, eastwards. */
type Path = { points: Ring; turns: number };

/**
 * Outlines that cross the antimeridian jump from 180 to −180 in their middle, and a flat map would draw the jump. Here they
 * go on beyond 180 instead. One that goes around a pole is closed along that pole; two of them enclose the band between them.
 */
export function unwrap<Geometry extends Shape>(geometry: Geometry): Geometry {
  if (geometry.type === 'Polygon')
    return { ...geometry, coordinates: unwrapPolygon(geometry.coordinates as Ring[]) };
  if (geometry.type === 'MultiPolygon')
    return { ...geometry, coordinates: (geometry.coordinates as Ring[][]).map(unwrapPolygon) };
  return geometry;
}

function unwrapPolygon(rings: Ring[]): Ring[] {
  const paths = rings.map(unwrapRing);
  const around = paths.filter(({ turns }) => turns !== 0);
  const [one, other] = around;
  if (!one || !other || around.length > 2)
    return paths.map((path) => centred(path.turns === 0 ? path.points : closedAlongPole(path)));
  // Antarctica in Natural Earth: a circle around the pole, with the coast as a hole in it.
  const holes = paths.filter(({ turns }) => turns === 0);
  return [bandBetween(one, other), ...holes.map(({ points }) => centred(points))];
}

function unwrapRing(ring: Ring): Path {
  let turns = 0;
  let before: number | undefined;
  const points = ring.map(([x, y]) => {
    if (before !== undefined && Math.abs(x! - before) > 180) turns += x! < before ? 1 : -1;
    before = x!;
    return [x! + turns * 360, y!];
  });
  return { points, turns };
}

function closedAlongPole({ points }: Path): Ring {
  const [first, last] = [points[0]!, points.at(-1)!];
  const pole = first[1]! < 0 ? -90 : 90;
  return [...points, [last[0]!, pole], [first[0]!, pole], first];
}

/** There along one outline, and back along the other. */
function bandBetween(one: Path, other: Path): Ring {
  const back = one.turns === other.turns ? other.points.toReversed() : other.points;
  const shift = one.points.at(-1)![0]! - back[0]![0]!;
  return centred([...one.points, ...back.map(([x, y]) => [x! + shift, y!]), one.points[0]!]);
}

/** An outline that began beyond the antimeridian is brought back to where most of it is. */
function centred(ring: Ring): Ring {
  const mean = ring.reduce((sum, [x]) => sum + x!, 0) / ring.length;
  const shift = 360 * Math.round(mean / 360);
  return shift === 0 ? ring : ring.map(([x, y]) => [x! - shift, y!]);
}
