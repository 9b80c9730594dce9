import type { BBox, Geometry } from '@meridian/hub';
import { html, type Markup, trusted } from '../../openapi/docs/html.ts';
import type { Addresses } from '../links.ts';

type Position = readonly number[];

const WIDTH = 960;
const HEIGHT = 480;
/** Degrees that a map shows at least: a single point has surroundings. */
const MIN_DEGREES = 0.02;
/** Of the extent, on each side. */
const MARGIN = 0.08;

/** A map of features as a drawing: no script, no tiles. Longitudes are shrunk as they are in the middle of it. */
export function featureMap(
  { path }: Addresses,
  geometries: readonly Geometry[],
  label: string,
): Markup | undefined {
  const positions = geometries.flatMap(positionsOf);
  if (positions.length === 0) return undefined;
  const view = viewAround(positions);
  const shapes = geometries.flatMap((geometry) => pathsOf(geometry, view));
  return drawing(path, view, label, trusted(shapes.join('')));
}

/** What surrounds an extent must be large enough to be recognised. */
const SURROUNDINGS = 24;
/** A small extent is a mark of so many pixels. */
const MIN_FRAME = 6;

/** The extent of a collection on a map of its surroundings. */
export function extentMap({ path }: Addresses, box: BBox, label: string): Markup {
  const view = viewOf(widened(box));
  const [left, top] = view.at([box.west, box.north]);
  const [right, bottom] = view.at([box.east, box.south]);
  const [width, height] = [Math.max(MIN_FRAME, right - left), Math.max(MIN_FRAME, bottom - top)];
  const [x, y] = [(left + right - width) / 2, (top + bottom - height) / 2].map(round);
  const frame = html`<rect class="frame" x="${x!}" y="${y!}" width="${round(width)}" height="${round(height)}"/>`;
  return drawing(path, view, label, frame);
}

function widened({ west, south, east, north }: BBox): BBox {
  const across = Math.max(0, SURROUNDINGS - (east - west)) / 2;
  const along = Math.max(0, SURROUNDINGS / 2 - (north - south)) / 2;
  return { west: west - across, south: south - along, east: east + across, north: north + along };
}

type View = {
  at: (position: Position) => [x: number, y: number];
  /** The world, and once more where the view reaches over its edge. */
  land: [x: number, y: number, w: number, h: number][];
};

/** Fiji is on both sides of the antimeridian: then the narrower view is that over it. */
function viewAround(positions: readonly Position[]): View {
  const box = boxAround(positions);
  const over = boxAround(positions.map(eastward));
  if (over.east - over.west >= box.east - box.west) return viewOf(box);
  const { at, land } = viewOf(over);
  const [[x, y, width, height]] = land as [View['land'][number]];
  return { at: (position) => at(eastward(position)), land: [...land, [x + width, y, width, height]] };
}

function eastward([x, ...rest]: Position): Position {
  return [x! < 0 ? x! + 360 : x!, ...rest];
}

function viewOf({ west, south, east, north }: BBox): View {
  const [middleX, middleY] = [(west + east) / 2, (south + north) / 2];
  const shrink = Math.max(0.1, Math.cos((middleY * Math.PI) / 180));
  const width = Math.max(east - west, MIN_DEGREES) * shrink;
  const height = Math.max(north - south, MIN_DEGREES);
  const scale = Math.min(WIDTH / width, HEIGHT / height) / (1 + 2 * MARGIN);
  const at = ([x, y]: Position): [number, number] => [
    round(WIDTH / 2 + (x! - middleX) * shrink * scale),
    round(HEIGHT / 2 - (y! - middleY) * scale),
  ];
  const [x, y] = at([-180, 90]);
  return { at, land: [[x, y, round(360 * shrink * scale), round(180 * scale)]] };
}

function drawing(path: string, { land }: View, label: string, shapes: Markup): Markup {
  const world = land.map(
    ([x, y, width, height]) =>
      html`<image href="${path}/land.svg" x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="none"/>`,
  );
  return html`<svg class="map" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">${world}${shapes}</svg>`;
}

function pathsOf(geometry: Geometry, view: View): string[] {
  const point = (position: Position) => `M${view.at(position).join(' ')}h0`;
  const line = (positions: readonly Position[]) => outline(positions, view);
  const ring = (positions: readonly Position[]) => `${outline(positions, view)}Z`;
  const path = (kind: string, d: string) => `<path class="${kind}" d="${d}"/>`;
  switch (geometry.type) {
    case 'Point':
      return [path('point', point(geometry.coordinates))];
    case 'MultiPoint':
      return [path('point', geometry.coordinates.map(point).join(''))];
    case 'LineString':
      return [path('line', line(geometry.coordinates))];
    case 'MultiLineString':
      return [path('line', geometry.coordinates.map(line).join(''))];
    case 'Polygon':
      return [path('area', geometry.coordinates.map(ring).join(''))];
    case 'MultiPolygon':
      return [path('area', geometry.coordinates.flat().map(ring).join(''))];
    case 'GeometryCollection':
      return geometry.geometries.flatMap((member) => pathsOf(member, view));
  }
}

/** Vertices that fall on the pixel of the one before are left out. */
function outline(positions: readonly Position[], view: View): string {
  const points: string[] = [];
  let previous = '';
  for (const position of positions) {
    const [x, y] = view.at(position);
    const pixel = `${Math.round(x)} ${Math.round(y)}`;
    if (pixel === previous) continue;
    previous = pixel;
    points.push(`${x} ${y}`);
  }
  return `M${points.join('L')}`;
}

function positionsOf(geometry: Geometry): Position[] {
  if (geometry.type === 'GeometryCollection') return geometry.geometries.flatMap(positionsOf);
  return flat(geometry.coordinates);
}

type Nested = Position | readonly Nested[];

function flat(nested: Nested): Position[] {
  if (nested.length === 0) return [];
  return typeof nested[0] === 'number' ? [nested as Position] : (nested as readonly Nested[]).flatMap(flat);
}

function boxAround(positions: readonly Position[]): BBox {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of positions) {
    [west, east] = [Math.min(west, x!), Math.max(east, x!)];
    [south, north] = [Math.min(south, y!), Math.max(north, y!)];
  }
  return { west, south, east, north };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
