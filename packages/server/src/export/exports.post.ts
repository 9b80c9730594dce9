import type { TileFormatId, WriteFormatId } from '@meridian/formats';
import { Fault, invalid, type ReadableSpace } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import { operation } from '../http/operation.ts';
import type { ValuesOf } from '../http/parameter.ts';
import { json, notStored } from '../http/response/response.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { choice, integer } from '../parameters/parameter.ts';
import { atVersion } from '../parameters/version.ts';
import { csvOptions, exportParameters, searchOf } from './export-parameters.ts';
import { featureContent } from './feature-content.ts';
import { isTileFormat, JOB_FORMATS, type JobFormat } from './job-formats.ts';
import { addressOf, shownExport } from './shown-export.ts';
import { tileContent } from './tile-content.ts';

/** The deepest zoom that TileJSON names. */
const MAX_ZOOM = 20;

const query = {
  ...exportParameters,
  format: choice({
    name: 'format',
    description: 'What the file is; `pmtiles` and `mbtiles` have all vector tiles, drawn by `mode=auto`.',
    choices: Object.keys(JOB_FORMATS) as JobFormat[],
    byDefault: 'geojson',
  }),
  minZoom: zoom('minZoom', 'The first zoom of a file of tiles; 0 if absent.'),
  maxZoom: zoom('maxZoom', 'The last zoom of a file of tiles; if absent, where tiles show every feature.'),
};

function zoom<const Name extends string>(name: Name, description: string) {
  return integer({ name, description, min: 0, max: MAX_ZOOM });
}

export const createExport = operation({
  name: 'createExport',
  method: 'POST',
  path: '/hub/spaces/{space_id}/exports',
  summary: 'Begin an export in the background',
  description:
    'Writes a file of one version of the space, which is then read whole or by ranges, as often as needed until it expires: GDAL opens it by its URL. Takes what `export` takes, and makes files of vector tiles too. The response says where to ask how far it is.',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  query,
  responses: {
    202: {
      description: 'The export was begun, or waits for others; `Location` has its address',
      content: { 'application/json': refs.export },
      links: {
        GetExport: {
          operationId: 'getExport',
          parameters: { space_id: '$request.path.space_id', export_id: '$response.body#/id' },
        },
        DeleteExport: {
          operationId: 'deleteExport',
          parameters: { space_id: '$request.path.space_id', export_id: '$response.body#/id' },
        },
      },
    },
  },
  faults: {
    tooMany: 'the account has as many exports as it may; some must end or be deleted first',
    full: 'the quota of the account, the files of all exports, or the disk has no room',
  },
  async handle(context, read) {
    const space = context.openForReading();
    if (context.caller.isAnonymous)
      throw new Fault(
        'unauthorized',
        'files are written for accounts: send a token; without one, GET …/export streams',
      );
    const asked = read();
    const { format } = asked;
    const past = await atVersion(asked.version, space, context.ticket);
    const content = isTileFormat(format)
      ? tilesAsked(context, space, asked, format, past)
      : featuresAsked(context, space, asked, format, past);
    const { info } = space;
    const record = await context.service.exportJobs.add(
      {
        account: context.caller.account.id,
        space: info.id,
        storageKey: info.record.storageKey,
        sources: space.storedIn,
        fileName: `${info.id}.${JOB_FORMATS[format].ending}`,
        mediaType: JOB_FORMATS[format].contentType,
        format,
      },
      content,
    );
    const response = notStored(json(202, shownExport(context, record)));
    response.headers.Location = addressOf(context, record);
    return response;
  },
});

type Asked = ValuesOf<typeof query>;
type Past = { version: number } | undefined;

function featuresAsked(
  context: Context,
  space: ReadableSpace,
  { minZoom, maxZoom, ...asked }: Asked,
  format: WriteFormatId,
  past: Past,
) {
  refuseFor(format, { minZoom, maxZoom });
  const { hub, caller, readOptions } = context;
  const search = { ...searchOf(asked, context), ...past };
  return featureContent(
    {
      space,
      search,
      format,
      csv: csvOptions(format, asked),
      account: caller.account.id,
      timeLimitMs: readOptions.timeLimitMs,
    },
    hub.load,
  );
}

function tilesAsked(context: Context, space: ReadableSpace, asked: Asked, format: TileFormatId, past: Past) {
  const { minZoom = 0, maxZoom, area, filter, view, formulas, csvGeometry } = asked;
  refuseFor(format, { formulas, csvGeometry });
  if (area)
    throw invalid(`a box is not possible with format=${format}: use filter=S_INTERSECTS(geometry, BBOX(…))`);
  if (maxZoom !== undefined && maxZoom < minZoom)
    throw invalid(`minZoom=${minZoom} is more than maxZoom=${maxZoom}`);
  const range = { minZoom, maxZoom };
  return tileContent({ context, space, format, range, shown: { filter, view }, past });
}

function refuseFor(format: JobFormat, sent: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(sent))
    if (value !== undefined) throw invalid(`${name} is not possible with format=${format}`);
}
