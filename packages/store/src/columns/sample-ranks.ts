import { isAscii } from 'node:buffer';
import { sampleRank, sampleRankOfBytes } from '@meridian/geo';
import type { Column } from './batch.ts';
import { memoryOf } from './column-memory.ts';
import { entriesByCode, entriesOf } from './joined-dictionary.ts';

/** The sample rank of each row, by the column of ids. Remembered with it, as long as that is: every tile of a map asks for them. */
export function sampleRanks(ids: Column): Float64Array {
  return memoryOf(ids).get(
    'sample ranks',
    () => ranksByRow(ids.codes, ranksByCode(ids)),
    (ranks) => ranks.byteLength,
  );
}

/** A loop, which takes a twentieth of what `from` with a function takes: the first tile of a map waits for this. */
function ranksByRow(codes: Column['codes'], byCode: Float64Array): Float64Array {
  const ranks = new Float64Array(codes.length);
  for (let row = 0; row < codes.length; row++) ranks[row] = byCode[codes[row]!]!;
  return ranks;
}

function ranksByCode(ids: Column): Float64Array {
  const ranks = new Float64Array(entriesOf(ids));
  const { encoded } = ids;
  if (!encoded || !isAscii(encoded.bytes)) {
    const entry = entriesByCode(ids);
    return ranks.map((_, code) => sampleRank(entry(code)));
  }
  const { bytes, lengths } = encoded;
  for (let code = 0, from = 0; code < ranks.length; code++) {
    const to = from + lengths[code]!;
    ranks[code] = sampleRankOfBytes(bytes, from, to);
    from = to;
  }
  return ranks;
}
