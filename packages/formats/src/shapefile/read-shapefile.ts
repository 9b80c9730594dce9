import { checkFeature, refuse } from '../check.ts';
import type { ToWgs84 } from '../crs/projection.ts';
import { FormatFault } from '../fault.ts';
import type { Feature, ReadRecord } from '../feature.ts';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import { setMember } from '../json.ts';
import type { Reading } from '../reading.ts';
import { smallText } from '../text/small-text.ts';
import { DbfReader } from './dbf.ts';
import { type DecodeText, decoderOfDriver, decoderOfName, guessText, isAscii } from './dbf-encoding.ts';
import { geometryOfShape, ShpReader } from './shp.ts';

/** Shapes of the .shp, attributes of the .dbf beside it, the system of the .prj, the encoding of the .cpg. */
export async function* readShapefile(reading: Reading): AsyncGenerator<ReadRecord> {
  const { source, file, options, limits } = reading;
  const siblings = (await source.siblings?.()) ?? [];
  const beside = (ending: string) => siblings.find(({ name }) => name.toLowerCase().endsWith(`.${ending}`));
  const crs = options.crs ?? (await smallText(beside('prj')));
  if (crs === undefined) reading.guess('coordinates in WGS 84, for there is no .prj beside it');
  const project: ToWgs84 = crs === undefined ? (geometry) => geometry : await reading.project(crs);
  const table = beside('dbf');
  if (table === undefined) reading.guess('no attributes, for there is no .dbf beside it');
  const cpg = await smallText(beside('cpg'));
  const dbf =
    table &&
    (await DbfReader.open(table.stream(), table.name, (driver) =>
      decoding(options.encoding, cpg, driver, reading),
    ));
  if (dbf !== undefined && dbf.leftOut.length > 0)
    reading.guess(`fields of types that are not read, left out: ${dbf.leftOut.join(', ')}`);
  const shp = await ShpReader.open(source.stream(), file, limits.featureBytes);
  let deleted = 0;
  try {
    for (;;) {
      const shape = await shp.next();
      const row = await dbf?.next();
      if (shape === undefined) {
        if (row !== undefined)
          throw new FormatFault(
            'truncated',
            file,
            `has fewer shapes than ${table!.name} has rows (${dbf!.records})`,
          );
        if (dbf === undefined && shp.isShort)
          throw new FormatFault('truncated', file, 'ends before the end that its header tells of');
        if (deleted > 0) reading.guess(`deleted rows, left out: ${deleted}`);
        return;
      }
      if (dbf !== undefined && row === undefined)
        throw new FormatFault(
          'truncated',
          table!.name,
          `has fewer rows (${dbf.records}) than ${file} has shapes`,
        );
      if (row?.isDeleted) {
        deleted++;
        continue;
      }
      const location = reading.next();
      if (location === undefined) continue;
      if (row?.reason !== undefined) {
        yield refuse(location, row.reason);
        continue;
      }
      if (shape.bytes === undefined) {
        yield refuse(location, `is longer than ${limits.featureBytes} bytes`);
        continue;
      }
      const properties: Feature['properties'] = {};
      for (const [name, value] of row?.values ?? []) setMember(properties, name, value);
      try {
        const geometry = geometryOfShape(shape.bytes);
        yield checkFeature(
          { type: 'Feature', geometry: geometry && project(geometry), properties },
          location,
        );
      } catch (error) {
        if (!(error instanceof GeometryFormatError)) throw error;
        yield refuse(location, error.message);
      }
    }
  } finally {
    await shp.close();
    await dbf?.close();
  }
}

function decoding(
  option: string | undefined,
  cpg: string | undefined,
  driver: number,
  reading: Reading,
): DecodeText {
  if (option !== undefined) {
    const chosen = decoderOfName(option);
    if (chosen === undefined)
      throw new FormatFault('option', reading.file, `there is no encoding "${option}"`);
    return chosen;
  }
  return (cpg === undefined ? undefined : decoderOfName(cpg)) ?? decoderOfDriver(driver) ?? guessing(reading);
}

/** Of texts in ASCII nothing is guessed. */
function guessing(reading: Reading): DecodeText {
  let isTold = false;
  return (bytes) => {
    if (!isTold && !isAscii(bytes)) {
      isTold = true;
      reading.guess('texts in UTF-8, or else in windows-1252');
    }
    return guessText(bytes);
  };
}
