import 'maplibre-gl/dist/maplibre-gl.css';
import {
  AttributionControl,
  type LayerSpecification,
  type LngLatBoundsLike,
  type MapMouseEvent,
  Marker,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
  VectorTileSource,
} from 'maplibre-gl';
import type { MapLayer, MapPosition } from '../../map-style/document.ts';
import type { Limits } from '../../map-style/time.ts';
import { credentials } from '../api/call.ts';
import { assets } from '../assets.ts';
import { t } from '../strings.ts';
import { baseLayers, baseStyle, NAMES_LAYER } from './base-map.ts';
import type { Brush } from './brush.ts';
import type { CellRange } from './cells.ts';
import { LARGEST_ZOOM, LayerStack, type Shown } from './layer-stack.ts';
import { marginsOf, visibleBounds } from './margins.ts';
import type { OwnStyle } from './own-style.ts';
import { chosenFilter, chosenLayer, SELECTED, sourceOf } from './paint.ts';
import { hubAddress, isReplaceable } from './replaceable-tiles.ts';
import { type Bounds, toBounds } from './requests.ts';
import { drawSigns } from './signs.ts';
import { StudioMap } from './studio-map.ts';
import { isTileArchive } from './tile-archives.ts';

setWorkerUrl(new URL(assets.mapWorker, location.href).href);

/** A feature on the map, by the space it is in. */
export type Picked = {
  space: string;
  id: string;
  /** Where on it, if it was by a click on the map. */
  at?: readonly [longitude: number, latitude: number];
};
export type Pointed = Picked & { x: number; y: number };
/** A cell below the pointer, how many features it has, and the number that it shows instead. */
export type PointedCell = { space: string; count: number; value?: number; x: number; y: number };

export type CanvasEvents = {
  onHover: (pointed: Pointed | PointedCell | undefined) => void;
  onPick: (picked: Picked | undefined) => void;
  onMove: (position: MapPosition) => void;
  onError: (error: { message: string }) => void;
};

/** So far beside a feature a finger or a pointer still means it. */
const REACH = 4;
/** What lies at the very edge of the view is in it. */
const SLACK = 12;
/** From how far above areas that are raised are looked at, in degrees. */
const RAISED_PITCH = 50;

/** The map itself: keeps MapLibre in step with what the document says. */
export class MapCanvas {
  readonly map: StudioMap;
  readonly #events: CanvasEvents;
  readonly #stack: LayerStack;
  /** The layers of the base map by theme; undefined where it is the same in both. */
  readonly #themed: ((theme: 'light' | 'dark') => LayerSpecification[]) | undefined;
  #layers: readonly MapLayer[] = [];
  #hovered: Picked | undefined;
  #selected: Picked[] = [];
  #edited: readonly string[] = [];
  #mark: Marker | undefined;
  isRemoved = false;
  #isRaised = false;
  /** While something is drawn, clicks are not for features. */
  isPicking = true;

  constructor(
    container: HTMLElement,
    own: OwnStyle | undefined,
    theme: 'light' | 'dark',
    at: MapPosition | undefined,
    events: CanvasEvents,
  ) {
    this.#events = events;
    this.#themed = own ? own.themed && ((look) => own.themed!(look).layers) : baseLayers;
    this.map = new StudioMap({
      container,
      style: own ? (own.themed?.(theme) ?? own.style) : baseStyle(theme),
      center: at?.center ?? [10, 25],
      zoom: at?.zoom ?? 1.4,
      maxZoom: LARGEST_ZOOM,
      // In milliseconds, what the library has as its default: every frame of a fade is drawn again.
      fadeDuration: motion(300),
      attributionControl: false,
      locale: t.controls,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      cancelPendingTileRequestsWhileZooming: true,
      transformRequest: (asked) => {
        // The base map of the hub, which is for everybody: what reads it asks for parts of its file.
        if (isTileArchive(asked)) return { url: asked };
        // Who is calling is nobody else's business.
        const url = new URL(hubAddress(asked), own?.url ?? location.href);
        if (url.origin !== location.origin) return { url: url.href };
        return {
          url: isReplaceable(asked) ? asked : url.href,
          headers: credentials(),
          ...this.#stack.cacheModeOf(url.href),
        };
      },
    });
    // Names and signs stay readable above what lies on the base map.
    const above = own ? own.style.layers.find(({ type }) => type === 'symbol')?.id : NAMES_LAYER;
    this.#stack = new LayerStack(this.map, above);
    this.map.touchZoomRotate.disableRotation();
    this.map.addControl(new NavigationControl({ showCompass: false }), 'bottom-right');
    this.map.addControl(new ScaleControl({ maxWidth: 110 }), 'bottom-right');
    this.map.addControl(new AttributionControl({ compact: true }), 'bottom-right');
    drawSigns(this.map, own?.themed !== undefined);
    this.map.on('mousemove', (event) => this.#hover(event));
    this.map.on('mouseout', () => this.#setHovered(undefined));
    this.map.on('click', (event) => this.isPicking && this.#click(event));
    this.map.on('moveend', () => this.#events.onMove(this.position));
    this.map.on('error', ({ error }) => this.#events.onError(error));
  }

  get position(): MapPosition {
    const { lng, lat } = this.map.getCenter().wrap();
    return {
      center: [round(lng), round(lat)],
      zoom: Math.round(this.map.getZoom() * 100) / 100,
      bounds: visibleBounds(this.map),
    };
  }

  get bounds(): Bounds {
    const box = this.map.getBounds();
    return toBounds(box.getWest(), box.getSouth(), box.getEast(), box.getNorth());
  }

  /** Resolves when sources can be added. */
  ready(): Promise<void> {
    return new Promise((resolve) => {
      if (this.map.isStyleLoaded()) resolve();
      else this.map.once('style.load', () => resolve());
    });
  }

  /** Shows these layers, the first on top. */
  setLayers(layers: readonly MapLayer[], shownOf: (space: string) => Shown): void {
    for (const { space } of this.#layers)
      if (!layers.some((layer) => layer.space === space)) this.#stack.remove(space);
    this.#layers = layers;
    for (const layer of [...layers].reverse()) this.#stack.show(layer, shownOf(layer.space));
    this.#setRaised(
      layers.some(
        ({ isVisible, style: { view, heightBy } }) =>
          isVisible && view === 'features' && heightBy !== undefined,
      ),
    );
    this.#markSelected(true);
    for (const id of this.#edited)
      for (const { space } of layers) this.#setState({ space, id }, { edited: true });
  }

  /** The cells of a layer that counts its features. */
  setCells(layer: MapLayer, cells: GeoJSON.FeatureCollection, range: CellRange): void {
    this.#stack.setCells(layer, cells, range);
  }

  /** Resolves once the map shows the tiles of a space that it has asked for. */
  tilesShown(space: string): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!this.#stack.isShown(space)) return;
        this.map.off('sourcedata', look).off('idle', look);
        resolve();
      };
      this.map.on('sourcedata', look);
      this.map.on('idle', look);
      this.map.triggerRepaint();
    });
  }

  /** Shows what is chosen in a histogram only. */
  setBrush(brush: Brush | undefined): void {
    this.#stack.setBrush(this.#layers, brush);
  }

  /** Shows what is within these limits of time only, by space. */
  setTime(limits: ReadonlyMap<string, Limits>): void {
    this.#stack.setTime(this.#layers, limits);
  }

  setTheme(theme: 'light' | 'dark'): void {
    if (!this.#themed) return;
    this.#stack.isDark = theme === 'dark';
    for (const { id, paint = {} } of this.#themed(theme) as { id: string; paint?: Record<string, unknown> }[])
      if (this.map.getLayer(id))
        for (const [name, value] of Object.entries(paint))
          this.map.setPaintProperty(id, name as never, value as never);
  }

  /** Shows or hides the boundaries of tiles, with their addresses and sizes. */
  toggleTiles(): void {
    this.map.showTileBoundaries = !this.map.showTileBoundaries;
  }

  setGlobe(isGlobe: boolean): void {
    this.map.setProjection({ type: isGlobe ? 'globe' : 'mercator' });
  }

  fit([west, south, east, north]: readonly number[], maxZoom = 15): void {
    const box: LngLatBoundsLike = [
      [west!, Math.max(-84, south!)],
      [east!, Math.min(84, north!)],
    ];
    this.map.fitBounds(box, {
      padding: marginsOf(this.map.getContainer()),
      maxZoom,
      duration: motion(600),
    });
  }

  /** Brings a position into view, unless it is already. */
  reveal(position: [number, number]): void {
    const { x, y } = this.map.project(position);
    const { left, right, top, bottom } = marginsOf(this.map.getContainer());
    const { clientWidth: width, clientHeight: height } = this.map.getContainer();
    const isIn = (at: number, from: number, to: number) => at > from - SLACK && at < to + SLACK;
    if (isIn(x, left, width - right) && isIn(y, top, height - bottom)) return;
    this.map.easeTo({
      center: position,
      offset: [(left - right) / 2, (top - bottom) / 2],
      duration: motion(400),
    });
  }

  /** Shows a position beside the panels, at least this near. */
  goTo(position: [number, number], leastZoom: number): void {
    const { left, right, top, bottom } = marginsOf(this.map.getContainer());
    this.map.easeTo({
      center: position,
      zoom: Math.max(leastZoom, this.map.getZoom()),
      offset: [(left - right) / 2, (top - bottom) / 2],
      duration: motion(600),
    });
  }

  /** Shows where a position is; there is one such mark. */
  mark(position: readonly [number, number] | undefined): void {
    this.#mark?.remove();
    this.#mark = position && new Marker({ color: SELECTED }).setLngLat([...position]).addTo(this.map);
  }

  select(selected: readonly Picked[]): void {
    this.#markSelected(false);
    this.#selected = [...selected];
    this.#markSelected(true);
  }

  /** These are shown by the editor: the map hides what they were. */
  setEdited(space: string, ids: readonly string[]): void {
    for (const id of this.#edited) this.#setState({ space, id }, { edited: false });
    this.#edited = ids;
    for (const id of ids) this.#setState({ space, id }, { edited: true });
  }

  pickAt({ point, lngLat }: MapMouseEvent): Picked | undefined {
    const layers = this.#layers
      .filter(({ style, isVisible }) => isVisible && style.view === 'features')
      .flatMap(({ space }) => ['point', 'line', 'fill', 'raised'].map((part) => `${sourceOf(space)} ${part}`))
      .filter((id) => this.map.getLayer(id));
    if (layers.length === 0) return undefined;
    const box: [[number, number], [number, number]] = [
      [point.x - REACH, point.y - REACH],
      [point.x + REACH, point.y + REACH],
    ];
    const [found] = this.map.queryRenderedFeatures(box, { layers });
    return found?.id === undefined
      ? undefined
      : { space: found.sourceLayer!, id: String(found.id), at: [lngLat.lng, lngLat.lat] };
  }

  #click(event: MapMouseEvent): void {
    const found = this.pickAt(event);
    // A number is a question: what is in it?
    if (!found && this.#cellAt(event) !== undefined)
      this.map.easeTo({
        center: event.lngLat,
        zoom: Math.min(LARGEST_ZOOM, this.map.getZoom() + 2),
        duration: motion(400),
      });
    this.#events.onPick(found);
  }

  /** Areas that are raised are looked at from the side, all others from above. */
  #setRaised(isRaised: boolean): void {
    if (isRaised === this.#isRaised) return;
    this.#isRaised = isRaised;
    for (const handler of [this.map.dragRotate, this.map.touchPitch])
      if (isRaised) handler.enable();
      else handler.disable();
    this.map.easeTo({ pitch: isRaised ? RAISED_PITCH : 0, bearing: 0, duration: motion(600) });
  }

  /** The topmost cell below the pointer. */
  #cellAt({ point: { x, y } }: MapMouseEvent): PointedCell | undefined {
    for (const { space } of this.#layers) {
      const layers = ['cells', 'cluster']
        .map((part) => `${sourceOf(space)} ${part}`)
        .filter((id) => this.map.getLayer(id));
      const [found] = layers.length === 0 ? [] : this.map.queryRenderedFeatures([x, y], { layers });
      if (!found) continue;
      const { qty, point_count, value } = found.properties;
      return { space, count: Number(qty ?? point_count), ...(value === undefined ? {} : { value }), x, y };
    }
    return undefined;
  }

  /** What draws on the map must let go of it first. */
  onRemove: (() => void) | undefined;

  remove(): void {
    this.onRemove?.();
    this.isRemoved = true;
    this.map.remove();
  }

  #hover(event: MapMouseEvent): void {
    if (!this.isPicking) return;
    const found = this.pickAt(event);
    this.#setHovered(found);
    this.map.getCanvas().style.cursor = found ? 'pointer' : '';
    const { x, y } = event.point;
    this.#events.onHover(found ? { ...found, x, y } : this.#cellAt(event));
  }

  #setHovered(picked: Picked | undefined): void {
    if (this.#hovered?.id === picked?.id && this.#hovered?.space === picked?.space) return;
    if (this.#hovered) this.#setState(this.#hovered, { hovered: false });
    this.#hovered = picked;
    if (picked) this.#setState(picked, { hovered: true });
    else this.#events.onHover(undefined);
  }

  #markSelected(selected: boolean): void {
    for (const one of this.#selected) {
      this.#setState(one, { selected });
      const layer = chosenLayer(one.space);
      if (this.map.getLayer(layer)) this.map.setFilter(layer, chosenFilter(selected ? one.id : undefined));
    }
  }

  #setState({ space, id }: Picked, state: object): void {
    // The editor lets go of features when the map is gone already.
    if (this.isRemoved) return;
    if (this.map.getSource(sourceOf(space)) instanceof VectorTileSource)
      this.map.setFeatureState({ source: sourceOf(space), sourceLayer: space, id }, state);
  }
}

function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}

function motion(milliseconds: number): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : milliseconds;
}
