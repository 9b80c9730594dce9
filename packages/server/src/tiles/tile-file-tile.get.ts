import { invalid, missing } from '@meridian/hub';
import { isKnown } from '../http/etag.ts';
import type { Operation } from '../http/operation.ts';
import { chooseCoding } from '../http/response/coding.ts';
import { empty, type Response, vary } from '../http/response/response.ts';
import { notModified } from '../openapi/not-modified.ts';
import { TILE_KINDS } from './archive.tile-json.ts';
import type { ArchiveReader, StoredTile } from './archive-reader.ts';
import type { TileFolder } from './tile-folder.ts';

/** TileJSON names the state of the file in the addresses of its tiles. */
const AN_HOUR = 'public, max-age=3600';
/** The deepest zoom whose tiles have numbers that are exact. */
const MAX_ZOOM = 26;

/** One tile of an archive. */
export function tileFileTileOperation(folder: TileFolder, reader: ArchiveReader): Operation {
  return {
    method: 'GET',
    tag: 'service',
    access: 'open',
    query: [],
    name: 'getTileFileTile',
    path: '/tiles/{tile_file}/{z}/{x}/{y}',
    summary: 'A tile of an archive, for map libraries that do not read PMTiles',
    description: 'With the ending of its kind: `.mvt`, `.png`, `.jpg`, `.webp`, `.avif`.',
    responses: {
      200: { description: 'The tile', content: { '*/*': { type: 'string', format: 'binary' } } },
      204: { description: 'The archive has nothing there' },
      304: notModified,
    },
    faults: {
      notFound: 'the folder has no such file, or its tiles are of another kind',
      damaged: 'the file is no archive of PMTiles 3, or damaged',
    },
    async handle(context) {
      const [, row, ending] = /^(\d+)\.(\w+)$/.exec(context.parameter('y')) ?? [];
      if (row === undefined) throw missing();
      const z = numberOf(context.parameter('z'), 'z', MAX_ZOOM);
      const x = numberOf(context.parameter('x'), 'x', 2 ** z - 1);
      const y = numberOf(row, 'y', 2 ** z - 1);
      const archive = await folder.open(context.parameter('tile_file'));
      try {
        const kind = TILE_KINDS[(await reader.header(archive)).tileType];
        if (kind?.ending !== ending) throw missing();
        const { headers } = context.request;
        const marks = { ETag: archive.etag, 'Cache-Control': AN_HOUR };
        if (headers['if-none-match'] !== undefined && isKnown(headers['if-none-match'], archive.etag))
          return { ...empty(304), headers: marks };
        const tile = await reader.tile(archive, z, x, y);
        if (!tile) return { ...empty(204), headers: marks };
        const response: Response = { status: 200, headers: { ...marks, 'Content-Type': kind!.type } };
        return await withBody(response, tile, headers['accept-encoding'] as string | undefined);
      } finally {
        await archive.handle.close();
      }
    },
  };
}

/** As it is stored where the client takes that. */
async function withBody(
  response: Response,
  tile: StoredTile,
  accepted: string | undefined,
): Promise<Response> {
  const { coding, bytes } = tile;
  if (coding === undefined) return { ...response, body: bytes };
  vary(response.headers, 'Accept-Encoding');
  if (!chooseCoding(accepted, [coding])) return { ...response, body: await tile.expand() };
  response.headers['Content-Encoding'] = coding;
  response.headers.ETag = response.headers.ETag!.replace(/"$/, `+${coding}"`);
  return { ...response, body: bytes };
}

function numberOf(text: string, name: string, max: number): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) > max)
    throw invalid(`${name} must be a whole number from 0 to ${max}, not ${JSON.stringify(text)}`);
  return Number(text);
}
