import type { IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { Validator } from '@cfworker/json-schema';
import type { ApiDocument, Schema } from './document.ts';
import type { SiegeRequest } from './requests.ts';

export type Received = { status: number; headers: IncomingHttpHeaders; bytes: Buffer };

/** Those that say in words that the hub can't serve at this moment. Every other 5xx is a defect. */
const HONEST = new Set([503, 507]);
/** Also where no operation is reached: what is refused before there is one. */
const BEFORE_ROUTING = new Set([400, 408, 413, 417, 429, 431, 503]);
const ERROR_SHAPES = ['ErrorResponse', 'RequestError', 'NotSignedIn'];
/** Larger bodies are of many features, each of which has been seen in smaller ones. */
const MAX_CHECKED_BYTES = 200_000;
const INSIDE = /node:internal|\bat \S+ \(|\/packages\/\w+\/src\/|SQLITE_|PostgresError/;

/** Holds responses against what the hub says of itself. */
export class Judge {
  readonly #components: object;
  readonly #validators = new Map<string, Validator>();

  constructor({ components, operations }: ApiDocument) {
    this.#components = components;
    // Before anything is sent: to make one takes long enough for others to seem slow.
    for (const name of ERROR_SHAPES) this.#validator(name, referenceTo(name));
    for (const { responses } of operations)
      for (const bodies of responses.values())
        for (const schema of bodies.values()) if (schema) this.#validator(JSON.stringify(schema), schema);
  }

  /** What is wrong with the response to a request; empty where nothing is. */
  faultsOf(request: SiegeRequest, { status, headers, bytes }: Received): string[] {
    const { operation, isOnRoute, isOldClient } = request;
    const faults = this.#general(request, { status, headers, bytes });
    if (!isOnRoute || isOldClient || (status !== 400 && BEFORE_ROUTING.has(status))) return faults;
    const bodies = operation.responses.get(status);
    if (bodies === undefined) return [...faults, `status ${status} is not documented`];
    const type = headers['content-type']?.split(';')[0]?.trim();
    if (type === undefined || bodies.size === 0) return faults;
    const schema = bodies.get(type);
    if (schema === undefined) return [...faults, `status ${status} with ${type} is not documented`];
    const json = jsonOf(headers, bytes);
    if (json !== undefined) faults.push(...this.#mismatch(JSON.stringify(schema), schema, json));
    return faults;
  }

  /** What holds for every response, wherever it comes from. */
  #general({ method, isOldClient }: SiegeRequest, { status, headers, bytes }: Received): string[] {
    const faults: string[] = [];
    if (status >= 500 && !HONEST.has(status)) faults.push(`status ${status}`);
    if (headers['stream-id'] === undefined) faults.push('no Stream-Id');
    if (headers['x-content-type-options'] !== 'nosniff') faults.push('no nosniff');
    if (status < 400 || method === 'HEAD' || isOldClient) return faults;
    const json = jsonOf(headers, bytes);
    if (json === undefined) return [...faults, 'an error without a JSON body'];
    if (INSIDE.test(JSON.stringify(json))) faults.push('an error that shows the inside');
    const isShaped = ERROR_SHAPES.some((name) => this.#mismatch(name, referenceTo(name), json).length === 0);
    if (!isShaped) faults.push('an error of no documented shape');
    if (status >= 500 && !/"(errorM|m)essage":"[^"]{10,}"/.test(JSON.stringify(json)))
      faults.push('no words');
    return faults;
  }

  #validator(key: string, schema: Schema): Validator {
    let validator = this.#validators.get(key);
    if (!validator) {
      validator = new Validator({ ...schema, components: this.#components } as object, '2020-12');
      this.#validators.set(key, validator);
    }
    return validator;
  }

  #mismatch(key: string, schema: Schema, json: unknown): string[] {
    const { valid, errors } = this.#validator(key, schema).validate(json);
    if (valid) return [];
    const last = errors.at(-1)!;
    return [`not as documented at ${last.instanceLocation}: ${last.error}`];
  }
}

function referenceTo(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/** Undefined where the body is no JSON, or very large. */
function jsonOf(headers: IncomingHttpHeaders, bytes: Buffer): unknown {
  if (!/\bjson\b/.test(headers['content-type'] ?? '')) return undefined;
  const decode = DECODERS[headers['content-encoding'] ?? ''];
  const plain = decode ? decode(bytes) : bytes;
  if (plain.length === 0 || plain.length > MAX_CHECKED_BYTES) return undefined;
  return JSON.parse(plain.toString('utf8'));
}
