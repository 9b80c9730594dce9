import type { FileMetaData } from 'hyparquet';
import { FormatFault } from '../fault.ts';
import type { Limits } from '../limits.ts';

/** Holds what a file says of its parts against its size, before anything is read or made room for by it. */
export function checkMetadata(
  { num_rows, row_groups, schema }: FileMetaData,
  size: number,
  limits: Limits,
  file: string,
): void {
  const check = (isRight: boolean, what: string) => {
    if (!isRight) throw new FormatFault('malformed', file, `can't be read as Parquet: ${what}`);
  };
  const leaves = schema.filter(({ type }) => type !== undefined).length;
  let rows = 0;
  for (const [i, group] of row_groups.entries()) {
    const name = `row group ${i + 1}`;
    check(isCount(group.num_rows), `${name} says that it has ${group.num_rows} rows`);
    check(group.columns.length === leaves, `${name} has ${group.columns.length} of ${leaves} columns`);
    rows += Number(group.num_rows);
    let [packed, unpacked] = [0, 0];
    for (const { meta_data: chunk } of group.columns) {
      if (!chunk) continue;
      const isWithin =
        isCount(chunk.data_page_offset) &&
        isCount(chunk.total_compressed_size) &&
        Number(chunk.data_page_offset) < size &&
        Number(chunk.total_compressed_size) <= size;
      check(isWithin && isCount(chunk.num_values), `a column of ${name} lies outside of the file`);
      packed += Number(chunk.total_compressed_size);
      unpacked += Number(chunk.total_uncompressed_size);
    }
    if (unpacked > limits.ratioFrom && unpacked > packed * limits.ratio)
      throw new FormatFault(
        'tooLarge',
        file,
        `${name} becomes more than ${limits.ratio} times as large when it is unpacked`,
      );
  }
  check(rows === Number(num_rows), `its row groups have ${rows} rows, the file says ${num_rows}`);
}

function isCount(value: bigint | number): boolean {
  return Number.isSafeInteger(Number(value)) && Number(value) >= 0;
}
