import { FORMULA_MODES, type FormulaMode, WRITE_FORMATS, type WriteFormatId } from '@meridian/formats';
import { type FeatureQuery, type FeatureStream, invalid, type ReadableSpace } from '@meridian/hub';
import { converted } from '../export/converted.ts';
import type { Context } from '../http/context.ts';
import { cacheControlOf, etagOf, unlessKnown } from '../http/etag.ts';
import type { Operation } from '../http/operation.ts';
import type { QueryString } from '../http/request/query-string.ts';
import type { Response } from '../http/response/response.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { boxEdges, readBox } from '../parameters/box.ts';
import { filters, views } from '../parameters/documented.ts';
import { readChoice, readFilter, readView } from '../parameters/values.ts';
import { refuseVersion } from '../parameters/version.ts';

const FORMATS = Object.keys(WRITE_FORMATS) as WriteFormatId[];

/** Features read at a time: so no query takes long, however large the space is. */
const PAGE = 10_000;

export const exportFeatures: Operation = {
  name: 'exportFeatures',
  method: 'GET',
  path: '/hub/spaces/{space_id}/export',
  summary: 'All features of a space as a file',
  description:
    'Streamed, without a limit. With the four edges of a box only what intersects it. Exports to other formats than GeoJSON take turns by account; where too many wait, the response is 503.',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  query: [
    {
      name: 'format',
      description: 'What the file is.',
      schema: { type: 'string', enum: FORMATS, default: 'geojson' },
    },
    {
      name: 'formulas',
      description:
        'Only with `format=csv`. `escape`: texts that spreadsheets would run as formulas (those that begin with `=`, `+`, `-` or `@`) get an apostrophe before them, which an import takes away again. `keep`: they are written as they are.',
      schema: { type: 'string', enum: [...FORMULA_MODES], default: 'escape' },
    },
    ...boxEdges.map((edge) => ({ ...edge, required: false })),
    ...filters,
    ...views,
  ],
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
  async handle(context) {
    const { query, dialect } = context;
    const space = context.openForReading();
    refuseVersion(query);
    const format = readChoice(query, 'format', FORMATS) ?? 'geojson';
    const formulas = readFormulas(query, format);
    const search = {
      filter: readFilter(query),
      view: readView(query, dialect.coordinates),
      ...(hasBox(query) && { area: readBox(query) }),
    };
    const etag = etagOf(context, space.info, await space.content(), { also: `-${format}-${formulas}` });
    const response = () => fileResponse(context, everyFeature(context, space, search), format, formulas);
    return unlessKnown(context, etag, response, cacheControlOf(space.info));
  },
};

function readFormulas(query: QueryString, format: WriteFormatId): FormulaMode {
  const formulas = readChoice(query, 'formulas', FORMULA_MODES);
  if (formulas !== undefined && format !== 'csv')
    throw invalid(`formulas=${formulas} goes with format=csv only, not with format=${format}`);
  return formulas ?? 'escape';
}

function hasBox(query: QueryString): boolean {
  return boxEdges.some(({ name }) => query.one(name) !== undefined);
}

/** Page by page, as one stream. What is written meanwhile may be in it or not; all else is, once. */
async function* everyFeature(
  { readOptions }: Context,
  space: ReadableSpace,
  search: Pick<FeatureQuery, 'filter' | 'view' | 'area'>,
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
  formulas: FormulaMode,
): Response {
  const { hub, caller, spaceId: space, signal } = context;
  const { mediaType, ending } = WRITE_FORMATS[format];
  const headers = {
    'Content-Type': format === 'geojson' ? `${mediaType}; charset=utf-8` : mediaType,
    'Content-Disposition': `attachment; filename="${space}.${ending}"`,
  };
  // Features are stored as the JSON they are served as: that needs no conversion.
  if (format === 'geojson')
    return {
      status: 200,
      headers,
      body: { head: '{"type":"FeatureCollection","features":[', stream: features, tail: () => ']}' },
    };
  const ticket = { clientKey: caller.account.id, signal };
  const stream = converted(features, { format, name: space, formulas }, hub.load, ticket);
  return { status: 200, headers, body: { head: '', stream, tail: () => '', between: '' } };
}

function bareType(format: WriteFormatId): string {
  return WRITE_FORMATS[format].mediaType.split(';', 1)[0]!;
}
