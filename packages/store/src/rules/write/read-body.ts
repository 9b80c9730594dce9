import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { Fault, invalid } from '../../model/fault.ts';
import { readFeatureId, readFeatureInput } from '../../model/feature/read-input.ts';
import { decodeUtf8, parseExactly } from '../../model/json/exact-json.ts';
import { isObject, type JsonObject } from '../../model/json/own.ts';
import type { BodyContent, Modification, WriteEntry } from './body-content.ts';
import { readPlainCollection } from './read-plain-collection.ts';
import {
  type ContentCoding,
  ON_CONFLICT,
  ON_EXISTS,
  ON_NOT_EXISTS,
  type WriteBody,
  type WriteLimits,
  type WriteRequest,
  type WriteRule,
} from './write-request.ts';

export function readBody(request: WriteRequest): BodyContent {
  const text = bodyText(request.body, request.limits.maxBodyBytes);
  if (request.body.lines) return { single: false, modifications: [readLines(text, request)] };
  if (text.trim() === '') throw invalid('the request body is empty; send GeoJSON');
  const entries = readPlainCollection(text, request.limits, readEntry);
  if (entries) return { single: false, modifications: [{ rule: request.rule, entries, ids: [] }] };
  let value: unknown;
  try {
    value = parseExactly(text, 'the request body', request.limits.maxDepth);
  } catch (error) {
    if (looksLikeLines(text)) return { single: false, modifications: [readLines(text, request)] };
    throw error;
  }
  if (!isObject(value)) throw invalid('the request body must be a GeoJSON object');
  return readContent(value, request);
}

type Inflater = (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;

const inflaters: Record<Exclude<ContentCoding, 'identity'>, Inflater> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

function inflate({ bytes, coding }: WriteBody, maxBytes: number): Uint8Array {
  if (coding === 'identity') return bytes;
  try {
    return inflaters[coding](bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new Fault('tooLarge', `the request body inflates to more than the ${maxBytes} bytes allowed`);
    throw invalid(`the request body is not valid ${coding} data: ${(error as Error).message}`);
  }
}

/** The text of a small body. */
export function bodyText(body: WriteBody, maxBytes: number): string {
  return decodeUtf8(inflate(body, maxBytes), 'the request body');
}

function readContent(value: JsonObject, request: WriteRequest): BodyContent {
  const { limits, rule } = request;
  switch (value.type) {
    case 'FeatureCollection':
      return { single: false, modifications: [modification(rule, featuresOf(value, ''), limits, 0)] };
    case 'FeatureModificationList':
      return { single: false, modifications: readModifications(value, rule, limits) };
    case 'Feature':
      return readSingle(value, request);
    case undefined:
      // Where one feature is expected, nothing else can be meant. Elsewhere it may be a collection of any kind.
      if (request.target.kind !== 'collection') return readSingle(value, request);
      throw invalid(`type is missing: it must be ${BODY_KINDS}`);
    default:
      throw invalid(`type must be ${BODY_KINDS}, not ${JSON.stringify(value.type).slice(0, 100)}`);
  }
}

const BODY_KINDS = '"FeatureCollection", "Feature" or "FeatureModificationList"';

function readSingle(value: JsonObject, request: WriteRequest): BodyContent {
  const { target, rule, limits, ignoredMembers = [] } = request;
  // The id of the path wins; one that could be no id at all is a mistake all the same.
  if (target.kind === 'feature' && value.id !== '') readFeatureId(value.id);
  const feature: JsonObject = target.kind === 'feature' ? { ...value, id: target.id } : { ...value };
  for (const name of ignoredMembers) delete feature[name];
  return { single: true, modifications: [modification(rule, [feature], limits, 0)] };
}

function featuresOf(collection: JsonObject, path: string): unknown[] {
  if (collection.features === undefined && collection.type === 'FeatureCollection') return [];
  if (!Array.isArray(collection.features)) throw invalid(`${path}features must be an array`);
  return collection.features;
}

function modification(rule: WriteRule, features: unknown[], limits: WriteLimits, from: number): Modification {
  checkCount(from + features.length, limits);
  return { rule, entries: features.map((feature, i) => readEntry(feature, from + i, limits)), ids: [] };
}

function checkCount(count: number, limits: WriteLimits): void {
  if (count > limits.maxFeatures)
    throw new Fault(
      'tooLarge',
      `the request has more than the ${limits.maxFeatures} features allowed in one`,
    );
}

function readEntry(feature: unknown, position: number, limits: WriteLimits): WriteEntry {
  try {
    const input = readFeatureInput(feature, limits);
    return { position, id: input.id, input };
  } catch (error) {
    if (error instanceof Fault) return { position, id: idOf(feature), message: error.message };
    throw error;
  }
}

/** The id of a feature that is otherwise refused, so that the error can name it. */
function idOf(feature: unknown): string | undefined {
  if (!isObject(feature)) return undefined;
  return typeof feature.id === 'string' || typeof feature.id === 'number' ? String(feature.id) : undefined;
}

function readModifications(list: JsonObject, rule: WriteRule, limits: WriteLimits): Modification[] {
  if (!Array.isArray(list.modifications)) throw invalid('modifications must be an array');
  let position = 0;
  return list.modifications.map((value: unknown, i) => {
    const path = `modifications[${i}]`;
    if (!isObject(value)) throw invalid(`${path} must be an object`);
    if (value.type !== undefined && value.type !== 'FeatureModification')
      throw invalid(`${path}.type must be "FeatureModification"`);
    const features = value.featureData == null ? [] : readFeatureData(value.featureData, path);
    const ids = value.featureIds == null ? [] : readFeatureIds(value.featureIds, path);
    const made = modification(readRule(value, rule, path), features, limits, position);
    if (value.featureData == null && value.featureIds == null)
      throw invalid(`${path} changes nothing: it must have featureData or featureIds`);
    position += features.length;
    const entries = ids.map((id) => ({ position: position++, id }));
    checkCount(position, limits);
    return { ...made, ids: entries };
  });
}

function readFeatureData(data: unknown, path: string): unknown[] {
  if (!isObject(data) || (data.type !== undefined && data.type !== 'FeatureCollection'))
    throw invalid(`${path}.featureData must be a FeatureCollection`);
  return featuresOf(data, `${path}.featureData.`);
}

function readFeatureIds(ids: unknown, path: string): string[] {
  if (!Array.isArray(ids)) throw invalid(`${path}.featureIds must be an array of strings`);
  return ids.map((value: unknown, i) => {
    const id = readFeatureId(value);
    if (id === undefined) throw invalid(`${path}.featureIds[${i}] must be a string`);
    return id;
  });
}

function readRule(value: JsonObject, rule: WriteRule, path: string): WriteRule {
  return {
    onExists: choice(value.onFeatureExists, ON_EXISTS, rule.onExists, `${path}.onFeatureExists`),
    onNotExists: choice(
      value.onFeatureNotExists,
      ON_NOT_EXISTS,
      rule.onNotExists,
      `${path}.onFeatureNotExists`,
    ),
    onConflict: choice(value.onMergeConflict, ON_CONFLICT, rule.onConflict, `${path}.onMergeConflict`),
  };
}

function choice<T extends string>(value: unknown, choices: readonly T[], fallback: T, path: string): T {
  if (value === undefined || value === null) return fallback;
  if (!choices.includes(value as T)) throw invalid(`${path} must be one of ${choices.join(', ')}`);
  return value as T;
}

/** True for features one per line that came without the content type that says so. */
function looksLikeLines(text: string): boolean {
  return /^\s*\{[^\n]*\}[ \t\r]*\n\s*\{/.test(text.slice(0, 1 << 20));
}

/** One Feature a line; blank lines and the record separators of GeoJSON text sequences are passed over. */
function readLines(text: string, { rule, limits }: WriteRequest): Modification {
  const entries: WriteEntry[] = [];
  let lineNumber = 0;
  for (const line of text.split('\n')) {
    lineNumber++;
    const json = line.replaceAll('\u001e', '').trim();
    if (json === '') continue;
    checkCount(entries.length + 1, limits);
    entries.push(readLine(json, lineNumber, entries.length, limits));
  }
  return { rule, entries, ids: [] };
}

function readLine(json: string, lineNumber: number, position: number, limits: WriteLimits): WriteEntry {
  try {
    return readEntry(parseExactly(json, `line ${lineNumber}`, limits.maxDepth), position, limits);
  } catch (error) {
    if (error instanceof Fault) return { position, id: undefined, message: error.message };
    throw error;
  }
}
