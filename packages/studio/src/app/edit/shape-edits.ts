import type { Geometry } from '@meridian/client';
import type { Flat } from '../../shape/reshape.ts';
import { split } from '../../shape/split.ts';
import { isDrawableAt, moved, turned } from '../../shape/turn.ts';
import { type Draft, newId } from './draft.ts';
import type { Push } from './shape-tools.tsx';

/** As many degrees of longitude as a pixel has at a zoom. */
const degreesPerPixel = (zoom: number) => 360 / (512 * 2 ** zoom);

/** A feature with another shape. */
export function reshapedDraft(draft: Draft, geometry: Geometry): Draft {
  return { ...draft, kind: draft.base ? 'changed' : 'created', geometry };
}

/** A feature that is cut: the largest piece stays, others become new ones like it. Undefined where the line does not cut it. */
export function cutDraft(draft: Draft, line: readonly Flat[]): Draft[] | undefined {
  const found = draft.geometry && split(draft.geometry, line);
  if (!found) return undefined;
  const others = found.cut.map((geometry): Draft => {
    const { properties, tags } = draft;
    return { id: newId(), kind: 'created', geometry, properties: structuredClone(properties), tags };
  });
  return [reshapedDraft(draft, found.kept), ...others];
}

/** A feature moved by pixels of the screen; undefined where it would leave the map. */
export function pushedDraft(draft: Draft, { right, up }: Push, zoom: number): Draft | undefined {
  const unit = degreesPerPixel(zoom);
  return within(draft, draft.geometry && moved(draft.geometry, { east: right * unit, north: up * unit }));
}

export function turnedDraft(draft: Draft, degrees: number): Draft | undefined {
  return within(draft, draft.geometry && turned(draft.geometry, degrees));
}

function within(draft: Draft, geometry: Geometry | null): Draft | undefined {
  return geometry && isDrawableAt(geometry) ? reshapedDraft(draft, geometry) : undefined;
}
