import { FAULTS } from '../http/errors.ts';
import { STATUS_CODES } from '../http/node-http.ts';
import type { Documented, Operation, QueryParameter, Schema } from '../http/operation.ts';
import { rightSentence } from '../http/right-rule.ts';
import { OGC_ROOT, TYPES } from './links.ts';
import { PATH_PARAMETERS } from './path-parameters.ts';
import { ogcRefs, ogcSchemas } from './schemas.ts';

/** The errors that an operation can have, beside those that all have. */
const ALWAYS = [400, 429, 500, 503];

/** OGC API – Tiles prescribes how the ids of its operations end. */
const TILE_OPERATION_IDS: Record<string, string> = {
  getOgcTileMatrixSets: 'ogc.getTileMatrixSetsList',
  getOgcTileMatrixSet: 'ogc.getTileMatrixSet',
  getOgcTilesets: 'ogc.collection.vector.getTileSetsList',
  getOgcTileset: 'ogc.collection.vector.getTileSet',
  getOgcTile: 'ogc.collection.vector.getTile',
};

/** The OpenAPI 3.0 description of these operations, which needs nothing from outside. */
export function ogcApiDocument(
  operations: readonly Operation[],
  { version, url }: { version: string; url: string },
) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const path = renamed(operation.path.slice(OGC_ROOT.length) || '/');
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationObject(operation) };
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Meridian: OGC API',
      version,
      description:
        'The spaces of a Meridian hub as OGC API – Features: read, filter, sort and write with any GIS. Parameters that a resource does not know are refused.',
      license: { name: 'Apache License 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url }],
    tags: [{ name: 'ogc', description: 'OGC API – Features' }],
    paths,
    components: {
      schemas: ogcSchemas,
      responses: errorResponses(operations),
      securitySchemes: {
        basic: {
          type: 'http',
          scheme: 'basic',
          description:
            'An access token as the password, with any user name; or as the user, without a password.',
        },
        bearer: { type: 'http', scheme: 'bearer', description: 'An access token.' },
        accessToken: { type: 'apiKey', in: 'query', name: 'access_token', description: 'An access token.' },
      },
    },
  };
}

/** The names of the standard for parts of paths. */
function renamed(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{${PATH_PARAMETERS[name]!.name}}`);
}

/** One operation, as OpenAPI 3.0 describes it. */
export function operationObject(operation: Operation) {
  const { name, summary, description, right, path, query, access, body, responses } = operation;
  const sentences = [description, right && rightSentence(right)].filter((text) => text !== undefined);
  return {
    operationId: TILE_OPERATION_IDS[name] ?? name,
    tags: ['ogc'],
    summary,
    ...(sentences.length > 0 && { description: sentences.join('\n\n') }),
    security: access === 'open' ? [] : [{ basic: [] }, { bearer: [] }, { accessToken: [] }],
    parameters: [...pathParameters(path), ...query.map(queryParameter), ...headerParameters(operation)],
    ...(body && { requestBody: { description: body.description, required: true, content: contentOf(body) } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(responses).map(([status, response]) => [
          status,
          { description: response.description, ...(response.content && { content: contentOf(response) }) },
        ]),
      ),
      ...Object.fromEntries(
        statusesOf(operation).map((status) => [
          String(status),
          { $ref: `#/components/responses/${nameOf(status)}` },
        ]),
      ),
    },
  };
}

function pathParameters(path: string) {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => {
    const known = PATH_PARAMETERS[name!]!;
    return { ...known, in: 'path', required: true };
  });
}

/** All are sent once; the standards spell that out for their own, which is the default for none of them. */
function queryParameter({ name, description, schema }: QueryParameter) {
  return {
    name,
    in: 'query',
    description,
    required: false,
    schema: inOpenApi30(schema),
    style: 'form',
    explode: false,
  };
}

function headerParameters({ body, faults }: Operation) {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    description,
    required: false,
    schema: { type: 'string' },
  });
  return [
    ...(body
      ? [header('Content-Crs', 'The URI of the system that coordinates are in, `<…>`; CRS84 without it.')]
      : []),
    ...(faults && 'preconditionFailed' in faults
      ? [header('If-Match', 'The `ETag` of the item: it is written only if it is still in that state.')]
      : []),
  ];
}

/** OpenAPI 3.0 has one example, not several. */
function inOpenApi30({ examples, ...schema }: Schema): Schema {
  return Array.isArray(examples) ? { ...schema, example: examples[0] } : schema;
}

function contentOf({ content }: Documented) {
  return Object.fromEntries(Object.entries(content ?? {}).map(([type, schema]) => [type, { schema }]));
}

function statusesOf({ access, path, method, body, faults }: Operation): number[] {
  return [
    ...new Set([
      ...ALWAYS,
      ...(access === 'token' ? [401, 403] : []),
      ...(path.includes('{') ? [404] : []),
      ...(method === 'GET' ? [504] : []),
      ...(body ? [405, 409, 413, 415, 507] : []),
      ...(method === 'DELETE' ? [405, 507] : []),
      ...Object.keys(faults ?? {}).map((kind) => FAULTS[kind as keyof typeof FAULTS].status),
    ]),
  ].sort((a, b) => a - b);
}

function nameOf(status: number): string {
  return STATUS_CODES[status]!.replaceAll(/[^A-Za-z]/g, '');
}

function errorResponses(operations: readonly Operation[]) {
  const statuses = new Set(operations.flatMap(statusesOf));
  return Object.fromEntries(
    [...statuses]
      .sort()
      .map((status) => [
        nameOf(status),
        { description: whenOf(status), content: { [TYPES.json]: { schema: ogcRefs.exception } } },
      ]),
  );
}

/** Of several errors with one status, the one that happens here. */
const MEANT: Record<number, keyof typeof FAULTS> = {
  405: 'readOnly',
  412: 'preconditionFailed',
  503: 'unavailable',
};

function whenOf(status: number): string {
  const kind = MEANT[status];
  const { when } = kind ? FAULTS[kind] : Object.values(FAULTS).find((fault) => fault.status === status)!;
  return `${when[0]!.toUpperCase()}${when.slice(1)}.`;
}
