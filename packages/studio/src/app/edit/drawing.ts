import type { Geometry } from '@meridian/client';
import {
  type GeoJSONStoreFeatures,
  type SnapToCustom,
  TerraDraw,
  TerraDrawLineStringMode,
  TerraDrawPointMode,
  TerraDrawPolygonMode,
  TerraDrawSelectMode,
} from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';
import { followed } from '../../shape/follow.ts';
import { nearestPart } from '../../shape/nearest.ts';
import { type Part, partsOf, withPart } from '../../shape/parts.ts';
import { type Flat, flat, PRECISION, reshaped } from '../../shape/reshape.ts';
import type { MapCanvas } from '../map/canvas.ts';
import { type Changes, newId } from './draft.ts';
import { FollowPreview } from './follow-preview.ts';
import { isFollowing } from './snap-state.ts';
import type { Snapper } from './snapper.ts';

export const MODES = ['select', 'point', 'linestring', 'polygon'] as const;
/** To cut draws a line that is no feature. */
export type Mode = (typeof MODES)[number] | 'cut';

/** A piece of a feature that is on the drawing. */
export type PartRef = { id: string; path: readonly number[] };

type Shape = PartRef & { kind: Part['kind'] };
/** What a feature was when it was put here, to tell which have to be added again. */
type Shown = { geometry: Geometry; shapes: string[] };

/** With more than that, a page would be busy with the handles alone. */
const MAX_PARTS = 200;
const MAX_POSITIONS = 5000;
const ACCENT = '#f2b134';
const HOLE = '#ffffff';

/** Whether a shape can be drawn here: not if it has too much to it, or nothing. */
export function isDrawable(geometry: Geometry | null): geometry is Geometry {
  if (!geometry) return false;
  const parts = partsOf(geometry);
  const positions = parts.reduce((sum, part) => sum + part.positions.length, 0);
  return parts.length > 0 && parts.length <= MAX_PARTS && positions <= MAX_POSITIONS;
}

type Events = {
  onDrawn: (id: string, geometry: Geometry) => void;
  onReshaped: (id: string, geometry: Geometry) => void;
  onSelect: (part: PartRef | undefined) => void;
  /** A line along which the selected feature is to be cut. */
  onCut: (line: readonly Flat[]) => void;
};

const isHole = ({ properties }: GeoJSONStoreFeatures) => properties.isHole === true;

/** The shapes that are being drawn, in step with the changes. Features of several parts are drawn part by part. */
export class Drawing {
  readonly #canvas: MapCanvas;
  readonly #draw: TerraDraw;
  readonly #shown = new Map<string, Shown>();
  readonly #shapes = new Map<string, Shape>();
  readonly #snapper: Snapper;
  readonly #preview: FollowPreview;
  #selected: string | undefined;
  #isCutting = false;

  constructor(canvas: MapCanvas, snapper: Snapper, events: Events) {
    this.#canvas = canvas;
    this.#snapper = snapper;
    this.#preview = new FollowPreview(canvas.map);
    const snapping = { toCustom: this.#snap };
    const select = {
      feature: {
        draggable: true,
        coordinates: {
          midpoints: { draggable: true },
          draggable: true,
          deletable: true,
          snappable: snapping,
        },
      },
    };
    canvas.onRemove = () => this.end();
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
        new TerraDrawLineStringMode({ snapping, styles: { lineStringColor: ACCENT, lineStringWidth: 3 } }),
        new TerraDrawPolygonMode({
          snapping,
          styles: {
            fillColor: (shape) => (isHole(shape) ? HOLE : ACCENT),
            fillOpacity: (shape) => (isHole(shape) ? 0.6 : 0.3),
            outlineColor: ACCENT,
            outlineWidth: 2,
          },
        }),
      ],
    });
    this.#draw.start();
    this.#draw.setMode('select');
    this.#draw.on('change', (ids) => {
      if (isFollowing.value && !this.#isCutting) this.#previewFollowed(ids.map(String));
    });
    this.#draw.on('finish', (id, { action }) => {
      this.#preview.show(undefined);
      if (action === 'draw') this.#drawn(String(id), events);
      else this.#reshaped(String(id), action === 'dragFeature', events);
    });
    this.#draw.on('select', (id) => {
      this.#selected = String(id);
      events.onSelect(this.#shapes.get(this.#selected));
    });
    this.#draw.on('deselect', () => {
      this.#selected = undefined;
      events.onSelect(undefined);
    });
  }

  get mode(): Mode {
    return this.#isCutting ? 'cut' : (this.#draw.getMode() as Mode);
  }

  setMode(mode: Mode): void {
    this.#isCutting = mode === 'cut';
    this.#preview.show(undefined);
    this.#draw.setMode(this.#isCutting ? 'linestring' : mode);
  }

  /** Whether a feature can be moved and reshaped here. */
  has(id: string): boolean {
    return this.#shown.has(id);
  }

  /** Shows what the changes say, and what is opened besides. */
  sync(changes: Changes, opened: ReadonlyMap<string, Geometry | null>): void {
    const wanted = new Map<string, Geometry>();
    for (const [id, geometry] of opened) if (isDrawable(geometry)) wanted.set(id, geometry);
    for (const { id, kind, geometry } of changes.values()) {
      if (kind === 'deleted' || !isDrawable(geometry)) wanted.delete(id);
      else wanted.set(id, geometry);
    }
    for (const id of [...this.#shown.keys()]) if (!wanted.has(id)) this.#remove(id);
    for (const [id, geometry] of wanted)
      if (this.#shown.get(id)?.geometry !== geometry) this.#put(id, geometry);
  }

  /** Selects a feature, unless one of its parts is selected already: the part at a position, or else the first one. */
  selectAt(id: string, at: readonly [number, number] | undefined): void {
    if (this.#shapes.get(this.#selected ?? '')?.id === id) return;
    const { geometry } = this.#shown.get(id) ?? {};
    this.select(id, geometry && at && nearestPart(partsOf(geometry), at)?.path);
  }

  /** Selects a part of a feature, or the first one. */
  select(id: string, path?: readonly number[]): void {
    if (this.mode !== 'select') this.setMode('select');
    const shapes = this.#shown.get(id)?.shapes ?? [];
    const isMeant = (shape: string) => this.#shapes.get(shape)?.path.join() === path?.join();
    const wanted = path ? shapes.find(isMeant) : shapes[0];
    if (wanted !== undefined && wanted !== this.#selected) this.#draw.selectFeature(wanted);
  }

  deselect(): void {
    if (this.#selected !== undefined) this.#draw.deselectFeature(this.#selected);
  }

  /** More than once does no harm: the map may go before the editor does. */
  end(): void {
    this.#canvas.onRemove = undefined;
    if (this.#draw.enabled) this.#draw.stop();
    if (!this.#canvas.isRemoved) this.#preview.end();
  }

  #snap: SnapToCustom = ({ containerX: x, containerY: y }, { currentId }) => {
    const moved = this.#shapes.get(String(currentId ?? this.#selected ?? ''))?.id;
    return this.#snapper.snap({ x, y }, moved);
  };

  #drawn(id: string, events: Events): void {
    const geometry = this.#draw.getSnapshotFeature(id)?.geometry as Geometry | undefined;
    if (!geometry) return;
    if (this.#isCutting) {
      const line = partsOf(geometry)[0]!.positions.map(flat);
      // The shape is not quite done within its own event.
      setTimeout(() => {
        this.#draw.removeFeatures([id]);
        events.onCut(line);
      });
      return;
    }
    const [part] = partsOf(geometry);
    this.#shapes.set(id, { id, path: part!.path, kind: part!.kind });
    this.#shown.set(id, { geometry, shapes: [id] });
    const settled = this.#settled(geometry);
    if (settled === geometry) events.onDrawn(id, geometry);
    else setTimeout(() => events.onDrawn(id, settled));
  }

  /** Where the shape that is being drawn will go, if along a border. */
  #previewFollowed(ids: readonly string[]): void {
    for (const id of ids) {
      const { geometry, properties } = this.#draw.getSnapshotFeature(id) ?? {};
      if (!geometry || properties?.currentlyDrawing !== true || geometry.type === 'Point') continue;
      const settled = this.#settled(geometry as Geometry);
      this.#preview.show(settled === geometry ? undefined : partsOf(settled)[0]!.positions.map(flat));
    }
  }

  /** What was drawn: a point where it snaps to, other shapes along the borders that they follow. */
  #settled(geometry: Geometry): Geometry {
    if (geometry.type === 'Point') {
      const at = this.#snapper.snap(this.#canvas.map.project(flat(geometry.coordinates)));
      return at ? { type: 'Point', coordinates: at } : geometry;
    }
    if (!isFollowing.value) return geometry;
    const { path, positions } = partsOf(geometry)[0]!;
    const along = followed(positions.map(flat), this.#snapper.shapes());
    return along.length === positions.length ? geometry : withPart(geometry, path, along);
  }

  #reshaped(shapeId: string, isMoved: boolean, events: Events): void {
    const shape = this.#shapes.get(shapeId);
    const shown = shape && this.#shown.get(shape.id);
    const drawn = this.#draw.getSnapshotFeature(shapeId)?.geometry as Geometry | undefined;
    if (!shown || !drawn) return;
    const positions = partsOf(drawn)[0]!.positions.map(flat);
    const before = shown.geometry;
    shown.geometry = reshaped(before, shape.path, positions, isMoved);
    if (isMoved && shape.kind === 'ring') this.#renewHoles(shape, shown);
    events.onReshaped(shape.id, shown.geometry);
  }

  /** Holes were removed with their area. */
  #renewHoles({ id, path }: Shape, { geometry, shapes }: Shown): void {
    const area = path.slice(0, -1).join();
    const isOf = (other: Shape) => other.kind === 'hole' && other.path.slice(0, -1).join() === area;
    for (const shapeId of shapes) {
      const other = this.#shapes.get(shapeId)!;
      if (!isOf(other)) continue;
      const part = partsOf(geometry).find((one) => one.path.join() === other.path.join())!;
      this.#draw.removeFeatures([shapeId]);
      this.#draw.addFeatures([toShape(shapeId, part)]);
      this.#shapes.set(shapeId, { id, path: part.path, kind: part.kind });
    }
  }

  #remove(id: string): void {
    const shapes = this.#shown.get(id)?.shapes ?? [];
    this.#shown.delete(id);
    for (const shape of shapes) this.#shapes.delete(shape);
    const there = shapes.filter((shape) => this.#draw.hasFeature(shape));
    if (there.length > 0) this.#draw.removeFeatures(there);
    if (shapes.includes(this.#selected ?? '')) this.#selected = undefined;
  }

  /** All of a feature, or nothing of it: half a shape would look like the whole. */
  #put(id: string, geometry: Geometry): void {
    const chosen = this.#shapes.get(this.#selected ?? '');
    this.#remove(id);
    const parts = partsOf(geometry);
    const shapes = parts.map((_, i) => (i === 0 ? id : newId()));
    const outcomes = this.#draw.addFeatures(parts.map((part, i) => toShape(shapes[i]!, part)));
    if (!outcomes.every(({ valid }) => valid)) {
      const there = shapes.filter((shape) => this.#draw.hasFeature(shape));
      this.#draw.removeFeatures(there);
      return;
    }
    this.#shown.set(id, { geometry, shapes });
    parts.forEach(({ path, kind }, i) => {
      this.#shapes.set(shapes[i]!, { id, path, kind });
    });
    if (chosen?.id === id) this.select(id, chosen.path);
  }
}

function toShape(id: string, { kind, positions }: Part): GeoJSONStoreFeatures {
  const coordinates: Flat[] = positions.map(flat);
  switch (kind) {
    case 'point':
      return {
        type: 'Feature',
        id,
        geometry: { type: 'Point', coordinates: coordinates[0]! },
        properties: { mode: 'point' },
      };
    case 'line':
      return {
        type: 'Feature',
        id,
        geometry: { type: 'LineString', coordinates: coordinates },
        properties: { mode: 'linestring' },
      };
    default:
      return {
        type: 'Feature',
        id,
        geometry: { type: 'Polygon', coordinates: [coordinates] },
        properties: { mode: 'polygon', isHole: kind === 'hole' },
      };
  }
}
