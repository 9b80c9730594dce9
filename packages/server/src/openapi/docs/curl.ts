import type { Schema } from '../../http/operation.ts';
import type { OpenApiDocument, OperationObject, ParameterObject } from '../openapi.ts';
import { exampleOf, indented } from './example.ts';

/** A call that can be pasted into a shell in which TOKEN is set, and HUB where the description names no address. */
export function curlExample(
  document: OpenApiDocument,
  path: string,
  method: string,
  operation: OperationObject,
): string {
  const verb = method === 'get' ? '' : `-X ${method.toUpperCase()} `;
  const target = filled(path, operation.parameters);
  return [
    `curl ${verb}${hasAddress(document) ? quoted(addressOf(document) + target) : `"$HUB${target}"`}`,
    ...credentialsOf(operation),
    ...bodyOptions(document, operation),
  ].join(' \\\n  ');
}

function credentialsOf({ security }: OperationObject): string[] {
  if (security.length === 0) return [];
  return security.every((scheme) => 'session' in scheme)
    ? ['-b cookies.txt']
    : ['-H "Authorization: Bearer $TOKEN"'];
}

/** False where the description is served without knowing where: its server is `/` then. */
export function hasAddress(document: OpenApiDocument): boolean {
  return /^https?:/.test(addressOf(document));
}

function addressOf({ servers }: OpenApiDocument): string {
  return servers[0]!.url;
}

/** Path parameters by their examples, and those of the query that are required or have an example. */
function filled(path: string, parameters: readonly ParameterObject[]): string {
  const textOf = ({ schema, name }: ParameterObject) => encodeExample(exampleOf(schema) ?? `any-${name}`);
  const inPath = path.replaceAll(/\{([^}]+)\}/g, (_, name) =>
    textOf(parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)!),
  );
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .filter((parameter) => parameter.required || exampleOf(parameter.schema) !== undefined)
    .map((parameter) => `${encodeURIComponent(parameter.name)}=${textOf(parameter)}`);
  return query.length > 0 ? `${inPath}?${query.join('&')}` : inPath;
}

function encodeExample(value: unknown): string {
  return [value]
    .flat()
    .map((entry) => encodeURIComponent(String(entry)))
    .join(',');
}

function bodyOptions(document: OpenApiDocument, { requestBody }: OperationObject): string[] {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type === undefined || content === undefined) return [];
  const example = exampleOf(resolved(document, content.schema));
  const body = example === undefined ? '@body.json' : quoted(indented(example));
  return [`-H ${quoted(`Content-Type: ${type}`)}`, `-d ${body}`];
}

function resolved(document: OpenApiDocument, schema: Schema): Schema {
  if (typeof schema.$ref !== 'string') return schema;
  return document.components.schemas[schema.$ref.split('/').at(-1)!] ?? schema;
}

/** Quoted for a POSIX shell, in which only ' itself cannot stand between single quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
