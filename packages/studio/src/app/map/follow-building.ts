import type { Map as MapLibre } from 'maplibre-gl';
import { credentials } from '../api/call.ts';

const ASK_EVERY_MS = 2000;

/**
 * Loads the tiles of a source again while the hub still files features of its space, and a last time when it is done: until
 * then they show a part, and say so by a header.
 */
export async function followBuilding(map: MapLibre, id: string, tiles: string): Promise<void> {
  const source = map.getSource(id);
  // All of the space is in this one.
  const whole = tiles.replace('{z}/{x}/{y}', '0/0/0');
  for (let shown: string | null | undefined; shown !== null; ) {
    const built = await shareBuilt(whole);
    // Removed, or replaced by another.
    if (!source || map.getSource(id) !== source) return;
    if (shown !== undefined && built !== shown) map.refreshTiles(id);
    shown = built;
    if (built !== null) await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}

/** `63%`; null where it is all. */
async function shareBuilt(url: string): Promise<string | null> {
  try {
    const response = await fetch(url, { method: 'HEAD', headers: credentials(), cache: 'no-store' });
    return response.headers.get('Meridian-Building');
  } catch {
    // The tiles themselves tell that the hub cannot be reached.
    return null;
  }
}
