import { WRITE_FORMATS } from '@meridian/formats';
import { Fault, isEmptyFilter } from '@meridian/hub';
import { operation } from '../http/operation.ts';
import { json, notStored } from '../http/response/response.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { atVersion } from '../parameters/version.ts';
import { csvOptions, exportParameters, searchOf, typeOf } from './export-parameters.ts';
import { featureContent } from './feature-content.ts';
import { addressOf, shownExport } from './shown-export.ts';

export const createExport = operation({
  name: 'createExport',
  method: 'POST',
  path: '/hub/spaces/{space_id}/exports',
  summary: 'Begin an export in the background',
  description:
    'Writes a file of one version of the space, which is then read whole or by ranges, as often as needed until it expires: GDAL opens it by its URL. Takes what `export` takes. The response says where to ask how far it is.',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  query: exportParameters,
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
    const { version, format, ...asked } = read();
    const at = await atVersion(version, space, context.ticket);
    const csv = csvOptions(format, asked);
    const search = { ...searchOf(asked, context), ...at };
    const { hub, caller, service, readOptions } = context;
    const isWhole = isEmptyFilter(search.filter) && search.area === undefined;
    const totalFeatures = isWhole ? await space.count(search.filter, readOptions, at?.version) : undefined;
    const account = caller.account.id;
    const { timeLimitMs } = readOptions;
    const record = await service.exportJobs.add(
      {
        account,
        space: space.info.id,
        storageKey: space.info.record.storageKey,
        sources: space.storedIn,
        fileName: `${space.info.id}.${WRITE_FORMATS[format].ending}`,
        mediaType: typeOf(format),
        format,
        ...(totalFeatures === undefined ? {} : { totalFeatures }),
      },
      featureContent({ space, search, format, csv, account, timeLimitMs }, hub.load),
    );
    const response = notStored(json(202, shownExport(context, record)));
    response.headers.Location = addressOf(context, record);
    return response;
  },
});
