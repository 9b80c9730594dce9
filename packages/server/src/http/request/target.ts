import { invalid } from '@meridian/hub';

/** The two halves of a request target, brought into one shape. */
export type Target = { path: string; query: string };

/** Proxies are sent whole URLs. */
const ABSOLUTE_FORM = /^https?:\/\/[^/?]*/i;
const DOUBLED = /\/{2,}/g;
/** An old CLI appends whole paths to this one: `/hub/spaces//project-api/projects`. */
const APPENDED = /^\/hub\/spaces\/(\/.*)$/;

/**
 * Accepts what published clients really send: doubled slashes, a trailing slash on collections, `&&`.
 * Only `…/features/` keeps its trailing slash: there it means "a feature without an id yet".
 */
export function readTarget(target: string): Target {
  const url = target.startsWith('/') ? target : target.replace(ABSOLUTE_FORM, '');
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  return { path: normalizePath(path), query: mark < 0 ? '' : url.slice(mark + 1) };
}

function normalizePath(path: string): string {
  if (!path.includes('//') && (!path.endsWith('/') || path.endsWith('/features/'))) return path;
  const appended = APPENDED.exec(path);
  const target = appended && /^\/+(hub|project-api)(\/|$)/.test(appended[1]!) ? appended[1]! : path;
  const single = target.replace(DOUBLED, '/');
  return single.length > 1 && single.endsWith('/') && !single.endsWith('/features/')
    ? single.slice(0, -1)
    : single;
}

const ENCODED = /[%\u0080-\u00ff]/;

/** Percent-decoding that names what could not be decoded. Raw bytes above ASCII in a path are read as UTF-8. */
export function decodePart(raw: string, name: string): string {
  if (!ENCODED.test(raw)) return raw;
  const bytes = Buffer.from(raw, 'latin1');
  const text = bytes.length === raw.length && /[\u0080-\u00ff]/.test(raw) ? bytes.toString('utf8') : raw;
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid(`${name} is not valid percent-encoded UTF-8: ${JSON.stringify(raw.slice(0, 100))}`);
  }
}
