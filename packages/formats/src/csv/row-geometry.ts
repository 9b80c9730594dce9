import type { Geometry } from '@meridian/geo/geojson';
import type { ToWgs84 } from '../crs/projection.ts';
import { hasNumbers } from '../geojson/crs-member.ts';
import { geometryOfText, pointOf, type SridProjection } from '../geometry/geometry-of-text.ts';
import type { CsvColumns } from './columns.ts';
import type { Field } from './record-splitter.ts';

/** How coordinates of a table become WGS 84: all in the system that the user names, or each by its own SRID. */
export type RowProjection = { all?: ToWgs84; bySrid?: SridProjection };

/** The geometry of a row; null where its fields are empty. Throws GeometryFormatError. */
export function geometryOfRow(
  fields: Field[],
  columns: CsvColumns,
  { all, bySrid }: RowProjection,
  isDecimalComma: boolean,
): Geometry | null {
  const { geometry, lon, lat, height } = columns;
  const text = (index: number | undefined) =>
    index === undefined ? undefined : (fields[index]?.text.trim() ?? '');
  const given =
    geometry === undefined
      ? pointOf({ lon: text(lon), lat: text(lat), height: text(height) }, isDecimalComma)
      : geometryOfText(text(geometry) ?? '', all === undefined ? bySrid : () => (read) => read);
  return all !== undefined && hasNumbers(given) ? all(given) : given;
}
