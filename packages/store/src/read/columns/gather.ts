import type { Column } from '../../columns/batch.ts';

/** A column of some rows of another, with the same dictionary. */
export function gathered({ kinds, numbers, codes, dictionary }: Column, rows: Uint32Array): Column {
  const result = {
    kinds: new Uint8Array(rows.length),
    numbers: new Float64Array(numbers.length > 0 ? rows.length : 0),
    codes: new Uint32Array(codes.length > 0 ? rows.length : 0),
    dictionary,
  };
  for (let i = 0; i < rows.length; i++) result.kinds[i] = kinds[rows[i]!]!;
  for (let i = 0; i < result.numbers.length; i++) result.numbers[i] = numbers[rows[i]!]!;
  for (let i = 0; i < result.codes.length; i++) result.codes[i] = codes[rows[i]!]!;
  return result;
}
