import { accountTicket, type FeatureStream, invalid } from '@meridian/hub';
import type { Conversion } from '../export/convert.thread.ts';
import { converted } from '../export/converted.ts';
import { everyFeature } from '../export/every-feature.ts';
import {
  bareType,
  csvOptions,
  EXPORT_FORMATS,
  endingOf,
  exportParameters,
  isPicture,
  searchOf,
  typeOf,
  width,
} from '../export/export-parameters.ts';
import { pictureOf } from '../export/picture.ts';
import type { Context } from '../http/context.ts';
import { cacheControlOf, etagOf, unlessKnown } from '../http/etag.ts';
import { operation } from '../http/operation.ts';
import type { Response } from '../http/response/response.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { choice } from '../parameters/parameter.ts';
import { atVersion } from '../parameters/version.ts';

const exportFormat = choice({
  name: 'format',
  description: 'What the file is; `svg` and `png` are pictures of a map.',
  choices: EXPORT_FORMATS,
  byDefault: 'geojson',
});

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
  query: { ...exportParameters, format: exportFormat, width },
  responses: {
    200: {
      description: 'The file',
      content: Object.fromEntries(
        EXPORT_FORMATS.map((format) => [
          bareType(format),
          format === 'geojson' ? refs.featureCollection : { type: 'string', format: 'binary' },
        ]),
      ),
    },
  },
  async handle(context, read) {
    const space = context.openForReading();
    const { version, format, width, ...asked } = read();
    const at = await atVersion(version, space, context.ticket);
    const csv = csvOptions(format, asked);
    if (width !== undefined && !isPicture(format))
      throw invalid(`width=${width} goes with format=svg and format=png only, not with format=${format}`);
    const search = { ...searchOf(asked, context), ...at };
    const conversion: Conversion = isPicture(format)
      ? { format, picture: await pictureOf(context, space, asked.area, width) }
      : { format, name: context.spaceId, csv };
    const etag = etagOf(context, space.info, await space.content(), {
      ...at,
      also: conversion.picture
        ? `-${format}-${conversion.picture.width}`
        : `-${format}-${csv.formulas}-${csv.geometry}`,
    });
    const response = () =>
      fileResponse(context, everyFeature(space, search, context.readOptions), conversion);
    return unlessKnown(context, etag, response, cacheControlOf(space.info));
  },
});

function fileResponse(context: Context, features: FeatureStream, conversion: Conversion): Response {
  const { hub, caller, spaceId: space, signal } = context;
  const { format } = conversion;
  const headers = {
    'Content-Type': typeOf(format),
    'Content-Disposition': `attachment; filename="${space}.${endingOf(format)}"`,
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
  const stream = converted(features, conversion, hub.load, ticket);
  return { status: 200, headers, body: { head: '', stream, tail: () => '', between: '' } };
}
