import { Fault, missing } from '@meridian/hub';
import { EMBED_PAGE, MAP_PAGE, PAGE, type Studio, type StudioFile, UNKNOWN_PAGE } from '@meridian/studio';
import { sessionIdsOf } from '../http/auth/cookies.ts';
import type { Context } from '../http/context.ts';
import { isKnown } from '../http/etag.ts';
import type { Operation } from '../http/operation.ts';
import { readByteRange } from '../http/request/byte-range.ts';
import { chooseCoding } from '../http/response/coding.ts';
import { empty, type Headers, type Response } from '../http/response/response.ts';
import { studioHeaders } from '../http/response/security-headers.ts';
import { notModified } from '../openapi/not-modified.ts';

/** Its name changes with its content. */
const LAND = /^\/studio\/land-\w+\.svg$/;
const YEAR = 'public, max-age=31536000, immutable';

/** The web page. It is loaded for the first request, in a checkout also built if need be; requests until then wait for it. */
export function studioOperations(studio: () => Promise<Studio>, mapOrigins: readonly string[]): Operation[] {
  const headers = studioHeaders(mapOrigins);
  const serve = async (context: Context, path: string) => {
    const { files } = await ready(studio());
    const file = files.get(path);
    if (!file) throw missing();
    const page = { [EMBED_PAGE]: headers.embed, [MAP_PAGE]: headers.map }[path] ?? headers.page;
    return fileResponse(context, file, file.mayCompile ? headers.fileWorker : page);
  };
  const shared = { method: 'GET', tag: 'service', access: 'open', query: [] } as const;
  return [
    {
      ...shared,
      name: 'getStudio',
      path: '/',
      summary: 'The studio: the hub in a browser',
      responses: {
        200: { description: 'The page', content: { 'text/html': { type: 'string' } } },
        304: notModified,
        308: { description: 'Below a path, to that path with a slash' },
      },
      async handle(context) {
        if (lacksSlash(context.request.url!)) return redirect(`${context.basePath}/`);
        const isKnown = sessionIdsOf(context.request.headers).length > 0;
        const response = await serve(context, isKnown ? PAGE : UNKNOWN_PAGE);
        response.headers.Vary = 'Cookie, Accept-Encoding';
        return response;
      },
    },
    {
      ...shared,
      name: 'getEmbeddedMap',
      path: EMBED_PAGE,
      summary: 'A space on a map, for frames of other pages',
      description:
        'What it shows stands behind the `#` of its address, which is sent to no server: `/embed#space=lakes&token=…`. Public spaces need no token.',
      responses: {
        200: { description: 'The page', content: { 'text/html': { type: 'string' } } },
        304: notModified,
      },
      handle: (context) => serve(context, EMBED_PAGE),
    },
    {
      ...shared,
      name: 'getPublishedMap',
      path: '/maps/{map}',
      summary: 'A published map, for everyone who has its link',
      description:
        'The page uses no session, and any site may show it in a frame. It is the same for every link: its script reads the map with the token that is the last part of the path.',
      responses: {
        200: { description: 'The page', content: { 'text/html': { type: 'string' } } },
        304: notModified,
      },
      handle: (context) => serve(context, MAP_PAGE),
    },
    {
      ...shared,
      name: 'getStudioIcon',
      path: '/icon.svg',
      summary: 'The picture that stands for this hub',
      responses: {
        200: { description: 'The picture', content: { 'image/svg+xml': { type: 'string' } } },
        304: notModified,
      },
      handle: (context) => serve(context, '/icon.svg'),
    },
    {
      ...shared,
      name: 'getOgcLand',
      path: '/ogc/land.svg',
      summary: 'The land of the world, for the maps on the pages of the OGC API',
      responses: {
        200: { description: 'The picture', content: { 'image/svg+xml': { type: 'string' } } },
        304: notModified,
      },
      async handle(context) {
        const { files } = await ready(studio());
        const path = [...files.keys()].find((name) => LAND.test(name));
        if (path === undefined) throw missing();
        const response = await serve(context, path);
        response.headers['Cache-Control'] = 'public, max-age=86400';
        return response;
      },
    },
    {
      ...shared,
      name: 'getStudioFile',
      path: '/studio/{file}',
      summary: 'What the studio loads',
      description: 'Names change with the content, so that they can be cached for good.',
      responses: {
        200: { description: 'The file', content: { '*/*': {} } },
        206: { description: 'The bytes of the base map that `Range` asks for', content: { '*/*': {} } },
        304: notModified,
      },
      faults: {
        rangeNotSatisfiable: 'the range begins behind the end of the file; `Content-Range` has its size',
      },
      handle: (context) => serve(context, `/studio/${context.parameter('file')}`),
    },
  ];
}

/** `https://host/geo`: the links of the page lead from `https://host/geo/`. */
function lacksSlash(url: string): boolean {
  return !url.split('?', 1)[0]!.endsWith('/');
}

function redirect(to: string): Response {
  const response = empty(308);
  response.headers.Location = to;
  return response;
}

async function ready(studio: Promise<Studio>): Promise<Studio> {
  try {
    return await studio;
  } catch {
    throw new Fault('unavailable', 'the studio could not be built: the log of the hub says why');
  }
}

/** Compressed when it was built: nothing is left to do. */
function fileResponse(
  { request: { headers } }: Context,
  file: StudioFile,
  secured: Readonly<Headers>,
): Response {
  const offered = (['br', 'gzip'] as const).filter((name) => file[name]);
  const coding = chooseCoding(headers['accept-encoding'] as string | undefined, offered)?.name;
  const known = headers['if-none-match'];
  const isSame = known !== undefined && isKnown(known, file.etag);
  const body = coding ? file[coding as 'br' | 'gzip']! : file.body;
  const response: Response = isSame ? empty(304) : { status: 200, headers: {}, body };
  Object.assign(response.headers, secured, {
    'Cache-Control': file.isImmutable ? YEAR : 'no-cache',
    ETag: coding ? file.etag.replace(/"$/, `+${coding}"`) : file.etag,
  });
  if (!isSame) response.headers['Content-Type'] = file.type;
  if (offered.length === 0 && !isSame) return rangeOf(response, body, headers.range as string | undefined);
  if (coding) response.headers.Vary = 'Accept-Encoding';
  if (!isSame && coding) response.headers['Content-Encoding'] = coding;
  return response;
}

/** Tiles of the base map are read by ranges. The name of the file has the version: there is nothing that `If-Range` could tell. */
function rangeOf(whole: Response, body: Uint8Array, asked: string | undefined): Response {
  whole.headers['Accept-Ranges'] = 'bytes';
  const range = readByteRange(asked, body.length);
  if (!range) return whole;
  const { start, length } = range;
  whole.headers['Content-Range'] = `bytes ${start}-${start + length - 1}/${body.length}`;
  return { ...whole, status: 206, body: body.subarray(start, start + length) };
}
