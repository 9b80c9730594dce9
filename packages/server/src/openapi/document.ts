import type { Documented, Operation } from '../http/operation.ts';
import { rightSentence } from '../http/right-rule.ts';
import { componentSchemas } from './components.ts';
import { errorResponses, errorResponsesOf } from './error-responses.ts';
import { headerRef, responseHeaders } from './headers.ts';
import { notModified } from './not-modified.ts';
import type { Content, OpenApiDocument, OperationObject, ResponseObject, SecurityScheme } from './openapi.ts';
import { pathParameters, queryParameter } from './parameters.ts';

const DESCRIPTION = `Meridian stores GeoJSON features in named spaces and serves them over HTTP.

Bodies are JSON in UTF-8 and may be sent gzipped. Reads carry an ETag and respond with 304 to a matching If-None-Match. Every response carries a Stream-Id; give it when you report a problem. HEAD responds as GET, without the body.`;

/** In the order in which a reader wants them. */
const TAGS: Record<Operation['tag'], string> = {
  spaces: 'Spaces are named containers of features.',
  'features: read': 'By id, page by page, by tags and properties.',
  'features: write': 'One at a time or in bulk. The response to a write is sent once it is on disk.',
  projects: 'Projects are free-form documents, such as maps made of spaces.',
  tokens: 'Access tokens and what they may do. These calls need the cookies of a sign-in.',
  accounts: 'Accounts: signing in and out, and for administrators who may.',
  ogc: 'OGC API: the same spaces for GIS.',
  service: 'The hub itself: what it is, how it fares, its pages and what they load.',
};

const SECURITY_SCHEMES: Record<string, SecurityScheme> = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An access token in the header `Authorization: Bearer <token>`. Prefer this one.',
  },
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'An access token as the password of `Authorization: Basic`, with any user name.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'here_access',
    description:
      'The cookies of a sign-in, `here_access` and its like: for tokens and accounts, and wherever else no access token is sent.',
  },
  accessToken: {
    type: 'apiKey',
    in: 'query',
    name: 'access_token',
    description:
      'An access token in the query parameter `access_token`, for clients that cannot set headers.',
  },
};

const SCHEMES_FOR: Record<Operation['access'], (keyof typeof SECURITY_SCHEMES)[]> = {
  open: [],
  token: ['bearer', 'basic', 'session', 'accessToken'],
  session: ['session'],
};

/** The OpenAPI 3.1 description of the given operations. */
export function openApiDocument(
  operations: readonly Operation[],
  { version, url }: { version: string; url: string },
): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: operationObject(operation),
    };
  }
  const used = new Set(operations.map(({ tag }) => tag));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Meridian',
      version,
      description: DESCRIPTION,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url }],
    tags: (Object.keys(TAGS) as Operation['tag'][])
      .filter((name) => used.has(name))
      .map((name) => ({ name, description: TAGS[name] })),
    paths,
    components: {
      schemas: componentSchemas,
      responses: errorResponses(),
      headers: responseHeaders,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function operationObject(operation: Operation): OperationObject {
  const { name, tag, summary, access, right, path, query, body } = operation;
  const description = descriptionOf(operation);
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(right && { 'x-right': { oneOf: right.oneOf, on: right.on } }),
    security: SCHEMES_FOR[access].map((scheme) => ({ [scheme]: [] })),
    parameters: [...pathParameters(path), ...query.map(queryParameter)],
    ...(body && {
      requestBody: { description: body.description, required: true, content: contentOf(body.content) },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(responsesOf(operation)).map(([status, response]) => [
          status,
          responseObject(operation, response),
        ]),
      ),
      ...errorResponsesOf(operation),
    },
  };
}

function descriptionOf({ description, right }: Operation): string | undefined {
  const needed = right && rightSentence(right);
  return description !== undefined && needed !== undefined
    ? `${description}\n\n${needed}`
    : (description ?? needed);
}

/** Every read of features has an ETag. */
function responsesOf({ tag, responses }: Operation): Operation['responses'] {
  return tag === 'features: read' ? { ...responses, 304: notModified } : responses;
}

function responseObject(operation: Operation, { description, content, links }: Documented): ResponseObject {
  const headers = 304 in responsesOf(operation) ? ['Stream-Id', 'ETag'] : ['Stream-Id'];
  return {
    description,
    headers: Object.fromEntries(headers.map((name) => [name, headerRef(name)])),
    ...(content && { content: contentOf(content) }),
    ...(links && { links }),
  };
}

function contentOf(content: NonNullable<Documented['content']>): Content {
  return Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }]));
}
