import { isObject } from '../model/json/own.ts';
import type { WriteRequest } from '../rules/write/write-request.ts';

/**
 * A write of `body` (a text, or a value that becomes one) that replaces and creates, unless told otherwise. An object
 * without a type becomes a Feature.
 */
export function writeRequest(body: unknown, changes: Partial<WriteRequest> = {}): WriteRequest {
  const text =
    typeof body === 'string' ? body : JSON.stringify(isObject(body) ? { type: 'Feature', ...body } : body);
  return {
    target: { kind: 'collection' },
    body: { bytes: new TextEncoder().encode(text), coding: 'identity', lines: false },
    rule: { onExists: 'replace', onNotExists: 'create', onConflict: 'error' },
    transactional: true,
    prefixId: '',
    addTags: [],
    removeTags: [],
    rights: { create: true, update: true, delete: true, read: true },
    limits: { maxBodyBytes: 2 ** 30, maxFeatures: 1_000_000, maxVertices: 1_000_000 },
    returning: true,
    ...changes,
  };
}

export function collectionOf(features: readonly unknown[]) {
  return { type: 'FeatureCollection', features };
}
