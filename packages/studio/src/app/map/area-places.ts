import {
  type ExpressionSpecification,
  type GeoJSONFeature,
  GeoJSONSource,
  type Map as MapLibre,
} from 'maplibre-gl';
import { mercator } from '../../shape/web-mercator.ts';
import { type Box, type Piece, widestPlace } from '../../shape/widest-place.ts';
import { areaPlacesOf, sourceOf } from './paint.ts';

/** What is looked for in the tiles of a space. */
type Labelled = { property: string; narrowed: readonly ExpressionSpecification[] };

const TILE_PIXELS = 512;
const PRECISION_PIXELS = 2;

/**
 * Finds the place for the label of each area in view. Tiles have parts of areas, each of which MapLibre would label; together they say where an area
 * is widest.
 */
export class AreaPlaces {
  readonly #map: MapLibre;
  readonly #labelled = new Map<string, Labelled>();
  readonly #outdated = new Set<string>();
  readonly #shown = new Map<string, string>();

  constructor(map: MapLibre) {
    this.#map = map;
    map.on('moveend', () => {
      for (const space of this.#labelled.keys()) this.#outdated.add(space);
    });
    map.on('sourcedata', ({ sourceId }) => {
      for (const space of this.#labelled.keys()) if (sourceOf(space) === sourceId) this.#outdated.add(space);
    });
    map.on('idle', () => this.#update());
  }

  /** Labels areas of a space, whose tiles are there or will be; or no longer. */
  follow(space: string, labelled: Labelled | undefined): void {
    this.#outdated.add(space);
    if (labelled) {
      this.#labelled.set(space, labelled);
      if (this.#map.getSource(areaPlacesOf(space))) return;
      this.#map.addSource(areaPlacesOf(space), { type: 'geojson', data: collection([]) });
      this.#shown.delete(space);
    } else this.#labelled.delete(space);
  }

  #update(): void {
    for (const space of this.#outdated) {
      const labelled = this.#labelled.get(space);
      const places = this.#map.getSource(areaPlacesOf(space));
      if (!labelled || !(places instanceof GeoJSONSource)) continue;
      const data = collection(this.#find(space, labelled));
      const text = JSON.stringify(data);
      if (text === this.#shown.get(space)) continue;
      this.#shown.set(space, text);
      void places.setData(data);
    }
    this.#outdated.clear();
  }

  #find(space: string, { property, narrowed }: Labelled): GeoJSON.Feature[] {
    const found = this.#map.querySourceFeatures(sourceOf(space), {
      sourceLayer: space,
      filter: ['all', ['==', ['geometry-type'], 'Polygon'], ['has', property], ...narrowed],
    });
    const size = TILE_PIXELS * 2 ** this.#map.getZoom();
    const view = this.#view(size);
    return [...Map.groupBy(found, ({ id }) => id).values()].flatMap((parts) => {
      const place = widestPlace(
        parts.map((part) => pieceOf(part, size)),
        view,
        PRECISION_PIXELS,
      );
      if (!place) return [];
      // Those of tiles have no prototype, which workers do not take.
      const properties = { ...parts[0]!.properties };
      return [
        { type: 'Feature', properties, geometry: { type: 'Point', coordinates: degreesOf(place, size) } },
      ];
    });
  }

  /** Across the antimeridian all longitudes are in view: areas are on one side of it, the view is on both. */
  #view(size: number): Box {
    const bounds = this.#map.getBounds();
    const [west, east] = [bounds.getWest(), bounds.getEast()];
    const isAcross = west < -180 || east > 180;
    const [left, top] = pixelsOf(isAcross ? -180 : west, bounds.getNorth(), size);
    const [right, bottom] = pixelsOf(isAcross ? 180 : east, bounds.getSouth(), size);
    return { left, top, right, bottom };
  }
}

function collection(features: GeoJSON.Feature[]): GeoJSON.FeatureCollection {
  return { type: 'FeatureCollection', features };
}

function pieceOf({ geometry, _x, _y, _z }: GeoJSONFeature, size: number): Piece {
  const polygons =
    geometry.type === 'MultiPolygon'
      ? geometry.coordinates
      : geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : [];
  const side = size / 2 ** _z;
  const [left, top] = [_x * side, _y * side];
  return {
    rings: polygons.flat().map((ring) => ring.map(([x, y]) => pixelsOf(x!, y!, size))),
    tile: { left, top, right: left + side, bottom: top + side },
  };
}

function pixelsOf(longitude: number, latitude: number, size: number): [x: number, y: number] {
  return [(longitude / 360 + 0.5) * size, (0.5 - mercator(latitude) / (2 * Math.PI)) * size];
}

function degreesOf([x, y]: readonly [number, number], size: number): [number, number] {
  const latitude = (Math.atan(Math.exp((0.5 - y / size) * 2 * Math.PI)) * 360) / Math.PI - 90;
  return [(x / size - 0.5) * 360, latitude];
}
