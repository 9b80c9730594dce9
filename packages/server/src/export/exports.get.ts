import { Fault, missing } from '@meridian/hub';
import { operation } from '../http/operation.ts';
import { rangedFile } from '../http/response/ranged-file.ts';
import { empty, json, notStored } from '../http/response/response.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { notModified } from '../openapi/not-modified.ts';
import { clientId } from '../parameters/view.ts';
import { JOB_FORMATS } from './job-formats.ts';
import { exportOfPath, isFor, shownExport } from './shown-export.ts';

const shared = {
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  query: { clientId },
} as const;

export const listExports = operation({
  ...shared,
  name: 'listExports',
  method: 'GET',
  path: '/hub/spaces/{space_id}/exports',
  summary: 'The exports of a space that your account began',
  responses: {
    200: {
      description: 'In the order in which they were begun',
      content: { 'application/json': refs.exports },
    },
  },
  async handle(context) {
    const space = context.openForReading();
    const records = await context.hub.exportFiles.all();
    const own = records.filter((record) => isFor(context, space, record));
    return notStored(
      json(
        200,
        own.map((record) => shownExport(context, record)),
      ),
    );
  },
});

export const getExport = operation({
  ...shared,
  name: 'getExport',
  method: 'GET',
  path: '/hub/spaces/{space_id}/exports/{export_id}',
  summary: 'How far an export is, and where its file is',
  responses: { 200: { description: 'The export', content: { 'application/json': refs.export } } },
  faults: { notFound: 'your account has no such export of this space, or it has expired' },
  handle: async (context) => notStored(json(200, shownExport(context, await exportOfPath(context)))),
});

export const getExportFile = operation({
  ...shared,
  name: 'getExportFile',
  method: 'GET',
  path: '/hub/spaces/{space_id}/exports/{export_id}/{export_file}',
  summary: 'The file of an export, whole or by ranges',
  description: 'Never changes while it is there. Programs that read files by ranges open it by its URL.',
  responses: {
    200: { description: 'The file', content: files() },
    206: { description: 'The bytes that `Range` asks for', content: files() },
    304: notModified,
  },
  faults: {
    notFound: 'your account has no such export of this space, or it has expired',
    conflict: 'the export is not complete, or failed',
    rangeNotSatisfiable: 'the range begins behind the end of the file; `Content-Range` has its size',
  },
  async handle(context) {
    const record = await exportOfPath(context);
    const { id, state, fileName, mediaType, bytes: size } = record;
    if (context.parameter('export_file') !== fileName) throw missing();
    if (state !== 'done')
      throw new Fault(
        'conflict',
        `the export ${id} is ${state}${record.error ? `: ${record.error}` : ', and its file not complete'}`,
      );
    const handle = await context.hub.exportFiles.open(id);
    return rangedFile(
      context,
      { handle, size, etag: `"${id}"` },
      {
        'Content-Type': mediaType,
        'Content-Disposition': `attachment; filename="${fileName}"`,
        'Cache-Control': 'private, no-cache',
      },
    );
  },
});

export const deleteExport = operation({
  ...shared,
  name: 'deleteExport',
  method: 'DELETE',
  path: '/hub/spaces/{space_id}/exports/{export_id}',
  summary: 'Stop an export and delete its file',
  responses: { 204: { description: 'It is gone' } },
  faults: { notFound: 'your account has no such export of this space, or it has expired' },
  async handle(context) {
    const { id } = await exportOfPath(context);
    await context.service.exportJobs.remove(id);
    return empty(204);
  },
});

function files() {
  return Object.fromEntries(
    Object.values(JOB_FORMATS).map(({ bareType }) => [
      bareType,
      { type: 'string', format: 'binary' } as const,
    ]),
  );
}
