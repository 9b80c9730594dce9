import { MAX_TILE_LEVEL, type TileAddress, TileError, type TileScheme, tileAt } from './tile-address.ts';

/** How each tile type of the interface writes its ids. */
const TYPES: ReadonlyMap<string, { scheme: TileScheme; digits: boolean; numbers: boolean }> = new Map([
  ['quadkeys', { scheme: 'quadkey', digits: true, numbers: false }],
  ['quadkey', { scheme: 'quadkey', digits: true, numbers: false }],
  ['web', { scheme: 'web', digits: false, numbers: true }],
  ['tms', { scheme: 'tms', digits: false, numbers: true }],
  ['here', { scheme: 'here', digits: true, numbers: true }],
]);

/** Digits of an address: at most ten, so that no number loses its last digits. */
const NUMBERS = /^(\d{1,10})_(\d{1,10})_(\d{1,10})$/;
const DIGITS = /^[0-3]+$/;

/**
 * The tile of `/tile/{type}/{id}`, such as `web` and `14_8800_5374` or `quadkeys` and `1202102332`.
 * What follows an `&` is not part of the id: an old map client sends it.
 */
export function parseTile(type: string, id: string): TileAddress {
  const rules = tileType(type);
  const end = id.indexOf('&');
  const text = end < 0 ? id : id.slice(0, end);
  const numbers = rules.numbers ? NUMBERS.exec(text) : null;
  if (numbers) return tileAt(rules.scheme, Number(numbers[1]), Number(numbers[2]), Number(numbers[3]));
  if (rules.digits && DIGITS.test(text)) return fromDigits(rules.scheme, text);
  const right = [
    rules.digits ? `1 to ${MAX_TILE_LEVEL} digits from 0 to 3` : '',
    rules.numbers ? 'three numbers level_column_row, such as 14_8800_5374' : '',
  ];
  throw new TileError(
    `The id of a ${type} tile must be ${right.filter(Boolean).join(' or ')}, not "${text}"`,
  );
}

/** The tile of `/tile/{type}/{z}/{x}/{y}`. */
export function parseTileNumbers(type: string, z: number, x: number, y: number): TileAddress {
  const { scheme, numbers } = tileType(type);
  if (!numbers) throw new TileError(`Tiles of type ${type} are named by digits from 0 to 3, not by z/x/y`);
  return tileAt(scheme, z, x, y);
}

function tileType(type: string) {
  const rules = TYPES.get(type);
  if (!rules)
    throw new TileError(`The tile type must be one of ${[...TYPES.keys()].join(', ')}, not "${type}"`);
  return rules;
}

function fromDigits(scheme: TileScheme, digits: string): TileAddress {
  if (digits.length > MAX_TILE_LEVEL)
    throw new TileError(`A ${scheme} tile has at most ${MAX_TILE_LEVEL} digits, not ${digits.length}`);
  let x = 0;
  let y = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(i) - 48;
    x = x * 2 + (digit & 1);
    y = y * 2 + (digit >> 1);
  }
  return tileAt(scheme, digits.length, x, y);
}
