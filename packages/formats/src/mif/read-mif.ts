import type { Geometry } from '@meridian/geo/geojson';
import { checkFeature, refuse } from '../check.ts';
import { AS_THEY_ARE, type ToWgs84 } from '../crs/projection.ts';
import { FormatFault } from '../fault.ts';
import type { ReadRecord, SourceLocation } from '../feature.ts';
import { hasNumbers } from '../geojson/crs-member.ts';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import { setMember } from '../json.ts';
import type { Reading } from '../reading.ts';
import { guessEncoding } from '../text/encoding.ts';
import { peek } from '../text/peek.ts';
import { projOfCoordSys } from './coord-sys.ts';
import { addLabel, LABELS_GUESSED, type Label } from './labels.ts';
import { Lines } from './lines.ts';
import { fieldsOf, fieldValue } from './mid-row.ts';
import { type MifObject, mifGeometry, nextObject } from './mif-geometry.ts';
import { encodingOfHead, type MifHeader, readHeader } from './mif-header.ts';
import { mifText } from './text-object.ts';

const HEAD_BYTES = 64 * 1024;

/** MapInfo interchange format: geometries of the .mif, attributes of the .mid beside it. */
export async function* readMif(reading: Reading): AsyncGenerator<ReadRecord> {
  const { source, file, limits } = reading;
  const siblings = (await source.siblings?.()) ?? [];
  const table = siblings.find(({ name }) => name.toLowerCase().endsWith('.mid'));
  const mif = await peek(source, HEAD_BYTES);
  const mid = table && (await peek(table, HEAD_BYTES));
  const head = asciiOf(mif.head);
  const named = reading.options.encoding ?? encodingOfHead(head);
  const encoding = named ?? guessEncoding(mid?.head ?? mif.head);
  const lines = new Lines(mif.source.stream(), encoding, limits.featureBytes, file);
  const rows = mid && new Lines(mid.source.stream(), encoding, limits.featureBytes, table.name);
  try {
    const header = await readHeader(lines, file);
    if (named === undefined && header.columns.some(({ type }) => type === 'char'))
      reading.guess(`texts in ${encoding}`);
    if (header.columns.length > 0 && rows === undefined)
      reading.guess('no attributes, for there is no .mid beside it');
    const project = await projection(reading, header);
    for (let object = await nextObject(lines); object !== undefined; object = await nextObject(lines)) {
      rows?.begin();
      const row = await rows?.next();
      if (rows !== undefined && row === undefined && header.columns.length > 0)
        throw new FormatFault(
          'truncated',
          table!.name,
          `has fewer rows (${rows.number}) than ${file} has objects`,
        );
      lines.begin();
      const shape = await shapeOf(object, lines);
      if (typeof shape === 'object' && shape.label) reading.guess(LABELS_GUESSED);
      const location = reading.next({ line: object.line });
      if (location !== undefined) yield recordOf(shape, row, header, project, location);
    }
    if (rows !== undefined && ((await rows.next()) ?? '') !== '')
      throw new FormatFault('truncated', file, `has fewer objects than ${table!.name} has rows`);
  } finally {
    await lines.close();
    await rows?.close();
  }
}

type Shape = { geometry: Geometry | null; label?: Label };

/** A text is the reason why there is none. */
async function shapeOf(object: MifObject, lines: Lines): Promise<Shape | string> {
  try {
    if (object.kind === 'TEXT') return await mifText(object.rest, lines);
    return { geometry: await mifGeometry(object, lines) };
  } catch (error) {
    if (error instanceof GeometryFormatError) return error.message;
    throw error;
  }
}

function recordOf(
  shape: Shape | string,
  row: string | undefined,
  { columns, delimiter }: MifHeader,
  project: ToWgs84,
  location: SourceLocation,
): ReadRecord {
  if (typeof shape === 'string') return refuse(location, shape);
  const properties: Record<string, unknown> = {};
  const fields = row === undefined ? [] : fieldsOf(row, delimiter);
  if (row !== undefined && fields.length < columns.length)
    return refuse(location, `has ${fields.length} fields instead of ${columns.length}`);
  for (const [i, column] of columns.entries()) {
    const value = fieldValue(fields[i] ?? '', column);
    if (value !== undefined) setMember(properties, column.name, value);
  }
  if (shape.label) addLabel(properties, shape.label);
  const { geometry: found } = shape;
  const geometry = found && hasNumbers(found) ? project(found) : found;
  return checkFeature({ type: 'Feature', geometry, properties }, location);
}

/** Without CoordSys coordinates are longitude and latitude. */
async function projection(reading: Reading, { coordSys }: MifHeader): Promise<ToWgs84> {
  const { options, file } = reading;
  if (options.crs !== undefined) return reading.project(options.crs);
  if (coordSys === undefined) {
    reading.guess('coordinates in WGS 84');
    return AS_THEY_ARE;
  }
  return reading.project(projOfCoordSys(coordSys, file));
}

/** The head of a file is looked at for ASCII only. */
function asciiOf(head: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(head);
}
