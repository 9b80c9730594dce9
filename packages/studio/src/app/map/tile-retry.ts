import { MeridianError } from '@meridian/client';
import { type Map as MapLibre, VectorTileSource } from 'maplibre-gl';
import { t } from '../strings.ts';

const FIRST_MS = 1000;
const LONGEST_MS = 15_000;

type Address = { x: number; y: number; z: number };
/** What MapLibre says of a tile that it could not load, or of a source that does not know its tiles yet. */
type Failure = {
  error: object;
  sourceId?: string;
  tile?: { tileID: { canonical: Address } };
};

/** Whether a request that ended so may succeed later: no answer at all, too many requests, trouble of the server. */
export function isPassing(error: object): boolean {
  const status = 'status' in error ? Number(error.status) : undefined;
  return status !== undefined && (status === 0 || status === 429 || status >= 500);
}

/** Without the address of the tile: however many fail, it is said once. */
export function loadingError(error: { message: string }): Error {
  const status = 'status' in error ? Number(error.status) : undefined;
  if (status === undefined) return new Error(t.map.failed(error.message));
  if (status === 401) return new MeridianError(401, 'Unauthorized', t.map.notLoaded(status), undefined);
  return new Error(t.map.notLoaded(status));
}

/** Loads tiles and sources again that could not be loaded, after longer and longer pauses, until they are there. */
export class TileRetry {
  readonly #map: MapLibre;
  readonly #onChange: (isRetrying: boolean) => void;
  #failed = new Map<string, Address[]>();
  #unknown = new Set<string>();
  #pause = FIRST_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(map: MapLibre, onChange: (isRetrying: boolean) => void) {
    this.#map = map;
    this.#onChange = onChange;
    map.on('error', (failure: Failure) => this.#note(failure));
    map.on('idle', () => {
      if (this.#timer !== undefined) return;
      this.#pause = FIRST_MS;
      onChange(false);
    });
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #note({ error, sourceId, tile }: Failure): void {
    if (sourceId === undefined || !isPassing(error)) return;
    if (tile) {
      const { x, y, z } = tile.tileID.canonical;
      this.#failed.set(sourceId, [...(this.#failed.get(sourceId) ?? []), { x, y, z }]);
    } else this.#unknown.add(sourceId);
    this.#onChange(true);
    this.#timer ??= setTimeout(() => this.#load(), this.#pause);
  }

  #load(): void {
    this.#timer = undefined;
    this.#pause = Math.min(LONGEST_MS, this.#pause * 2);
    const [failed, unknown] = [[...this.#failed], [...this.#unknown]];
    this.#failed.clear();
    this.#unknown.clear();
    for (const [source, tiles] of failed)
      if (this.#map.getSource(source)) this.#map.refreshTiles(source, tiles);
    for (const name of unknown) {
      const source = this.#map.getSource(name);
      if (source instanceof VectorTileSource) void source.load();
    }
    // Where none of them is in view any more, nothing else tells that it is over.
    this.#map.triggerRepaint();
  }
}
