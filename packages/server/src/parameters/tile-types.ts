import { TILE_MATRIX_SETS, TILE_NUMBERS, type TileMatrixSet } from '@meridian/hub';

/** As they are described: first those whose ids are numbers, as map libraries write them, last those with a choice. */
const SETS = TILE_MATRIX_SETS.toSorted((one, other) => rank(one) - rank(other));

/** What `{tile_type}` may be. */
export const TILE_TYPES = SETS.flatMap(({ types }) => types);

export const TILE_TYPE_DESCRIPTION = `The scheme: ${eitherOf(SETS.map(quotedName))}.`;

/** "Of `web` and `tms`: `z_x_y`. …" */
export const TILE_ID_DESCRIPTION = Map.groupBy(SETS, ({ idForms }) =>
  idForms.length > 1 ? 'either' : idForms[0]!.summary,
)
  .entries()
  .map(([summary, sets]) => `Of ${allOf(sets.map(quotedName))}: ${summary}.`)
  .toArray()
  .join(' ');

/** "web, tms or quadkeys" */
export const WEB_MERCATOR_TYPES = eitherOf(SETS.filter((set) => set.isWebMercatorQuad).map(nameOf));

function rank({ idForms }: TileMatrixSet): number {
  if (idForms.length > 1) return 2;
  return idForms.includes(TILE_NUMBERS) ? 0 : 1;
}

function nameOf({ types: [name] }: TileMatrixSet): string {
  return name;
}

function quotedName(set: TileMatrixSet): string {
  return `\`${nameOf(set)}\``;
}

function eitherOf(names: readonly string[]): string {
  return listed(names, 'or');
}

function allOf(names: readonly string[]): string {
  return listed(names, 'and');
}

/** By hand: `Intl.ListFormat` would load its tables at every start of a hub. */
function listed(names: readonly string[], word: 'or' | 'and'): string {
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(` ${word} `);
}
