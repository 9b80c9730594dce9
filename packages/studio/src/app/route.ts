import { effect, signal } from '@preact/signals';

/** Where in the studio one is. It stands behind the `#` of the address, but for published maps, which have a path. */
export type Route =
  | { screen: 'spaces' }
  | { screen: 'unknown' }
  | {
      screen: 'map';
      project?: string;
      /** This space alone, instead of a map with layers. */
      space?: string;
      add?: string;
      at?: string;
      feature?: string;
      /** Of the layers of a map that is not saved. */
      filter?: string;
    }
  | { screen: 'import'; into?: string }
  | { screen: 'projects' }
  | { screen: 'tokens' }
  | { screen: 'account' }
  | { screen: 'admin'; section?: AdminSection }
  | { screen: 'interface'; space?: string }
  | { screen: 'history'; space: string; version?: string }
  | { screen: 'published'; project?: string; token: string; at?: string; feature?: string };

export const ADMIN_SECTIONS = ['accounts', 'audit', 'glance'] as const;
export type AdminSection = (typeof ADMIN_SECTIONS)[number];

export type Screen = Route['screen'];

export const route = signal<Route>({ screen: 'spaces' });

/** The map that was open last, to which the navigation leads back: a saved one, or the one without a title. */
const lastMap = signal<Route>({ screen: 'map' });

effect(() => {
  const at = route.value;
  if (at.screen === 'map' && at.space === undefined)
    lastMap.value = { screen: 'map', ...(at.project === undefined ? {} : { project: at.project }) };
});

/** Where the entry of the navigation for a screen leads. */
export function mainRouteOf(screen: Exclude<Screen, 'history' | 'published'>): Route {
  return screen === 'map' ? lastMap.value : { screen };
}

/** A map that was deleted is none to lead back to. */
export function forgetMap(project: string): void {
  const last = lastMap.value;
  if (last.screen === 'map' && last.project === project) lastMap.value = { screen: 'map' };
}

/** `#/map/city-walks?add=cities` */
export function readRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [screen, first, second] = path.split('/').map(decode);
  const query = new URLSearchParams(search);
  const optional = <Name extends string>(name: Name, value: string | null | undefined) =>
    (value ? { [name]: value } : {}) as { [name in Name]?: string };
  switch (screen) {
    case 'map':
      return {
        screen,
        ...optional('project', first),
        ...optional('space', query.get('space')),
        ...optional('add', query.get('add')),
        ...optional('at', query.get('at')),
        ...optional('feature', query.get('feature')),
        ...optional('filter', query.get('filter')),
      };
    case 'import':
      return { screen, ...optional('into', query.get('into')) };
    case 'projects':
    case 'tokens':
    case 'account':
      return { screen };
    case 'admin': {
      const section = ADMIN_SECTIONS.find((name) => name === first);
      return { screen, ...(section ? { section } : {}) };
    }
    case 'interface':
      return { screen, ...optional('space', query.get('space')) };
    case 'history':
      return first ? { screen, space: first, ...optional('version', second) } : { screen: 'unknown' };
    case 'published':
      return first && second ? { screen, project: first, token: second } : { screen: 'unknown' };
    case '':
    case 'spaces':
      return { screen: 'spaces' };
    default:
      return { screen: 'unknown' };
  }
}

export function writeRoute(to: Route): string {
  const encode = encodeURIComponent;
  const query = (values: Record<string, string | undefined>) => {
    const pairs = Object.entries(values).filter(([, value]) => value !== undefined);
    return pairs.length === 0
      ? ''
      : `?${pairs.map(([name, value]) => `${name}=${encode(value!).replaceAll('%2F', '/')}`).join('&')}`;
  };
  switch (to.screen) {
    case 'map':
      return `#/map${to.project ? `/${encode(to.project)}` : ''}${query({ space: to.space, add: to.add, at: to.at, feature: to.feature, filter: to.filter })}`;
    case 'import':
      return `#/import${query({ into: to.into })}`;
    case 'admin':
      return `#/admin${to.section ? `/${to.section}` : ''}`;
    case 'interface':
      return `#/interface${query({ space: to.space })}`;
    case 'history':
      return `#/history/${encode(to.space)}${to.version ? `/${to.version}` : ''}`;
    case 'published':
      return `#${query({ at: to.at, feature: to.feature })}`;
    default:
      return `#/${to.screen}`;
  }
}

export function go(to: Route): void {
  location.hash = writeRoute(to);
}

/** Changes the address without leaving a step to go back to. */
export function replaceRoute(to: Route): void {
  history.replaceState(null, '', writeRoute(to));
  route.value = to;
}

export function followRoute(): void {
  const isMap = document.documentElement.dataset.visitor === 'map';
  const read = () => {
    route.value = isMap ? readMapPath(location.pathname, location.hash) : readRoute(location.hash);
  };
  addEventListener('hashchange', read);
  read();
}

/** `/maps/8fJ…#?at=12/52.5/13.4`: the link to a published map, and where on it. */
function readMapPath(path: string, hash: string): Route {
  const query = new URLSearchParams(hash.replace(/^#\??/, ''));
  const [at, feature] = [query.get('at'), query.get('feature')];
  const token = decode(path.split('/').at(-1)!);
  return { screen: 'published', token, ...(at ? { at } : {}), ...(feature ? { feature } : {}) };
}

/** What is not percent-encoded as it should be is taken as it stands. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
