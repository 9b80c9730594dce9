import { TileError } from './tile-error.ts';

export const MAX_TILE_LEVEL = 30;

/** A way to write the id of a tile. */
export type TileIdForm = {
  /** As in "tiles are named by …". */
  readonly named: string;
  /** As in "the id must be …". */
  readonly expected: string;
  /** As in the description of the API. */
  readonly summary: string;
  /** The numbers that the text stands for; undefined if it is not of this form. */
  parse(text: string, scheme: string): { z: number; x: number; y: number } | undefined;
};

/** At most ten digits a number, so that none loses its last digits. */
const NUMBERS = /^(\d{1,10})_(\d{1,10})_(\d{1,10})$/;

/** `14_8800_5374`. */
export const TILE_NUMBERS: TileIdForm = {
  named: 'three numbers level_column_row',
  expected: 'three numbers level_column_row, such as 14_8800_5374',
  summary: '`z_x_y`',
  parse(text) {
    const numbers = NUMBERS.exec(text);
    return numbers ? { z: Number(numbers[1]), x: Number(numbers[2]), y: Number(numbers[3]) } : undefined;
  },
};

/** `1202102332`, as `quadDigits` writes it. */
export const QUAD_DIGITS: TileIdForm = {
  named: 'digits from 0 to 3',
  expected: `1 to ${MAX_TILE_LEVEL} digits from 0 to 3`,
  summary: 'a digit from 0 to 3 a level',
  parse(text, scheme) {
    if (!/^[0-3]+$/.test(text)) return undefined;
    if (text.length > MAX_TILE_LEVEL)
      throw new TileError(`A ${scheme} tile has at most ${MAX_TILE_LEVEL} digits, not ${text.length}`);
    let x = 0;
    let y = 0;
    for (let i = 0; i < text.length; i++) {
      const digit = text.charCodeAt(i) - 48;
      x = x * 2 + (digit & 1);
      y = y * 2 + (digit >> 1);
    }
    return { z: text.length, x, y };
  },
};
