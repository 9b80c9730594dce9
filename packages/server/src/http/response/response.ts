import type { FileHandle } from 'node:fs/promises';
import type { FeatureStream, StreamEnd } from '@meridian/hub';
import type { CachedBody } from '../response-cache.ts';

export type Headers = Record<string, string>;

/** A stream of features with the text around them. */
export type FeatureBody = {
  head: string;
  stream: FeatureStream;
  tail: (end: StreamEnd) => string;
  /** Between the pieces of the stream, where that is no comma. */
  between?: string;
};

/** So many bytes of an open file, which is closed when they are sent. */
export type FileBody = { file: FileHandle; start: number; length: number };

export type WholeBody = string | Uint8Array | CachedBody;

/** The response of an operation, before it is sent. */
export type Response = {
  status: number;
  headers: Headers;
  /** Values of `Set-Cookie`. */
  cookies?: readonly string[];
  body?: WholeBody | FeatureBody | FileBody;
  /** Nobody else has the bytes of the body: where they are not cached, their memory is given back once they are gone. */
  ownsBody?: true;
  /** Told the body once it is known whole, unless it is larger than that. */
  keep?: { maxBytes: number; whole: (bytes: Uint8Array) => void };
};

export const JSON_TYPE = 'application/json; charset=utf-8';
export const GEOJSON_TYPE = 'application/geo+json; charset=utf-8';

export function json(status: number, value: unknown): Response {
  return { status, headers: { 'Content-Type': JSON_TYPE }, body: JSON.stringify(value) };
}

/** For responses that hold secrets or depend on who is signed in: no cache may keep them. */
export function notStored(response: Response): Response {
  response.headers['Cache-Control'] = 'no-store';
  return response;
}

export function geojson(body: string | Uint8Array | FeatureBody): Response {
  return { status: 200, headers: { 'Content-Type': GEOJSON_TYPE }, body };
}

export function empty(status: 204 | 304 | 308): Response {
  return { status, headers: {} };
}

export function text(type: string, body: string): Response {
  return { status: 200, headers: { 'Content-Type': type }, body };
}

/** Says that the response depends on this header of the request. */
export function vary(headers: Headers, name: string): void {
  if (!headers.Vary) headers.Vary = name;
  else if (!headers.Vary.split(', ').includes(name)) headers.Vary += `, ${name}`;
}
