import { isAscii } from 'node:buffer';
import { sampleRank, sampleRankOfBytes } from '@meridian/geo';
import type { Column } from './batch.ts';
import { memoryOf } from './column-memory.ts';
import { entriesByCode, entriesOf, startsOf } from './joined-dictionary.ts';

/** Instead of a rank that nobody has asked for so far. */
const UNKNOWN = -1;

/** The sample rank of each row, by the column of ids. Found when it is asked for: a tile has few of the rows of a block. */
export class SampleRanks {
  readonly #codes: Column['codes'];
  readonly #byCode: Float64Array;
  readonly #find: (code: number) => number;

  constructor(ids: Column) {
    this.#codes = ids.codes;
    this.#byCode = new Float64Array(entriesOf(ids)).fill(UNKNOWN);
    this.#find = finder(ids);
  }

  /** With where entries begin. */
  get bytes(): number {
    return this.#byCode.byteLength + 4 * this.#byCode.length;
  }

  of(row: number): number {
    const code = this.#codes[row]!;
    const known = this.#byCode[code]!;
    if (known !== UNKNOWN) return known;
    const rank = this.#find(code);
    this.#byCode[code] = rank;
    return rank;
  }
}

/** Remembered with the column, as long as that is: every tile of a map asks for them. */
export function sampleRanks(ids: Column): SampleRanks {
  return memoryOf(ids).get(
    'sample ranks',
    () => new SampleRanks(ids),
    ({ bytes }) => bytes,
  );
}

/** Gives the sample rank of an entry of the dictionary by its code. */
function finder(ids: Column): (code: number) => number {
  const { encoded } = ids;
  if (!encoded || !isAscii(encoded.bytes)) {
    const entry = entriesByCode(ids);
    return (code) => sampleRank(entry(code));
  }
  const { bytes, lengths } = encoded;
  const starts = startsOf(lengths);
  return (code) => sampleRankOfBytes(bytes, starts[code]!, starts[code]! + lengths[code]!);
}
