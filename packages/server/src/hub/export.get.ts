import { WRITE_FORMATS, type WriteFormatId, type WriteOptions } from '@meridian/formats';
import {
  accountTicket,
  type FeatureQuery,
  type FeatureStream,
  invalid,
  type ReadableSpace,
} from '@meridian/hub';
import { converted } from '../export/converted.ts';
import type { Context } from '../http/context.ts';
import { cacheControlOf, etagOf, unlessKnown } from '../http/etag.ts';
import { operation } from '../http/operation.ts';
import type { Response } from '../http/response/response.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { optionalBox } from '../parameters/box.ts';
import { csvGeometry, formulas } from '../parameters/csv.ts';
import { filters } from '../parameters/filters.ts';
import { choice } from '../parameters/parameter.ts';
import { atVersion, version } from '../parameters/version.ts';
import { viewOf, views } from '../parameters/view.ts';

const FORMATS = Object.keys(WRITE_FORMATS) as WriteFormatId[];

/** Features read at a time: so no query takes long, however large the space is. */
const PAGE = 10_000;

export const exportFeatures = operation({
  name: 'exportFeatures',
  method: 'GET',
  path: '/hub/spaces/{space_id}/export',
  summary: 'All features of a space as a file',
  description:
    'Streamed, without a limit. With the four edges of a box only what intersects it. Exports to other formats than GeoJSON take turns by account; where too many wait, the response is 503.',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  query: {
    version,
    format: choice({
      name: 'format',
      description: 'What the file is.',
      choices: FORMATS,
      byDefault: 'geojson',
    }),
    formulas,
    csvGeometry,
    area: optionalBox,
    filter: filters,
    view: views,
  },
  responses: {
    200: {
      description: 'The file',
      content: Object.fromEntries(
        FORMATS.map((format) => [
          bareType(format),
          format === 'geojson' ? refs.featureCollection : { type: 'string', format: 'binary' },
        ]),
      ),
    },
  },
  async handle(context, read) {
    const space = context.openForReading();
    const { version, format, formulas, csvGeometry, area, filter, view } = read();
    const at = await atVersion(version, space, context.ticket);
    if (format !== 'csv') refuse({ formulas, csvGeometry }, format);
    const csv = { formulas: formulas ?? 'escape', geometry: csvGeometry ?? 'wkt' } as const;
    const search = { filter, view: viewOf(view, context), ...(area ? { area } : {}), ...at };
    const etag = etagOf(context, space.info, await space.content(), {
      ...at,
      also: `-${format}-${csv.formulas}-${csv.geometry}`,
    });
    const response = () => fileResponse(context, everyFeature(context, space, search), format, csv);
    return unlessKnown(context, etag, response, cacheControlOf(space.info));
  },
});

function refuse(sent: Record<string, string | undefined>, format: WriteFormatId): void {
  for (const [name, value] of Object.entries(sent))
    if (value !== undefined)
      throw invalid(`${name}=${value} goes with format=csv only, not with format=${format}`);
}

/** Page by page, as one stream. What is written meanwhile may be in it or not; all else is, once. */
async function* everyFeature(
  { readOptions }: Context,
  space: ReadableSpace,
  search: Pick<FeatureQuery, 'filter' | 'view' | 'area' | 'version'>,
): FeatureStream {
  for (let after = 0; ; ) {
    const end = yield* space.stream({ ...search, sort: [], limit: PAGE, after }, readOptions);
    if (!end.more) return end;
    after = end.last;
  }
}

function fileResponse(
  context: Context,
  features: FeatureStream,
  format: WriteFormatId,
  csv: WriteOptions['csv'] & object,
): Response {
  const { hub, caller, spaceId: space, signal } = context;
  const { mediaType, ending } = WRITE_FORMATS[format];
  const headers = {
    'Content-Type': format === 'geojson' ? `${mediaType}; charset=utf-8` : mediaType,
    'Content-Disposition': `attachment; filename="${space}.${ending}"`,
    // It is made while it is sent.
    'Accept-Ranges': 'none',
  };
  // Features are stored as the JSON they are served as: that needs no conversion.
  if (format === 'geojson')
    return {
      status: 200,
      headers,
      body: { head: '{"type":"FeatureCollection","features":[', stream: features, tail: () => ']}' },
    };
  const ticket = accountTicket(caller.account.id, signal);
  const stream = converted(features, { format, name: space, csv }, hub.load, ticket);
  return { status: 200, headers, body: { head: '', stream, tail: () => '', between: '' } };
}

function bareType(format: WriteFormatId): string {
  return WRITE_FORMATS[format].mediaType.split(';', 1)[0]!;
}
