import { checkFeature, refuse } from '../check.ts';
import type { ToWgs84 } from '../crs/projection.ts';
import { FormatFault } from '../fault.ts';
import type { Feature, ReadRecord } from '../feature.ts';
import { hasNumbers } from '../geojson/crs-member.ts';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import { setMember } from '../json.ts';
import { projOfCoordSys } from '../mif/coord-sys.ts';
import { addLabel, LABELS_GUESSED } from '../mif/labels.ts';
import type { Reading } from '../reading.ts';
import { DbfReader } from '../shapefile/dbf.ts';
import { isRandomAccess, type Source } from '../source.ts';
import { ByteReader, readWhole } from '../text/byte-reader.ts';
import { DatTable } from './dat-table.ts';
import { MapFile } from './map-file.ts';
import { type MapShape, shapeAt } from './map-objects.ts';
import { parseDefinition, type TabDefinition } from './tab-definition.ts';

const DEFINITION_BYTES = 1024 * 1024;
const OFFSET_BYTES = 4;

type Sibling = (ending: string) => Source | undefined;

/** A native table of MapInfo: columns of the .tab, rows of the .dat, objects of the .map, found by the .id. */
export async function* readTab(reading: Reading): AsyncGenerator<ReadRecord> {
  const { source, file, options } = reading;
  const definition = parseDefinition(
    await readWhole(source.stream(), DEFINITION_BYTES, file),
    file,
    options.encoding,
  );
  const siblings = (await source.siblings?.()) ?? [];
  const beside: Sibling = (ending) => siblings.find(({ name }) => name.toLowerCase().endsWith(`.${ending}`));
  const rows = await openRows(definition, beside, file);
  if (definition.isEncodingGuessed && definition.columns.some(({ type }) => type === 'char'))
    reading.guess('texts in UTF-8, or else in windows-1252');
  const objects = await openObjects(reading, beside).catch(async (error: unknown) => {
    await rows.close();
    throw error;
  });
  try {
    for (let number = 1; ; number++) {
      const row = await rows.next();
      if (row === undefined) return;
      const at = await objects?.next();
      if (row.isDeleted) continue;
      const location = reading.next();
      reading.progress.share(number, rows.records);
      if (location === undefined) continue;
      if (row.reason !== undefined) {
        yield refuse(location, row.reason);
        continue;
      }
      const properties: Feature['properties'] = {};
      for (const [name, value] of row.values) setMember(properties, name, value);
      try {
        const { geometry, label } = at === undefined ? { geometry: null } : await objects!.shape(at, number);
        if (label !== undefined) {
          reading.guess(LABELS_GUESSED);
          const text = definition.decode(label.bytes);
          if (text === undefined)
            throw new GeometryFormatError('is a text that is not in the encoding of the table');
          addLabel(properties, { text, rotation: label.rotation });
        }
        yield checkFeature({ type: 'Feature', geometry, properties }, location);
      } catch (error) {
        if (!(error instanceof GeometryFormatError)) throw error;
        yield refuse(location, error.message);
      }
    }
  } finally {
    await rows.close();
    await objects?.close();
  }
}

async function openRows(
  { type, columns, decode }: TabDefinition,
  beside: Sibling,
  file: string,
): Promise<DatTable | DbfReader> {
  const ending = ROW_FILES[type];
  if (ending === undefined)
    throw new FormatFault(
      'unsupported',
      file,
      PICTURES.includes(type)
        ? `describes a table of the type ${type}: a picture, which has no features`
        : `describes a table of the type ${type}, which is not MapInfo's own: import what it refers to`,
    );
  const table = beside(ending);
  if (table === undefined)
    throw new FormatFault(
      'unavailable',
      file,
      `has its rows in a .${ending}, which is not beside it: import a .zip of all files of that name`,
    );
  return type === 'dbf'
    ? DbfReader.open(table.stream(), table.name, () => decode)
    : DatTable.open(table.stream(), table.name, columns, decode);
}

/** Types of tables that are drawn as pictures. */
const PICTURES = ['raster', 'grid', 'wms', 'tileserver'];
const ROW_FILES: Readonly<Record<string, string>> = { native: 'dat', dbf: 'dbf' };

/** Where the objects of rows are, one after the other, and what they are. */
type Objects = {
  /** Of the next row: the byte of the .map; undefined for a row without an object. */
  next(): Promise<number | undefined>;
  shape(at: number, row: number): Promise<MapShape>;
  close(): Promise<void>;
};

/** Undefined for a table without a map. */
async function openObjects(reading: Reading, beside: Sibling): Promise<Objects | undefined> {
  const { limits, platform, file } = reading;
  const [mapSource, id] = [beside('map'), beside('id')];
  if (mapSource === undefined) {
    reading.guess('no geometries, for there is no .map beside it');
    return undefined;
  }
  if (id === undefined)
    throw new FormatFault(
      'unavailable',
      file,
      'has a .map, but no .id beside it that says which row has which object',
    );
  const spooled = isRandomAccess(mapSource)
    ? { source: mapSource, dispose: async () => undefined }
    : await platform.spool(mapSource, limits.inflatedBytes);
  const offsets = new ByteReader(id.stream(), id.name);
  const close = async () => {
    await offsets.close();
    await spooled.dispose();
  };
  try {
    const map = await MapFile.open(spooled.source);
    const project = await projection(reading, map.header.coordSys);
    return {
      next: async () => {
        const bytes = await offsets.need(OFFSET_BYTES);
        return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) || undefined;
      },
      shape: async (at, row) => {
        const shape = await shapeAt(map, at, row, limits.featureBytes);
        const { geometry } = shape;
        return geometry && hasNumbers(geometry) ? { ...shape, geometry: project(geometry) } : shape;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function projection(reading: Reading, coordSys: string): Promise<ToWgs84> {
  return reading.project(reading.options.crs ?? projOfCoordSys(coordSys, reading.file));
}
