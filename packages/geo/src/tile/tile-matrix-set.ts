import type { TileIdForm } from './tile-id-form.ts';
import type { TileProjection } from './tile-projection.ts';

/**
 * A tile scheme: how it divides the world, and how it names its tiles. Every tile has four children one level down.
 * Addresses of tiles have only its id: they are plain data, sent between threads.
 */
export type TileMatrixSet<Id extends string = string> = {
  readonly id: Id;
  /** What `{type}` is in `/tile/{type}/…`: its name, then aliases of it. */
  readonly types: readonly [name: string, ...aliases: string[]];
  /** The ways to write the id of a tile. */
  readonly idForms: readonly TileIdForm[];
  readonly projection: TileProjection;
  /** Whether its tiles are those of Web Mercator, 2^z by 2^z of them, in whatever direction it counts the rows. */
  readonly isWebMercatorQuad: boolean;
  readonly minZoom: number;
  /** The direction that row numbers grow in. */
  readonly rowsGrow: 'north' | 'south';
  /** A tile is as high as it is wide on the map. */
  columnsAt(zoom: number): number;
  rowsAt(zoom: number): number;
};
