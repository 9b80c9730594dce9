import { type ExpressionSpecification, GeoJSONSource, VectorTileSource } from 'maplibre-gl';
import { withRange } from '../../filter/range.ts';
import { isOfCells, type MapLayer } from '../../map-style/document.ts';
import { heatIntensity } from '../../map-style/heat-intensity.ts';
import { isSignLayer } from '../../map-style/sign-layer.ts';
import { type Limits, timeFilter } from '../../map-style/time.ts';
import { credentials } from '../api/call.ts';
import { hubUrl } from '../api/hub-url.ts';
import { AreaPlaces } from './area-places.ts';
import { attributionOf } from './attribution.ts';
import { type Brush, brushFilter } from './brush.ts';
import { type CellRange, EMPTY_RANGE } from './cells.ts';
import { followBuilding } from './follow-building.ts';
import { areaPlacesOf, chosenLayer, densityLayers, featureLayers, sourceOf } from './paint.ts';
import { askAhead, hubAddress, replaceableTiles } from './replaceable-tiles.ts';
import { tilePath, tilesOf } from './requests.ts';
import type { StudioMap } from './studio-map.ts';

export const LARGEST_ZOOM = 20;
/** So long is a map drawn by the tiles before while those of a filter arrive; then with each that is there. */
const LONGEST_HOLD_MS = 1000;
/** So many tiles are asked for where a histogram opens, one for each of two threads of the hub. */
const WARM_UP_TILES = 2;
/** So long are responses kept that were asked for ahead, until MapLibre wants them. */
const WANTED_WITHIN_MS = 10_000;
const EMPTY: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };

/** What a layer shows beside what the document says. */
export type Shown = {
  /** Changes with the content of the space, as far as that is known. */
  version: number;
  brush: Brush | undefined;
  /** Of time, where the hub counts the features. */
  limits: Limits | undefined;
};

/** The sources and layers of MapLibre that show the layers of a map. */
export class LayerStack {
  readonly #map: StudioMap;
  /** What lies on the base map is put below this layer of it. */
  readonly #above: string | undefined;
  readonly #areaPlaces: AreaPlaces;
  #tiles = new Map<string, string>();
  /** The same without their filters: such tiles have the same properties, so that one can stand for another. */
  #unfiltered = new Map<string, string>();
  /** The content of each space that its tiles show. */
  #versions = new Map<string, number>();
  /** Sources whose tiles are to be asked for again. */
  readonly #outdated = new Set<string>();
  /** Sources that get other tiles once those they are loading are there. */
  readonly #replacing = new Map<string, { address: string; isVisible: boolean }>();
  /** Forget about tiles that were asked for ahead, by source. */
  readonly #ahead = new Map<string, () => void>();
  #brush: Brush | undefined;
  /** The histogram for which the hub has read what is needed. */
  #warmedUp: string | undefined;
  /** What is to show the last choice once it can. */
  #narrowing: MapLayer | undefined;
  /** Whether the choice before is being shown. */
  #isNarrowing = false;
  #limits: ReadonlyMap<string, Limits> = new Map();
  isDark = false;

  constructor(map: StudioMap, above: string | undefined) {
    this.#map = map;
    this.#above = above;
    this.#areaPlaces = new AreaPlaces(map);
  }

  show(layer: MapLayer, { version, brush, limits }: Shown): void {
    const { space, style } = layer;
    const source = sourceOf(space);
    if (isOfCells(style.view)) {
      if (!(this.#map.getSource(source) instanceof GeoJSONSource)) {
        this.remove(space);
        this.#map.addSource(source, { type: 'geojson', data: EMPTY, attribution: attributionOf(space) });
      }
      this.#replaceLayers(space, densityLayers(layer, EMPTY_RANGE, this.isDark));
      return;
    }
    const tiles = hubUrl + tilesOf(layer, brush?.property, limits);
    const isChanged = version !== (this.#versions.get(space) ?? version);
    this.#versions.set(space, version);
    const existing = this.#map.getSource(source);
    const address = replaceableTiles(tiles);
    const isOther = this.#tiles.get(space) !== tiles;
    const unfiltered = tilesOf({ ...layer, filter: { tags: [], where: [] } }, brush?.property);
    const isSameButFiltered = this.#unfiltered.get(space) === unfiltered;
    this.#unfiltered.set(space, unfiltered);
    const isReplaced = isOther && isSameButFiltered && existing instanceof VectorTileSource;
    if (isReplaced) {
      this.#replaceTiles(source, { address, isVisible: layer.isVisible });
    } else if (isOther || !(existing instanceof VectorTileSource)) {
      this.remove(space);
      this.#map.addSource(source, {
        type: 'vector',
        tiles: [address],
        promoteId: 'id',
        maxzoom: style.view === 'clusters' ? LARGEST_ZOOM : 16,
        attribution: attributionOf(space),
      });
      void followBuilding(this.#map, source, tiles);
    } else if (isChanged) {
      this.#refresh(source);
      void followBuilding(this.#map, source, tiles);
    }
    this.#tiles.set(space, tiles);
    if (brush || this.#brush?.space === space) this.#brush = brush;
    // What waited to be shown of a brush is shown by this.
    if (this.#narrowing?.space === space) this.#narrowing = undefined;
    const replaceLayers = () => {
      this.#labelAreas(layer);
      this.#replaceLayers(space, featureLayers(layer, this.isDark, this.#narrowed(layer)));
    };
    // No tile is loaded of a layer that is hidden.
    if (isReplaced && layer.isVisible) this.#map.changeHeld(source, LONGEST_HOLD_MS, replaceLayers);
    else replaceLayers();
  }

  /** Tiles of what has changed since the page was opened are checked with the hub, however long the space lets them be cached. */
  cacheModeOf(url: string): { cache?: 'no-cache' } {
    const changed = [...this.#versions].filter(([, version]) => version > 0);
    return changed.some(([space]) => url.startsWith(`${hubUrl}${tilePath(space)}/`))
      ? { cache: 'no-cache' }
      : {};
  }

  /**
   * Shows what is chosen in a histogram only. By other filters MapLibre lays out all tiles in view again, and a pointer moves faster
   * than that: while it does so the last choice waits.
   */
  setBrush(layers: readonly MapLayer[], brush: Brush | undefined): void {
    this.#narrowing = layers.find(({ space }) => space === (brush ?? this.#brush)?.space);
    this.#brush = brush;
    if (brush && this.#narrowing) this.#warmUp(this.#narrowing, brush);
    if (this.#narrowing && !this.#isNarrowing) this.#narrowNext(this.#narrowing);
  }

  #narrowNext({ space }: MapLayer): void {
    this.#isNarrowing = true;
    const source = sourceOf(space);
    const next = () => {
      this.#isNarrowing = false;
      if (this.#narrowing) this.#narrowNext(this.#narrowing);
    };
    this.#onceLoaded(source, () => {
      const last = this.#narrowing;
      this.#narrowing = undefined;
      if (!last) return next();
      this.#map.changeHeld(source, LONGEST_HOLD_MS, () => this.#narrow(last));
      this.#once(
        ['render'],
        () => this.#isLoaded(source),
        () => this.#afterPage(next),
      );
    });
  }

  /** Does something once the page has had a frame of its own after one of the map, which takes longer: it says what is chosen. */
  #afterPage(work: () => void): void {
    const end = () => cancelAnimationFrame(frame);
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        this.#map.off('remove', end);
        work();
      });
    });
    this.#map.on('remove', end);
  }

  /** Shows what is within these limits of time only; nothing but filters changes, so that it can be done many times a second. */
  setTime(layers: readonly MapLayer[], limits: ReadonlyMap<string, Limits>): void {
    this.#limits = limits;
    for (const layer of layers) {
      if (layer.style.time) this.#narrow(layer);
    }
  }

  #labelAreas(layer: MapLayer): void {
    const { view, label } = layer.style;
    const isLabelled = view === 'features' && label !== undefined;
    this.#areaPlaces.follow(
      layer.space,
      isLabelled ? { property: label, narrowed: this.#narrowed(layer) } : undefined,
    );
  }

  /** Lets a layer show only what it shows by its filters now. */
  #narrow(layer: MapLayer): void {
    if (layer.style.view !== 'features') return;
    this.#labelAreas(layer);
    for (const { id, ...rest } of featureLayers(layer, this.isDark, this.#narrowed(layer)))
      if ('filter' in rest && id !== chosenLayer(layer.space) && this.#map.getLayer(id))
        this.#map.setFilter(id, rest.filter);
  }

  /** Whether the tiles of a space are as they were last asked for. */
  isShown(space: string): boolean {
    const source = sourceOf(space);
    const isWaiting = this.#outdated.has(source) || this.#replacing.has(source);
    return !isWaiting && (!this.#map.getSource(source) || this.#map.isSourceLoaded(source));
  }

  /**
   * Gives a source other tiles. The old ones are shown until the new ones are there, so that nothing blinks when a filter changes
   * or time goes on. MapLibre would forget about tiles that it is loading; while it lays out the old ones, the hub makes the new ones.
   */
  #replaceTiles(source: string, next: { address: string; isVisible: boolean }): void {
    const isWaiting = this.#replacing.has(source);
    this.#replacing.set(source, next);
    this.#forgetAhead(source);
    // No tile is loaded of a layer that is hidden.
    if (next.isVisible) this.#askAhead(source, next.address);
    else this.#map.triggerRepaint();
    if (isWaiting) return;
    this.#onceApplied(source, () => {
      const existing = this.#map.getSource(source);
      const latest = this.#replacing.get(source);
      this.#replacing.delete(source);
      if (!(existing instanceof VectorTileSource) || latest === undefined) return;
      existing.setTiles([latest.address]);
      if (latest.isVisible) this.#map.holdFrames(source, LONGEST_HOLD_MS);
    });
  }

  /** Has the hub read what tiles of a choice are made from, which takes longer than to make them, before anything is chosen. */
  #warmUp(layer: MapLayer, { space, property, likely }: Brush): void {
    const histogram = `${space} ${property}`;
    if (this.#warmedUp === histogram || !likely || !layer.isVisible || layer.style.view !== 'features')
      return;
    this.#warmedUp = histogram;
    const filter = withRange(layer.filter, property, likely);
    const address = hubUrl + tilesOf({ ...layer, filter }, property, this.#limits.get(space));
    const urls = this.#inView(sourceOf(space), address).slice(0, WARM_UP_TILES);
    const forget = askAhead(urls, { headers: credentials() });
    setTimeout(forget, WANTED_WITHIN_MS);
  }

  /** The addresses of the tiles of a source that are in view, those in the middle first. */
  #inView(id: string, address: string): string[] {
    const source = this.#map.getSource(id);
    if (!(source instanceof VectorTileSource)) return [];
    const { minzoom, maxzoom, tileSize, scheme } = source;
    return this.#map
      .coveringTiles({ minzoom, maxzoom, tileSize })
      .map(({ canonical }) => hubAddress(canonical.url([address], devicePixelRatio, scheme)));
  }

  #askAhead(id: string, address: string): void {
    const urls = this.#inView(id, address);
    const forget = askAhead(urls, { headers: credentials(), ...this.cacheModeOf(urls[0] ?? '') });
    const late = setTimeout(() => this.#forgetAhead(id), WANTED_WITHIN_MS);
    this.#ahead.set(id, () => {
      clearTimeout(late);
      forget();
    });
  }

  #forgetAhead(source: string): void {
    this.#ahead.get(source)?.();
    this.#ahead.delete(source);
  }

  /** Asks for the tiles of a source again. Those whose ETag is the same are neither sent nor drawn again. */
  #refresh(source: string): void {
    // They may be of the content before.
    this.#forgetAhead(source);
    if (this.#outdated.has(source)) return;
    this.#outdated.add(source);
    // MapLibre forgets about it while it applies changes of layers, and asks only once for tiles that it is loading.
    this.#onceApplied(source, () => {
      this.#outdated.delete(source);
      if (this.#map.getSource(source)) this.#map.refreshTiles(source);
    });
    this.#map.triggerRepaint();
  }

  /** Does something when all tiles of a source are laid out, or when it is there no longer. */
  #onceLoaded(source: string, work: () => void): void {
    if (this.#isLoaded(source)) work();
    else this.#once(['sourcedata'], () => this.#isLoaded(source), work);
  }

  /**
   * The same when nothing is left to be applied of what was changed of its layers: MapLibre would forget about tiles that are asked for
   * before. A frame applies everything.
   */
  #onceApplied(source: string, work: () => void): void {
    const isApplied = (event: string) => event === 'render' || this.#map.isStyleLoaded() === true;
    this.#once(['sourcedata', 'render'], (event) => this.#isLoaded(source) && isApplied(event), work);
  }

  #once(
    events: readonly ('sourcedata' | 'render')[],
    isTime: (event: string) => boolean,
    work: () => void,
  ): void {
    const look = ({ type }: { type: string }) => {
      if (!isTime(type)) return;
      end();
      work();
    };
    const end = () => {
      for (const event of events) this.#map.off(event, look);
      this.#map.off('remove', end);
    };
    for (const event of events) this.#map.on(event, look);
    this.#map.on('remove', end);
  }

  #isLoaded(source: string): boolean {
    return !this.#map.getSource(source) || this.#map.isSourceLoaded(source);
  }

  /** What the features of a layer must fulfil beside the filter that its tiles were made by. */
  #narrowed({ space, style }: MapLayer): ExpressionSpecification[] {
    const limits = this.#limits.get(space);
    return [
      ...(this.#brush?.space === space ? brushFilter(this.#brush) : []),
      ...(style.time && limits ? timeFilter(style.time, limits) : []),
    ];
  }

  /** The cells of a layer that counts its features. */
  setCells(layer: MapLayer, cells: GeoJSON.FeatureCollection, range: CellRange): void {
    const source = this.#map.getSource(sourceOf(layer.space));
    if (!(source instanceof GeoJSONSource)) return;
    void source.setData(cells);
    const intensity = heatIntensity((at) => this.#map.project(at), layer.style, cells, range.high);
    this.#replaceLayers(layer.space, densityLayers(layer, range, this.isDark, intensity));
  }

  remove(space: string): void {
    for (const id of this.#layersOf(space)) this.#map.removeLayer(id);
    const source = sourceOf(space);
    this.#areaPlaces.follow(space, undefined);
    for (const one of [source, areaPlacesOf(space)])
      if (this.#map.getSource(one)) this.#map.removeSource(one);
    this.#tiles.delete(space);
    this.#replacing.delete(source);
    this.#forgetAhead(source);
  }

  /** Layers that are there already are changed, so that nothing flickers. */
  #replaceLayers(space: string, layers: ReturnType<typeof featureLayers>): void {
    const wanted = new Set(layers.map(({ id }) => id));
    for (const id of this.#layersOf(space)) if (!wanted.has(id)) this.#map.removeLayer(id);
    for (const layer of layers) {
      if (!this.#map.getLayer(layer.id)) {
        this.#map.addLayer(layer, this.#belowOf(layer));
        continue;
      }
      this.#map.moveLayer(layer.id, this.#belowOf(layer));
      if ('filter' in layer) this.#map.setFilter(layer.id, layer.filter);
      for (const [name, value] of Object.entries(layer.paint ?? {}))
        this.#map.setPaintProperty(layer.id, name as never, value as never);
      for (const [name, value] of Object.entries(layer.layout ?? {}))
        this.#map.setLayoutProperty(layer.id, name as never, value as never);
    }
  }

  /** What is labelled is more important than the names of the base map; signs go with their points. */
  #belowOf({ id, type }: { id: string; type: string }): string | undefined {
    return type === 'symbol' && !isSignLayer(id) ? undefined : this.#above;
  }

  #layersOf(space: string): string[] {
    const sources = [sourceOf(space), areaPlacesOf(space)];
    return this.#map.getLayersOrder().filter((id) => sources.includes(this.#map.getLayer(id)?.source ?? ''));
  }
}
