import { SCHEMES } from './schemes.ts';
import { TileError } from './tile-error.ts';
import type { TileMatrixSet } from './tile-matrix-set.ts';

/** The id of a tile scheme. */
export type TileScheme = (typeof SCHEMES)[number]['id'];

type KnownSet = TileMatrixSet<TileScheme>;

export const TILE_MATRIX_SETS: readonly KnownSet[] = SCHEMES;

const BY_ID = new Map<TileScheme, KnownSet>(TILE_MATRIX_SETS.map((set) => [set.id, set]));
const BY_TYPE = new Map<string, KnownSet>(
  TILE_MATRIX_SETS.flatMap((set) => set.types.map((type): [string, KnownSet] => [type, set])),
);

/** The tile scheme of this id. */
export function tileMatrixSet(scheme: TileScheme): KnownSet {
  const set = BY_ID.get(scheme);
  if (!set) throw new TileError(`There is no tile scheme "${scheme}"`);
  return set;
}

/** The tile scheme of `/tile/{type}/…`. */
export function tileMatrixSetOfType(type: string): KnownSet {
  const set = BY_TYPE.get(type);
  if (!set)
    throw new TileError(`The tile type must be one of ${[...BY_TYPE.keys()].join(', ')}, not "${type}"`);
  return set;
}
