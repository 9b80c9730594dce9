import type { StyleSpecification } from 'maplibre-gl';
import { credentials } from '../api/call.ts';
import { t } from '../strings.ts';
import { imageryStyle, isImageryAddress } from './imagery.ts';
import { isStreetAddress, streetStyle } from './streets.ts';

const TIMEOUT_MS = 15_000;
/** A report of the browser comes a moment after the request that it is about. */
const REPORT_MS = 100;

/**
 * A base map of one's own: a style, and where it came from, which is what its addresses are relative to. Streets of the hub have a style for each
 * theme of the page.
 */
export type OwnStyle = { url: string; style: StyleSpecification; themed?: Themed };
type Themed = (theme: 'light' | 'dark') => StyleSpecification;

/** The whole address of a style; undefined for what is none. Paths are those of this hub. */
export function styleAddress(text: string): string | undefined {
  const url = URL.parse(text.trim(), location.origin);
  return url && /^https?:$/.test(url.protocol) && text.trim() !== '' ? url.href : undefined;
}

/** Loads a style; errors say what to fix. */
export async function loadStyle(url: string): Promise<OwnStyle> {
  const response = await ask(url);
  if (!response.ok) throw new Error(t.base.refused(url, response.status));
  let style: unknown;
  try {
    style = await response.json();
  } catch {
    throw new Error(t.base.noStyle(url));
  }
  if (isStreetAddress(url)) {
    const themed = await streetStyle(url, Object(style));
    return { url, style: themed('light'), themed };
  }
  if (isImageryAddress(url)) return { url, style: imageryStyle(url, Object(style)) };
  if (!isStyle(style)) throw new Error(t.base.noStyle(url));
  return { url, style };
}

async function ask(url: string): Promise<Response> {
  const { origin } = new URL(url);
  let isForbidden = false;
  const listen = ({ blockedURI }: SecurityPolicyViolationEvent) => {
    isForbidden ||= blockedURI.startsWith(origin);
  };
  document.addEventListener('securitypolicyviolation', listen);
  try {
    return await fetch(url, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: origin === location.origin ? credentials() : {},
      credentials: 'same-origin',
    });
  } catch {
    await new Promise((resolve) => setTimeout(resolve, REPORT_MS));
    throw new Error(isForbidden ? t.base.forbidden(origin) : t.base.unreachable(url));
  } finally {
    document.removeEventListener('securitypolicyviolation', listen);
  }
}

function isStyle(value: unknown): value is StyleSpecification {
  const { version, sources, layers } = Object(value) as Record<string, unknown>;
  return version === 8 && typeof sources === 'object' && sources !== null && Array.isArray(layers);
}
