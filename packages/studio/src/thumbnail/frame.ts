/** A part of the world in degrees; `east` may be beyond 180, where it crosses the antimeridian. */
export type Box = { west: number; south: number; east: number; north: number };

/** What a small picture shows: degrees to the right, and degrees times `stretch` down, as in SVG. */
export type Frame = { x: number; y: number; width: number; height: number; stretch: number };

export type TileAddress = { z: number; x: number; y: number };

/** Of the width of a picture to its height. */
export const RATIO = 2.5;
/** So much room is around what is shown. */
const ROOM = 1.2;
/** About 200 m: a single point is not looked at any nearer. */
const MIN_WIDTH = 0.002;
const MAX_LATITUDE = 85.05;
const MAX_ZOOM = 14;
/** Longitudes are looked at in steps of so many degrees. */
const STEP = 5;
/** Where so many degrees are empty, what is on both sides of the antimeridian belongs together. */
const MIN_GAP = 60;

/** Beyond it, pictures of a pole would get too tall. */
const MAX_STRETCHED_LATITUDE = 75;

const WORLD: Frame = { x: -180, y: -84, width: 360, height: 360 / RATIO, stretch: 1 };

/** What to show of the world to show a box, with the shapes that things have in its middle. */
export function frameOf(box: Box | undefined): Frame {
  if (!box) return WORLD;
  const middle = (box.south + box.north) / 2;
  const stretch = 1 / Math.cos((Math.min(MAX_STRETCHED_LATITUDE, Math.abs(middle)) * Math.PI) / 180);
  const [across, up] = [box.east - box.west, (box.north - box.south) * stretch];
  const width = Math.max(MIN_WIDTH, across * ROOM, up * ROOM * RATIO);
  if (width >= 360) return WORLD;
  const height = width / RATIO;
  const x = (box.west + box.east) / 2 - width / 2;
  const y = -middle * stretch - height / 2;
  const isAcross = box.east > 180;
  return {
    x: isAcross ? x : Math.min(180 - width, Math.max(-180, x)),
    y: Math.min(90 * stretch - height, Math.max(-90 * stretch, y)),
    width,
    height,
    stretch,
  };
}

/** The tiles that show a box: the smallest that are no smaller than it, so four at most. */
export function tilesOf({ west, south, east, north }: Box): TileAddress[] {
  const [left, right] = [(west + 180) / 360, (east + 180) / 360];
  const [top, bottom] = [mercator(north), mercator(south)];
  const size = Math.max(right - left, bottom - top, 2 ** -MAX_ZOOM);
  const z = Math.max(0, Math.floor(-Math.log2(size)));
  const of = (share: number) => Math.min(2 ** z - 1, Math.max(0, Math.floor(share * 2 ** z)));
  const tiles: TileAddress[] = [];
  for (let x = of(left); x <= of(right); x++)
    for (let y = of(top); y <= of(bottom); y++) tiles.push({ z, x, y });
  return tiles;
}

/** The position of a point of a tile; shares of its width and height. */
export function positionIn({ z, x, y }: TileAddress, right: number, down: number): [number, number] {
  const angle = Math.PI * (1 - (2 * (y + down)) / 2 ** z);
  return [((x + right) / 2 ** z) * 360 - 180, (Math.atan(Math.sinh(angle)) * 180) / Math.PI];
}

/**
 * The same box across the antimeridian, where what is in it leaves much of the way around the world empty: the islands of Fiji
 * are a narrow box that ends beyond 180, not one around the world.
 */
export function acrossAntimeridian(box: Box, spans: Iterable<readonly [west: number, east: number]>): Box {
  const count = 360 / STEP;
  const used = new Array<boolean>(count).fill(false);
  const step = (longitude: number) => Math.min(count - 1, Math.max(0, Math.floor((longitude + 180) / STEP)));
  for (const [west, east] of spans) used.fill(true, step(west), step(east) + 1);
  let best = { from: 0, length: 0 };
  for (let from = 0; from < count; ) {
    let to = from;
    while (to < count && !used[to]) to++;
    if (to - from > best.length) best = { from, length: to - from };
    from = to + 1;
  }
  if (best.length === count || best.length * STEP < MIN_GAP) return box;
  const [gapWest, gapEast] = [best.from * STEP - 180, (best.from + best.length) * STEP - 180];
  const isAtEdge = gapWest <= -180 || gapEast >= 180;
  return isAtEdge ? box : { ...box, west: gapEast, east: gapWest + 360 };
}

/** From 0 at the top of the map to 1 at its bottom. */
function mercator(latitude: number): number {
  const angle = (Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude)) * Math.PI) / 180;
  return (1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2;
}
