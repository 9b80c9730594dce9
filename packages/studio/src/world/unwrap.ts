type Ring = number[][];
type Shape = { type: string; coordinates?: unknown };

/**
 * Outlines that cross the antimeridian jump from 180 to −180 in their middle, and a flat map would draw the jump. Here they
 * go on beyond 180 instead. One that goes around a pole is closed along that pole.
 */
export function unwrap<Geometry extends Shape>(geometry: Geometry): Geometry {
  if (geometry.type === 'Polygon')
    return { ...geometry, coordinates: (geometry.coordinates as Ring[]).map(unwrapRing) };
  if (geometry.type === 'MultiPolygon')
    return {
      ...geometry,
      coordinates: (geometry.coordinates as Ring[][]).map((rings) => rings.map(unwrapRing)),
    };
  return geometry;
}

function unwrapRing(ring: Ring): Ring {
  let turns = 0;
  let before: number | undefined;
  const unwrapped = ring.map(([x, y]) => {
    if (before !== undefined && Math.abs(x! - before) > 180) turns += x! < before ? 1 : -1;
    before = x!;
    return [x! + turns * 360, y!];
  });
  if (turns === 0) return centred(unwrapped);
  const [first, last] = [unwrapped[0]!, unwrapped.at(-1)!];
  const pole = first[1]! < 0 ? -90 : 90;
  return [...unwrapped, [last[0]!, pole], [first[0]!, pole], first];
}

/** An outline that began beyond the antimeridian is brought back to where most of it is. */
function centred(ring: Ring): Ring {
  const mean = ring.reduce((sum, [x]) => sum + x!, 0) / ring.length;
  const shift = 360 * Math.round(mean / 360);
  return shift === 0 ? ring : ring.map(([x, y]) => [x! - shift, y!]);
}
