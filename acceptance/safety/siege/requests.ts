import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Random } from '../../harness/random.ts';
import { schemaValue } from './bodies.ts';
import type { ApiDocument, Operation, Parameter } from './document.ts';
import { someHeaders } from './headers.ts';
import { withWrongPart, write } from './json-text.ts';
import type { Actors } from './stage.ts';
import { hostileText, spoiled } from './texts.ts';

export type SiegeRequest = {
  operation: Operation;
  method: string;
  target: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
  /** Whether path and method are certain to lead to the operation, so that its description holds for the response. */
  isOnRoute: boolean;
  /** Of a client that gets some responses in forms of its own. */
  isOldClient: boolean;
};

const METHODS = ['GET', 'HEAD', 'PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE'];
/** Segments that a path can lose on its way to the operation. */
const VANISHING = /^(\.|%2e){0,2}$|%2f|[/\\]|\.json$/i;
const OLD_CLIENT = /^python-requests/;
const BOMB = gzipSync(Buffer.alloc(48 * 1024 * 1024, '['));

/** One request to an operation: mostly as it is described, with something wrong in one or two places. */
export function makeRequest(
  random: Random,
  document: ApiDocument,
  operation: Operation,
  actors: Actors,
): SiegeRequest {
  const { target, isSure } = makeTarget(random, operation, actors);
  const isOtherMethod = random.next() < 0.03;
  const method = isOtherMethod ? random.pick(METHODS) : operation.method;
  const body =
    operation.bodies.length > 0 && random.next() < 0.97 ? makeBody(random, document, operation) : undefined;
  const { headers, query } = credentials(random, operation, actors);
  const sent: Record<string, string> = { ...headers, ...body?.headers, ...someHeaders(random) };
  const separator = target.includes('?') ? '&' : '?';
  return {
    operation,
    method,
    target: query === undefined ? target : `${target}${separator}${query}`,
    headers: sent,
    body: body?.bytes,
    isOnRoute: isSure && method === operation.method,
    isOldClient: OLD_CLIENT.test(sent['user-agent'] ?? ''),
  };
}

function makeTarget(random: Random, { path, parameters }: Operation, actors: Actors) {
  let target = path;
  let isSure = true;
  const query: string[] = [];
  for (const parameter of parameters) {
    if (parameter.in === 'path') {
      const segment = encoded(random, parameterValue(random, parameter, actors));
      isSure &&= !VANISHING.test(segment);
      target = target.replace(`{${parameter.name}}`, () => segment);
    } else if (parameter.required ? random.next() < 0.95 : random.next() < 0.18) {
      const isSpread = parameter.explode === true;
      const name = isSpread
        ? `${parameter.name}.${random.pick(['n', 's', 'a.b', hostileText(random, '')])}`
        : parameter.name;
      const value = parameterValue(random, parameter, actors);
      const isComparison = isSpread && /^[=!<>@]/.test(value);
      query.push(`${encoded(random, name)}${isComparison ? '' : '='}${encoded(random, value)}`);
    }
  }
  if (random.next() < 0.05) query.push(random.pick(query.length > 0 ? query : ['x=1']));
  if (random.next() < 0.02) query.push(`${encoded(random, hostileText(random, ''))}=1`);
  if (random.next() < 0.01)
    query.push(random.pick(['%', '%zz', '%ff=%fe', '&&&', '=', '==', `a=${'b'.repeat(60_000)}`]));
  return { target: query.length > 0 ? `${target}?${query.join('&')}` : target, isSure };
}

function parameterValue(random: Random, { name, schema }: Parameter, actors: Actors): string {
  const known = actors.known[name];
  if (known && random.next() < 0.85) return random.pick(known);
  if (random.next() < 0.3) return hostileText(random, name);
  if (schema.enum && random.next() < 0.9) return String(random.pick(schema.enum));
  switch (schema.type) {
    case 'integer':
    case 'number':
      return String(random.pick([schema.minimum ?? -5, schema.maximum ?? 5, random.whole(-200, 200), 0]));
    case 'boolean':
      return random.pick(['true', 'false', 'True', '1']);
    default:
      return hostileText(random, name);
  }
}

/** Percent-encoded; now and then twice, or partly, or in the other case. */
function encoded(random: Random, text: string): string {
  const once = encodeURIComponent(text.toWellFormed());
  const roll = random.next();
  if (roll < 0.02) return encodeURIComponent(once);
  if (roll < 0.04) return once.toLowerCase();
  if (roll < 0.06) return spoiled(random, once).replace(/[^\x21-\x7e]|[#?&/]/g, '%');
  return once;
}

function makeBody(random: Random, document: ApiDocument, { bodies }: Operation) {
  const { type, schema } = random.pick(bodies);
  const value = schemaValue(random, document, schema);
  const roll = random.next();
  let text = write(roll < 0.3 ? value : withWrongPart(random, value));
  if (roll > 0.9) text = spoiled(random, text);
  if (random.next() < 0.02) text = `\ufeff${text}`;
  let bytes: Buffer = Buffer.from(
    text,
    random.next() < 0.03 ? 'utf16le' : random.next() < 0.03 ? 'latin1' : 'utf8',
  );
  const headers: Record<string, string> = {
    'content-type': random.next() < 0.95 ? type : anyType(random, type),
  };
  if (random.next() < 0.08) {
    const [coding, squeeze] = random.pick(CODINGS);
    headers['content-encoding'] = coding;
    bytes = random.next() < 0.02 ? BOMB : squeeze(bytes);
    if (random.next() < 0.3) bytes = bytes.subarray(0, random.whole(0, bytes.length));
  }
  return { bytes, headers };
}

const CODINGS: [coding: string, squeeze: (bytes: Buffer) => Buffer][] = [
  ['gzip', (bytes) => gzipSync(bytes)],
  ['deflate', (bytes) => deflateSync(bytes)],
  ['br', (bytes) => brotliCompressSync(bytes)],
  ['identity', (bytes) => bytes],
  ['gzip, gzip', (bytes) => gzipSync(gzipSync(bytes))],
  ['x-unknown', (bytes) => bytes],
];

function anyType(random: Random, type: string): string {
  return random.pick([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    `${type}; charset=utf-16`,
    `${type};${'a=b;'.repeat(200)}`,
    type.toUpperCase(),
    'a/b/c',
    '',
  ]);
}

function credentials(random: Random, { isForSessions }: Operation, actors: Actors) {
  const roll = random.next();
  const cookie = { headers: { cookie: actors.cookie } as Record<string, string>, query: undefined };
  if (isForSessions && roll < 0.85) return cookie;
  const bearer = (secret: string) => ({ headers: { authorization: `Bearer ${secret}` }, query: undefined });
  if (roll < 0.78) return bearer(actors.token);
  if (roll < 0.84) return bearer(actors.readOnlyToken);
  if (roll < 0.88) return cookie;
  if (roll < 0.91) return { headers: {}, query: `access_token=${actors.token}` };
  if (roll < 0.93) {
    const basic = Buffer.from(`${actors.token}:`).toString('base64');
    return { headers: { authorization: `Basic ${basic}` }, query: undefined };
  }
  if (roll < 0.96) return { headers: {}, query: undefined };
  const secret = hostileText(random, '').replace(/[^\x20-\x7e]/g, '');
  return {
    headers: { authorization: `${random.pick(['Bearer', 'Basic', 'Digest', ''])} ${secret}` },
    query: undefined,
  };
}
