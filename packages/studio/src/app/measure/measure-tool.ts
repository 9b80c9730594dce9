import { GeoJSONSource, type MapMouseEvent } from 'maplibre-gl';
import { areaOf, lengthOf } from '../../measure/measure.ts';
import type { MapCanvas } from '../map/canvas.ts';

const SOURCE = 'measure';
const LAYERS = ['fill', 'line', 'point'].map((part) => `${SOURCE} ${part}`);
const COLOR = '#c2410c';
/** A click so near a vertex means it. */
const REACH_PIXELS = 10;

type Point = [longitude: number, latitude: number];

/** What was measured so far; the area of what is closed, or would be from here. */
export type Measured = { vertices: number; length: number; area: number | undefined; isClosed: boolean };

/** Draws a line or an area on the map, of nothing but itself, and measures it while it is drawn. */
export class MeasureTool {
  readonly #canvas: MapCanvas;
  readonly #onMeasured: (measured: Measured) => void;
  #points: Point[] = [];
  #pointer: Point | undefined;
  #state: 'open' | 'ended' | 'closed' = 'open';

  constructor(canvas: MapCanvas, onMeasured: (measured: Measured) => void) {
    this.#canvas = canvas;
    this.#onMeasured = onMeasured;
    const { map } = canvas;
    canvas.isPicking = false;
    map.getCanvas().style.cursor = 'crosshair';
    map.doubleClickZoom.disable();
    map.addSource(SOURCE, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } });
    map.addLayer({
      id: LAYERS[0]!,
      type: 'fill',
      source: SOURCE,
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': COLOR, 'fill-opacity': 0.15 },
    });
    map.addLayer({
      id: LAYERS[1]!,
      type: 'line',
      source: SOURCE,
      paint: { 'line-color': COLOR, 'line-width': 2.5 },
    });
    map.addLayer({
      id: LAYERS[2]!,
      type: 'circle',
      source: SOURCE,
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': 4,
        'circle-color': '#ffffff',
        'circle-stroke-color': COLOR,
        'circle-stroke-width': 2,
      },
    });
    map.on('click', this.#click);
    map.on('mousemove', this.#move);
    addEventListener('keydown', this.#key);
  }

  /** More than once does no harm: the map may go before the tool does. */
  end(): void {
    const { map, isRemoved } = this.#canvas;
    removeEventListener('keydown', this.#key);
    if (isRemoved) return;
    this.#canvas.isPicking = true;
    map.getCanvas().style.cursor = '';
    map.doubleClickZoom.enable();
    map.off('click', this.#click);
    map.off('mousemove', this.#move);
    for (const layer of LAYERS) if (map.getLayer(layer)) map.removeLayer(layer);
    if (map.getSource(SOURCE)) map.removeSource(SOURCE);
  }

  /** Begins again. */
  clear(): void {
    this.#points = [];
    this.#pointer = undefined;
    this.#state = 'open';
    this.#show();
  }

  #click = ({ lngLat, point }: MapMouseEvent): void => {
    const isNear = (vertex: Point | undefined) =>
      vertex !== undefined && this.#canvas.map.project(vertex).dist(point) < REACH_PIXELS;
    if (this.#state !== 'open') this.clear();
    if (this.#points.length >= 3 && isNear(this.#points[0])) this.#finish('closed');
    else if (isNear(this.#points.at(-1))) this.#finish('ended');
    else this.#add([lngLat.lng, lngLat.lat]);
  };

  #move = ({ lngLat }: MapMouseEvent): void => {
    if (this.#state !== 'open' || this.#points.length === 0) return;
    this.#pointer = [lngLat.lng, lngLat.lat];
    this.#show();
  };

  /** Also without a pointer: the arrow keys move the map, the space bar takes its middle. */
  #key = (event: KeyboardEvent): void => {
    const isOnMap = event.target === this.#canvas.map.getCanvas() || event.target === document.body;
    if (!isOnMap) return;
    if (event.key === ' ') {
      if (this.#state !== 'open') this.clear();
      const { lng, lat } = this.#canvas.map.getCenter();
      this.#add([lng, lat]);
    } else if (event.key === 'Enter' && this.#points.length > 1) this.#finish('ended');
    else if (event.key.toLowerCase() === 'c' && this.#points.length > 2) this.#finish('closed');
    else if (event.key === 'Backspace' && this.#points.length > 0) {
      this.#points = this.#points.slice(0, -1);
      this.#state = 'open';
      this.#pointer = undefined;
      this.#show();
    } else return;
    event.preventDefault();
  };

  #add(point: Point): void {
    this.#points = [...this.#points, point];
    this.#pointer = undefined;
    this.#show();
  }

  #finish(state: 'ended' | 'closed'): void {
    this.#state = state;
    this.#pointer = undefined;
    this.#show();
  }

  #show(): void {
    const drawn = this.#pointer ? [...this.#points, this.#pointer] : this.#points;
    const isClosed = this.#state === 'closed';
    const ring = [...drawn, ...drawn.slice(0, 1)];
    const hasArea = drawn.length > 2 && this.#state !== 'ended';
    const shapes: GeoJSON.Geometry[] = [
      ...(hasArea ? [{ type: 'Polygon' as const, coordinates: [ring] }] : []),
      ...(drawn.length > 1 ? [{ type: 'LineString' as const, coordinates: isClosed ? ring : drawn }] : []),
      ...this.#points.map((coordinates) => ({ type: 'Point' as const, coordinates })),
    ];
    const source = this.#canvas.map.getSource(SOURCE);
    if (source instanceof GeoJSONSource)
      void source.setData({
        type: 'FeatureCollection',
        features: shapes.map((geometry) => ({ type: 'Feature', properties: {}, geometry })),
      });
    this.#onMeasured({
      vertices: this.#points.length,
      length: lengthOf(isClosed ? ring : drawn),
      area: hasArea ? areaOf(drawn) : undefined,
      isClosed,
    });
  }
}
