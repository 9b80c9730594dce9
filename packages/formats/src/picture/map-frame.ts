import type { Geometry, Position } from '@meridian/geo/geojson';
import { MAX_WIDTH, type PictureOptions } from './picture-options.ts';

/** Where Web Mercator ends. */
const MAX_LATITUDE = 85.051129;
/** A single point has no extent: so many degrees around it are shown. */
const LEAST_SPAN = 0.01;
/** Of a picture, around what is in it: symbols at the edge are whole. */
const MARGIN = 0.03;

/** A position in the picture, in pixels from its upper left corner. */
export type Pixel = readonly [x: number, y: number];

/** What of one feature is drawn. */
export type Drawn = { points: Pixel[]; lines: Pixel[][]; areas: Pixel[][][] };

/** Web Mercator, so that pictures look like the maps in browsers. */
export class MapFrame {
  readonly width: number;
  readonly height: number;
  readonly #west: number;
  readonly #left: number;
  readonly #top: number;
  readonly #scale: number;

  constructor({ bounds, width }: Pick<PictureOptions, 'bounds' | 'width'>) {
    const [west, south, east, north] = bounds;
    const [spanX, spanY] = [Math.max(east - west, LEAST_SPAN), Math.max(north - south, LEAST_SPAN)];
    const [lon, lat] = [(west + east) / 2, (south + north) / 2];
    const left = lon - spanX * (0.5 + MARGIN);
    const right = lon + spanX * (0.5 + MARGIN);
    const top = mercator(lat + spanY * (0.5 + MARGIN));
    const bottom = mercator(lat - spanY * (0.5 + MARGIN));
    const ratio = (top - bottom) / (right - left);
    this.width = Math.max(1, Math.round(Math.min(width, MAX_WIDTH / ratio)));
    this.height = Math.min(MAX_WIDTH, Math.max(1, Math.round(this.width * ratio)));
    this.#west = west;
    this.#left = left;
    this.#top = top;
    this.#scale = this.width / (right - left);
  }

  /** Positions that fall on the same half pixel are one: what can't be seen is not written. */
  draw(geometry: Geometry): Drawn {
    const drawn: Drawn = { points: [], lines: [], areas: [] };
    this.#add(geometry, drawn);
    return drawn;
  }

  #add(geometry: Geometry, drawn: Drawn): void {
    switch (geometry.type) {
      case 'Point':
        drawn.points.push(...this.#seen([this.#pixel(geometry.coordinates)]));
        break;
      case 'MultiPoint':
        drawn.points.push(...this.#seen(geometry.coordinates.map((position) => this.#pixel(position))));
        break;
      case 'LineString':
        drawn.lines.push(this.#line(geometry.coordinates));
        break;
      case 'MultiLineString':
        for (const line of geometry.coordinates) drawn.lines.push(this.#line(line));
        break;
      case 'Polygon':
        drawn.areas.push(geometry.coordinates.map((ring) => this.#line(ring)));
        break;
      case 'MultiPolygon':
        for (const rings of geometry.coordinates) drawn.areas.push(rings.map((ring) => this.#line(ring)));
        break;
      case 'GeometryCollection':
        for (const member of geometry.geometries) this.#add(member, drawn);
    }
  }

  #pixel([lon, lat]: Position): Pixel {
    // Bounds that cross the antimeridian go on beyond 180.
    const x = lon < this.#west - 180 ? lon + 360 : lon;
    return [(x - this.#left) * this.#scale, (this.#top - mercator(lat)) * this.#scale];
  }

  /** Symbols beyond the edge are not seen. */
  #seen(pixels: Pixel[]): Pixel[] {
    const margin = 50;
    return pixels.filter(
      ([x, y]) => x > -margin && y > -margin && x < this.width + margin && y < this.height + margin,
    );
  }

  #line(positions: Position[]): Pixel[] {
    const found: Pixel[] = [];
    for (const position of positions) {
      const pixel = this.#pixel(position);
      const last = found.at(-1);
      if (!last || Math.abs(last[0] - pixel[0]) >= 0.5 || Math.abs(last[1] - pixel[1]) >= 0.5)
        found.push(pixel);
    }
    return found;
  }
}

/** In degrees at the equator. */
function mercator(latitude: number): number {
  const clamped = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude));
  return (Math.log(Math.tan(Math.PI / 4 + (clamped * Math.PI) / 360)) * 180) / Math.PI;
}
