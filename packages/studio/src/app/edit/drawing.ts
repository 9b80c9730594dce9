import type { Geometry, Position } from '@meridian/client';
import {
  type GeoJSONStoreFeatures,
  TerraDraw,
  TerraDrawLineStringMode,
  TerraDrawPointMode,
  TerraDrawPolygonMode,
  TerraDrawSelectMode,
} from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';
import type { MapCanvas } from '../map/canvas.ts';
import { type Changes, newId } from './draft.ts';

export const MODES = ['select', 'point', 'linestring', 'polygon'] as const;
export type Mode = (typeof MODES)[number];

const MODE_OF = { Point: 'point', LineString: 'linestring', Polygon: 'polygon' } as const;
type Drawable = Geometry & { type: keyof typeof MODE_OF };

/** Digits that terra-draw keeps: a tenth of a millimetre. */
const PRECISION = 9;
const ACCENT = '#f2b134';

/** Whether a shape can be drawn here without losing anything of it: one part, no holes, no heights. */
export function isDrawable(geometry: Geometry | null): geometry is Drawable {
  switch (geometry?.type) {
    case 'Point':
      return isFlat([geometry.coordinates]);
    case 'LineString':
      return isFlat(geometry.coordinates as Position[]);
    case 'Polygon':
      return geometry.coordinates.length === 1 && isFlat(geometry.coordinates[0] as Position[]);
    default:
      return false;
  }
}

function isFlat(positions: readonly Position[]): boolean {
  return positions.every(({ length }) => length === 2);
}

type Events = {
  onDrawn: (id: string, geometry: Geometry) => void;
  onReshaped: (id: string, geometry: Geometry) => void;
  onSelect: (id: string | undefined) => void;
};

const select = {
  feature: { draggable: true, coordinates: { midpoints: true, draggable: true, deletable: true } },
};

/** The shapes that are being drawn, in step with the changes. */
export class Drawing {
  readonly #draw: TerraDraw;
  /** What each shape was when it was put here, to tell which have to be put anew. */
  readonly #shown = new Map<string, Geometry>();

  constructor(canvas: MapCanvas, events: Events) {
    this.#draw = new TerraDraw({
      adapter: new TerraDrawMapLibreGLAdapter({ map: canvas.map, coordinatePrecision: PRECISION }),
      idStrategy: { isValidId: (id) => typeof id === 'string' && id !== '', getId: newId },
      modes: [
        new TerraDrawSelectMode({
          flags: { point: { feature: { draggable: true } }, linestring: select, polygon: select },
          // What is deleted is deleted by the editor, which can take it back.
          keyEvents: { delete: null, deselect: 'Escape', rotate: null, scale: null },
        }),
        new TerraDrawPointMode({
          styles: { pointColor: ACCENT, pointWidth: 6, pointOutlineWidth: 2, pointOutlineColor: '#ffffff' },
        }),
        new TerraDrawLineStringMode({ styles: { lineStringColor: ACCENT, lineStringWidth: 3 } }),
        new TerraDrawPolygonMode({
          styles: { fillColor: ACCENT, fillOpacity: 0.3, outlineColor: ACCENT, outlineWidth: 2 },
        }),
      ],
    });
    this.#draw.start();
    this.#draw.setMode('select');
    this.#draw.on('finish', (id, { action }) => {
      const geometry = this.#geometryOf(String(id));
      if (!geometry) return;
      this.#shown.set(String(id), geometry);
      if (action === 'draw') events.onDrawn(String(id), geometry);
      else events.onReshaped(String(id), geometry);
    });
    this.#draw.on('select', (id) => events.onSelect(String(id)));
    this.#draw.on('deselect', () => events.onSelect(undefined));
  }

  get mode(): Mode {
    return this.#draw.getMode() as Mode;
  }

  setMode(mode: Mode): void {
    this.#draw.setMode(mode);
  }

  has(id: string): boolean {
    return this.#draw.hasFeature(id);
  }

  /** Shows what the changes say, and what is opened besides. */
  sync(changes: Changes, opened: ReadonlyMap<string, Geometry | null>): void {
    const wanted = new Map<string, Drawable>();
    for (const [id, geometry] of opened) if (isDrawable(geometry)) wanted.set(id, geometry);
    for (const { id, kind, geometry } of changes.values()) {
      if (kind === 'deleted') wanted.delete(id);
      else if (isDrawable(geometry)) wanted.set(id, geometry);
    }
    for (const id of [...this.#shown.keys()]) if (!wanted.has(id)) this.#remove(id);
    for (const [id, geometry] of wanted) if (this.#shown.get(id) !== geometry) this.#put(id, geometry);
  }

  select(id: string): void {
    if (this.mode !== 'select') this.setMode('select');
    if (this.has(id)) this.#draw.selectFeature(id);
  }

  end(): void {
    this.#draw.stop();
  }

  #geometryOf(id: string): Geometry | undefined {
    return this.#draw.getSnapshotFeature(id)?.geometry as Geometry | undefined;
  }

  #remove(id: string): void {
    this.#shown.delete(id);
    if (this.has(id)) this.#draw.removeFeatures([id]);
  }

  #put(id: string, geometry: Drawable): void {
    this.#remove(id);
    const feature = {
      type: 'Feature',
      id,
      geometry: rounded(geometry),
      properties: { mode: MODE_OF[geometry.type] },
    } as GeoJSONStoreFeatures;
    const [outcome] = this.#draw.addFeatures([feature]);
    if (outcome?.valid) this.#shown.set(id, geometry);
  }
}

/** Only for drawing: what nobody moves is saved with all its digits. */
function rounded(geometry: Drawable): Drawable {
  const round = (value: unknown): unknown =>
    typeof value === 'number' ? Number(value.toFixed(PRECISION)) : (value as unknown[]).map(round);
  return { ...geometry, coordinates: round(geometry.coordinates) } as Drawable;
}
