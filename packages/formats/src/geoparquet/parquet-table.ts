import type { ToWgs84 } from '../crs/projection.ts';
import type { ReadRecord, SourceLocation } from '../feature.ts';
import { parseJson } from '../json.ts';
import type { Reading } from '../reading.ts';
import type { JsonObject } from '../records/find-coordinates.ts';
import { JsonRecords } from '../records/json-records.ts';

/** A Parquet file without geometries: its rows are records, whose coordinates are found like those of JSON. */
export class ParquetTable {
  readonly #records: JsonRecords;
  readonly #project: ToWgs84 | undefined;

  private constructor(reading: Reading, project: ToWgs84 | undefined) {
    this.#records = new JsonRecords(reading);
    this.#project = project;
  }

  static async open(reading: Reading): Promise<ParquetTable> {
    const { crs } = reading.options;
    return new ParquetTable(reading, crs === undefined ? undefined : await reading.project(crs));
  }

  read(row: string, location: SourceLocation): ReadRecord {
    const record = this.#records.read(parseJson(row) as JsonObject, location, this.#project);
    // A column has a value or none in each row: null is no value, as in other tables.
    if (record.feature !== undefined)
      for (const [name, value] of Object.entries(record.feature.properties))
        if (value === null) delete record.feature.properties[name];
    return record;
  }
}
