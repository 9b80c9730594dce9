/** Names on a map of tiles with 512 pixels take about so much room. */
const WIDTH = 64;
const HEIGHT = 26;
const FIRST = 2;
const LAST = 12;

/** So many inhabitants a place needs to be shown from a zoom on, however much room there is: else deserts are full of hamlets. */
const LEAST: readonly number[] = [1e6, 1e6, 1e6, 3e5, 1e5, 3e4, 1e4, 4000, 2000, 1000];

/**
 * From which zoom on there is room for the name of a place. Asked for places in the order of their weight: those asked for
 * earlier have taken theirs.
 */
export function firstZoom(): (at: readonly [number, number], weight: number) => number {
  const taken = Array.from({ length: LAST + 1 }, () => new Set<number>());
  const isFree = (z: number, column: number, row: number) => {
    for (let x = column - 1; x <= column + 1; x++)
      for (let y = row - 1; y <= row + 1; y++) if (taken[z]!.has(x * 1e6 + y)) return false;
    return true;
  };
  return ([longitude, latitude], weight) => {
    const x = longitude / 360 + 0.5;
    const y = 0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI);
    let first = LAST;
    for (let z = LAST; z >= FIRST; z--) {
      const pixels = 512 * 2 ** z;
      const [column, row] = [Math.floor((x * pixels) / WIDTH), Math.floor((y * pixels) / HEIGHT)];
      if (weight < (LEAST[z] ?? 0) || !isFree(z, column, row)) break;
      taken[z]!.add(column * 1e6 + row);
      first = z;
    }
    return first;
  };
}
