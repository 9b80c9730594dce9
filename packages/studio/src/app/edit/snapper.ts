import type { Geometry } from '@meridian/client';
import type { MapMouseEvent } from 'maplibre-gl';
import type { Flat } from '../../shape/reshape.ts';
import { type Pixel, snapTo } from '../../shape/snap.ts';
import type { MapCanvas } from '../map/canvas.ts';
import { lookUp } from '../map/feature-cache.ts';
import { contentVersions } from '../map/state.ts';
import { notifyError } from '../ui/notices.tsx';
import type { Changes } from './draft.ts';
import { isSnapping } from './snap-state.ts';

/** So near, in pixels, a vertex or an edge is meant. */
const REACH = 12;
/** Shapes are wanted before the pointer is quite there. */
const AHEAD = 24;
const MAX_AT_ONCE = 30;
const MAX_KNOWN = 500;
const SOURCE = /^space (.*)$/s;

/**
 * Snaps what is drawn to the features that the map shows. Tiles have simplified shapes, so those that the pointer comes near are
 * asked for as the hub has them.
 */
export class Snapper {
  readonly #canvas: MapCanvas;
  readonly #space: string;
  readonly #changes: () => Changes;
  /** By space and id; undefined while a shape is asked for. */
  readonly #known = new Map<string, Geometry | null | undefined>();

  constructor(canvas: MapCanvas, space: string, changes: () => Changes) {
    this.#canvas = canvas;
    this.#space = space;
    this.#changes = changes;
    canvas.map.on('mousemove', this.#look);
  }

  end(): void {
    if (!this.#canvas.isRemoved) this.#canvas.map.off('mousemove', this.#look);
  }

  /** Forgets shapes of the hub: they were changed. */
  clear(): void {
    this.#known.clear();
  }

  /** Where a pixel snaps to, other than to the feature of this id. */
  snap(pixel: Pixel, except?: string): Flat | undefined {
    if (!isSnapping.value) return undefined;
    return snapTo(pixel, this.shapes(except), (at) => this.#canvas.map.project(at), REACH);
  }

  /** Shapes that are near, with what has been changed in them and not been saved yet. */
  shapes(except?: string): Geometry[] {
    const changes = this.#changes();
    const stored = [...this.#known].flatMap(([key, geometry]) => {
      const [space, id] = JSON.parse(key) as [string, string];
      const isReplaced = space === this.#space && (id === except || changes.has(id));
      return geometry && !isReplaced ? [geometry] : [];
    });
    const drawn = [...changes.values()].flatMap(({ id, kind, geometry }) =>
      geometry && kind !== 'deleted' && id !== except ? [geometry] : [],
    );
    return [...stored, ...drawn];
  }

  #look = ({ point: { x, y } }: MapMouseEvent): void => {
    if (!isSnapping.value) return;
    const { map } = this.#canvas;
    const layers = map.getLayersOrder().filter((id) => SOURCE.test(map.getLayer(id)?.source ?? ''));
    if (layers.length === 0) return;
    const found = map.queryRenderedFeatures(
      [
        [x - AHEAD, y - AHEAD],
        [x + AHEAD, y + AHEAD],
      ],
      { layers },
    );
    for (const { source, id } of found.slice(0, MAX_AT_ONCE))
      if (id !== undefined) this.#want(SOURCE.exec(source)![1]!, String(id));
  };

  #want(space: string, id: string): void {
    const key = JSON.stringify([space, id]);
    if (this.#known.has(key)) return;
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(key, undefined);
    lookUp(space, id, contentVersions.peek().get(space) ?? 0).then(
      (feature) => this.#known.set(key, feature?.geometry ?? null),
      (error: unknown) => {
        this.#known.delete(key);
        notifyError(error);
      },
    );
  }
}
