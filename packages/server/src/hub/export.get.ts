import { WRITE_FORMATS, type WriteFormatId } from '@meridian/formats';
import { accountTicket, type FeatureStream } from '@meridian/hub';
import { converted } from '../export/converted.ts';
import { everyFeature } from '../export/every-feature.ts';
import {
  bareType,
  type CsvOptions,
  csvOptions,
  exportParameters,
  FORMATS,
  searchOf,
  typeOf,
} from '../export/export-parameters.ts';
import type { Context } from '../http/context.ts';
import { cacheControlOf, etagOf, unlessKnown } from '../http/etag.ts';
import { operation } from '../http/operation.ts';
import type { Response } from '../http/response/response.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { atVersion } from '../parameters/version.ts';

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
  query: exportParameters,
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
    const { version, format, ...asked } = read();
    const at = await atVersion(version, space, context.ticket);
    const csv = csvOptions(format, asked);
    const search = { ...searchOf(asked, context), ...at };
    const etag = etagOf(context, space.info, await space.content(), {
      ...at,
      also: `-${format}-${csv.formulas}-${csv.geometry}`,
    });
    const response = () =>
      fileResponse(context, everyFeature(space, search, context.readOptions), format, csv);
    return unlessKnown(context, etag, response, cacheControlOf(space.info));
  },
});

function fileResponse(
  context: Context,
  features: FeatureStream,
  format: WriteFormatId,
  csv: CsvOptions,
): Response {
  const { hub, caller, spaceId: space, signal } = context;
  const { ending } = WRITE_FORMATS[format];
  const headers = {
    'Content-Type': typeOf(format),
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
