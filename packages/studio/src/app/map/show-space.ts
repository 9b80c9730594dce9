import { loadSpaces, spaceById } from '../spaces/catalogue.ts';
import { boxToSee } from '../spaces/thumbnail-shapes.ts';
import type { MapCanvas } from './canvas.ts';
import { loadLayerStatistics } from './state.ts';

/** Brings the features of a space into view. */
export async function showSpace(canvas: MapCanvas | undefined, id: string): Promise<void> {
  const { bbox } = await loadLayerStatistics(id);
  // It may have been made a moment ago.
  if (!spaceById.value.has(id)) await loadSpaces();
  const space = spaceById.value.get(id);
  if (space && bbox.value.length === 4) canvas?.fit(await boxToSee(space, bbox.value));
}
