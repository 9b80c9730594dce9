import { refuse } from '../check.ts';
import { FormatFault } from '../fault.ts';
import type { ReadRecord } from '../feature.ts';
import { projected } from '../geojson/crs-member.ts';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import type { Reading } from '../reading.ts';
import { readWhole } from '../text/byte-reader.ts';
import { parseDocument } from '../text/json-document.ts';
import { utf8Stream } from '../text/utf8-stream.ts';
import { esriGeometry } from './esri-geometry.ts';

type EsriField = { name?: unknown; type?: unknown };
type EsriDocument = {
  features?: unknown;
  fields?: unknown;
  spatialReference?: { wkid?: unknown; latestWkid?: unknown; wkt?: unknown } | null;
  exceededTransferLimit?: unknown;
  error?: { message?: unknown };
};

/** Web Mercator, by the number that Esri gave it. */
const ESRI_WEB_MERCATOR = new Set([102100, 102113]);

/** What a FeatureServer responds with to `f=json`. The document is held as a whole. */
export async function* readEsriJson(reading: Reading): AsyncGenerator<ReadRecord> {
  const { file, limits } = reading;
  const bytes = await readWhole(utf8Stream(reading), limits.documentBytes, file);
  const document = parseDocument(bytes, reading) as EsriDocument | null;
  if (typeof document?.error === 'object' && document.error !== null)
    throw new FormatFault('malformed', file, `is an error of a server: ${String(document.error.message)}`);
  if (!Array.isArray(document?.features))
    throw new FormatFault('malformed', file, 'is no Esri JSON: it has no list of features');
  const system = reading.options.crs ?? systemOf(document);
  if (system === undefined) reading.guess('coordinates in WGS 84');
  const project = await reading.project(system ?? 'EPSG:4326');
  const dates = dateFields(document.fields);
  if (dates.size > 0) reading.guess(`milliseconds in ${[...dates].join(', ')} are times`);
  for (const given of document.features) {
    const location = reading.next();
    if (location === undefined) continue;
    if (typeof given !== 'object' || given === null) {
      yield refuse(location, 'is no object');
      continue;
    }
    const { attributes, geometry } = given as { attributes?: unknown; geometry?: unknown };
    try {
      const feature = {
        type: 'Feature',
        geometry: esriGeometry(geometry),
        properties: withTimes(attributes, dates),
      };
      yield projected(feature, location, project);
    } catch (error) {
      if (!(error instanceof GeometryFormatError)) throw error;
      yield refuse(location, error.message);
    }
  }
  // Of a page the next ones have the rest.
  if (document.exceededTransferLimit === true && reading.options.valueTypes === undefined)
    reading.guess('the server sent only a part of the features (exceededTransferLimit)');
}

function systemOf({ spatialReference }: EsriDocument): string | undefined {
  const { wkid, latestWkid, wkt } = spatialReference ?? {};
  const code = typeof latestWkid === 'number' ? latestWkid : wkid;
  if (typeof code === 'number') return `EPSG:${ESRI_WEB_MERCATOR.has(code) ? 3857 : code}`;
  return typeof wkt === 'string' ? wkt : undefined;
}

function dateFields(fields: unknown): Set<string> {
  const list = Array.isArray(fields) ? (fields as (EsriField | null)[]) : [];
  return new Set(
    list.filter((field) => field?.type === 'esriFieldTypeDate').map((field) => String(field?.name)),
  );
}

/** Milliseconds since 1970 become texts: 1672531200000 → `2023-01-01T00:00:00.000Z`. */
function withTimes(attributes: unknown, dates: ReadonlySet<string>): object {
  if (typeof attributes !== 'object' || attributes === null) return {};
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => {
      const isTime = dates.has(name) && typeof value === 'number' && Math.abs(value) < 8.64e15;
      return [name, isTime ? new Date(value).toISOString() : value];
    }),
  );
}
