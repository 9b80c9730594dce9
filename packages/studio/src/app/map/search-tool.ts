import { GeoJSONSource, type MapMouseEvent, type MapTouchEvent } from 'maplibre-gl';
import type { MapCanvas } from './canvas.ts';
import { circleRing, distance } from './circle.ts';
import type { SearchArea } from './requests.ts';

const SOURCE = 'search area';
const EMPTY: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };
/** A click so near the first corner closes a polygon. */
const CLOSING_PIXELS = 10;
const LEAST_RADIUS = 1;

type Point = [number, number];

/** Draws the area of a search: a circle by its middle and a point on it, a polygon corner by corner. */
export class SearchTool {
  readonly #canvas: MapCanvas;
  readonly #kind: SearchArea['kind'];
  readonly #onDone: (area: SearchArea) => void;
  readonly #onRadius: (metres: number) => void;
  #corners: Point[] = [];

  constructor(
    canvas: MapCanvas,
    kind: SearchArea['kind'],
    onDone: (area: SearchArea) => void,
    onRadius: (metres: number) => void,
  ) {
    this.#onRadius = onRadius;
    this.#canvas = canvas;
    this.#kind = kind;
    this.#onDone = onDone;
    canvas.isPicking = false;
    canvas.map.getCanvas().style.cursor = 'crosshair';
    canvas.map.doubleClickZoom.disable();
    canvas.map.on('click', this.#click);
    canvas.map.on('mousemove', this.#move);
    addEventListener('keydown', this.#key);
    showArea(canvas, undefined);
  }

  end(): void {
    const { map } = this.#canvas;
    this.#canvas.isPicking = true;
    map.getCanvas().style.cursor = '';
    map.doubleClickZoom.enable();
    map.off('click', this.#click);
    map.off('mousemove', this.#move);
    removeEventListener('keydown', this.#key);
  }

  #click = (event: MapMouseEvent | MapTouchEvent): void => {
    const at: Point = [event.lngLat.lng, event.lngLat.lat];
    const [first] = this.#corners;
    if (this.#kind === 'radius') {
      if (first)
        this.#finish({ kind: 'radius', center: first, radius: Math.max(LEAST_RADIUS, distance(first, at)) });
      else this.#corners = [at];
      return;
    }
    const last = this.#corners.at(-1);
    const isNear = (corner: Point) => this.#canvas.map.project(corner).dist(event.point) < CLOSING_PIXELS;
    if (this.#corners.length >= 3 && (isNear(first!) || isNear(last!)))
      this.#finish({ kind: 'polygon', ring: this.#corners });
    else if (!last || !isNear(last)) this.#corners = [...this.#corners, at];
  };

  #move = (event: MapMouseEvent): void => {
    const at: Point = [event.lngLat.lng, event.lngLat.lat];
    const [first] = this.#corners;
    if (!first) return;
    if (this.#kind === 'radius') this.#onRadius(distance(first, at));
    drawRing(
      this.#canvas,
      this.#kind === 'radius' ? circleRing(first, distance(first, at)) : [...this.#corners, at],
    );
  };

  #key = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || this.#kind !== 'polygon' || this.#corners.length < 3) return;
    // The button that started the drawing may still have the focus: it would start another.
    event.preventDefault();
    this.#finish({ kind: 'polygon', ring: this.#corners });
  };

  #finish(area: SearchArea): void {
    showArea(this.#canvas, area);
    this.end();
    this.#onDone(area);
  }
}

/** Shows the area of a search on the map, or none. */
export function showArea(canvas: MapCanvas, area: SearchArea | undefined): void {
  drawRing(canvas, !area ? [] : area.kind === 'radius' ? circleRing(area.center, area.radius) : area.ring);
}

function drawRing({ map }: MapCanvas, ring: Point[]): void {
  if (!map.getSource(SOURCE)) {
    map.addSource(SOURCE, { type: 'geojson', data: EMPTY });
    map.addLayer({
      id: `${SOURCE} fill`,
      type: 'fill',
      source: SOURCE,
      paint: { 'fill-color': '#f2b134', 'fill-opacity': 0.14 },
    });
    map.addLayer({
      id: `${SOURCE} line`,
      type: 'line',
      source: SOURCE,
      paint: { 'line-color': '#d18f10', 'line-width': 2, 'line-dasharray': [2, 1.5] },
    });
  }
  const closed = ring.length > 0 ? [...ring, ring[0]!] : [];
  const geometry: GeoJSON.Geometry =
    ring.length > 2 ? { type: 'Polygon', coordinates: [closed] } : { type: 'LineString', coordinates: ring };
  const source = map.getSource(SOURCE);
  if (source instanceof GeoJSONSource)
    void source.setData(ring.length < 2 ? EMPTY : { type: 'Feature', properties: {}, geometry });
}
