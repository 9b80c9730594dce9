/** What is behind an address: a file, or a service that has features in pages. */
export const SERVICES = ['ogcapi', 'wfs', 'featureserver'] as const;
export type ServiceId = (typeof SERVICES)[number];

/** `https://example.org/roads.geojson`, `postgres://…`; a path of this machine is none. */
export function isAddress(text: string): boolean {
  return /^(?:https?|postgres|postgresql):\/\//i.test(text);
}

export function isDatabaseAddress(text: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(text);
}

/** By the paths and parameters that these services have; undefined for a file. */
export function serviceOf({ pathname, searchParams }: URL): ServiceId | undefined {
  if (/\/(?:FeatureServer|MapServer)(?:\/\d+)?(?:\/query)?\/?$/i.test(pathname)) return 'featureserver';
  if (/\/collections\/[^/]+(?:\/items)?\/?$/.test(pathname)) return 'ogcapi';
  const service = [...searchParams].find(([name]) => name.toLowerCase() === 'service')?.[1];
  return service?.toUpperCase() === 'WFS' || /\/wfs\/?$/i.test(pathname) ? 'wfs' : undefined;
}

const SECRET_PARAMETER = /token|key|secret|password|passwd|pwd|signature|^sig$|credential|auth/i;

/** An address for messages and reports: without password and keys. */
export function shownAddress(address: string | URL): string {
  const url = new URL(address);
  if (url.password !== '') url.password = '***';
  for (const name of new Set(url.searchParams.keys()))
    if (SECRET_PARAMETER.test(name)) url.searchParams.set(name, '***');
  return url.href;
}

/** Sets a parameter whatever the case of the one that is there: `typeName`, `TYPENAME`. */
export function withParameters(url: URL, parameters: Readonly<Record<string, string | undefined>>): URL {
  const changed = new URL(url);
  for (const [name, value] of Object.entries(parameters)) {
    for (const old of new Set(changed.searchParams.keys()))
      if (old.toLowerCase() === name.toLowerCase()) changed.searchParams.delete(old);
    if (value !== undefined) changed.searchParams.set(name, value);
  }
  return changed;
}

export function parameterOf(url: URL, name: string): string | undefined {
  return [...url.searchParams].find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}
