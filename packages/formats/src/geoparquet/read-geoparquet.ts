import { refuse } from '../check.ts';
import type { Feature, ReadRecord, SourceLocation } from '../feature.ts';
import { parseJson } from '../json.ts';
import type { DecodedRow } from '../platform.ts';
import type { Reading } from '../reading.ts';
import { isRandomAccess, type RandomAccess } from '../source.ts';
import { tellUnusedColumns } from '../unused-options.ts';
import { ParquetTable } from './parquet-table.ts';

/** GeoParquet, geometries as WKB or in the native encodings of 1.1; or Parquet with columns of coordinates. */
export async function* readGeoParquet(reading: Reading): AsyncGenerator<ReadRecord> {
  const { source, limits, platform } = reading;
  if (isRandomAccess(source)) return yield* readRows(reading, source);
  const spooled = await platform.spool(source, limits.inflatedBytes);
  try {
    yield* readRows(reading, spooled.source);
  } finally {
    await spooled.dispose();
  }
}

async function* readRows(reading: Reading, source: RandomAccess): AsyncGenerator<ReadRecord> {
  const { file, options, limits, progress, platform } = reading;
  const { crs, csv, signal } = options;
  const job = {
    file,
    limits,
    ...(crs !== undefined && { crs }),
    ...(csv?.geometry !== undefined && { geometry: csv.geometry }),
  };
  let table: ParquetTable | undefined;
  for await (const { rows, done, all, areRecords } of platform.decodeParquet(source, job, signal)) {
    if (areRecords) table ??= await ParquetTable.open(reading);
    else tellUnusedColumns(reading, ['lon', 'lat', 'height']);
    for (const row of rows) {
      const location = reading.next();
      if (location === undefined) continue;
      yield table !== undefined && typeof row === 'string'
        ? table.read(row, location)
        : recordOf(row, location);
    }
    progress.share(done, all);
  }
}

function recordOf(row: DecodedRow, location: SourceLocation): ReadRecord {
  if (typeof row !== 'string') {
    if (row.reason === undefined)
      return { feature: parseJson(row.measured) as Feature, location, text: row.measured, isMeasured: true };
    const { reason, id, candidate } = row;
    return refuse(
      location,
      reason,
      id,
      candidate === undefined ? undefined : (parseJson(candidate) as object),
    );
  }
  return { feature: parseJson(row) as Feature, location, text: row };
}
