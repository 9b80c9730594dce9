import { missing } from '@meridian/hub';
import { ownAddress } from '../http/auth/own-address.ts';
import type { Context } from '../http/context.ts';
import type { Operation } from '../http/operation.ts';
import { rangedFile } from '../http/response/ranged-file.ts';
import { json, type Response } from '../http/response/response.ts';
import { refs } from '../openapi/components.ts';
import { notModified } from '../openapi/not-modified.ts';
import { archiveTileJson, TILE_KINDS } from './archive.tile-json.ts';
import type { ArchiveReader } from './archive-reader.ts';
import type { OpenArchive, TileFolder } from './tile-folder.ts';

const PMTILES_TYPE = 'application/vnd.pmtiles';
/** A file may be replaced at any time, and what was read of it before belongs to the old one. */
const CHECKED = 'public, no-cache';

const shared = { method: 'GET', tag: 'service', access: 'open', query: [] } as const;

/** The list of archives, and each as a file or as TileJSON. */
export function tileFileOperations(folder: TileFolder, reader: ArchiveReader): Operation[] {
  return [
    {
      ...shared,
      name: 'listTileFiles',
      path: '/tiles',
      summary: 'The PMTiles archives of the operator: base maps for everybody',
      responses: {
        200: { description: 'By their names', content: { 'application/json': refs.tileFiles } },
      },
      async handle(context) {
        const root = `${ownAddress(context)}/tiles`;
        const files = (await folder.names()).map((name) => {
          const at = `${root}/${encodeURIComponent(name)}`;
          return { name, url: `${at}.pmtiles`, tileJson: `${at}.json` };
        });
        return json(200, files);
      },
    },
    {
      ...shared,
      name: 'getTileFile',
      path: '/tiles/{tile_file}',
      summary: 'An archive of PMTiles, whole or by ranges, or its TileJSON where the name ends in .json',
      description:
        'Map libraries read `{name}.pmtiles` by ranges. For those that do not, `{name}.json` leads to its tiles.',
      responses: {
        200: {
          description: 'The archive, or TileJSON 3.0.0',
          content: {
            [PMTILES_TYPE]: { type: 'string', format: 'binary' },
            'application/json': refs.tileFileJson,
          },
        },
        206: {
          description: 'The bytes that `Range` asks for',
          content: { [PMTILES_TYPE]: { type: 'string', format: 'binary' } },
        },
        304: notModified,
      },
      faults: {
        notFound: 'the folder has no such file',
        rangeNotSatisfiable: 'the range begins behind the end of the file; `Content-Range` has its size',
        damaged: 'the file is no archive of PMTiles 3, or damaged',
      },
      async handle(context) {
        const [, name, ending] = /^(.+)\.(pmtiles|json)$/.exec(context.parameter('tile_file')) ?? [];
        if (name === undefined) throw missing();
        const archive = await folder.open(name);
        if (ending === 'pmtiles')
          return rangedFile(context, archive, { 'Content-Type': PMTILES_TYPE, 'Cache-Control': CHECKED });
        try {
          return await tileJsonResponse(context, archive, reader);
        } finally {
          await archive.handle.close();
        }
      },
    },
  ];
}

async function tileJsonResponse(
  context: Context,
  archive: OpenArchive,
  reader: ArchiveReader,
): Promise<Response> {
  const header = await reader.header(archive);
  const { ending } = TILE_KINDS[header.tileType] ?? { ending: 'bin' };
  const version = encodeURIComponent(archive.etag.slice(1, -1));
  const at = `${ownAddress(context)}/tiles/${encodeURIComponent(archive.name)}`;
  const tiles = `${at}/{z}/{x}/{y}.${ending}?v=${version}`;
  const response = json(200, archiveTileJson(header, await reader.metadata(archive), tiles));
  response.headers['Cache-Control'] = CHECKED;
  return response;
}
