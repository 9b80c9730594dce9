import type { Hub } from '../harness/hub.ts';
import type { Ask, HubResponse } from '../harness/request.ts';
import type { Try, World } from './expectations.ts';

export interface Operation {
  security: object[];
  responses: Record<string, unknown>;
  description?: string;
  'x-right'?: { oneOf: string[]; on: 'space' | 'account' | 'anything' };
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: { Rights: { properties: Record<string, { properties: object }> } } };
}

export interface Route {
  name: string;
  method: string;
  path: string;
  operation: Operation;
}

/** Every route that the hub describes, and every right that a token can have. */
export async function describedRoutes(hub: Hub): Promise<{ routes: Route[]; rights: string[] }> {
  const { paths, components } = (await hub.get<Description>('/openapi.json')).body;
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
  return { routes, rights: Object.keys(components.schemas.Rights.properties['xyz-hub']!.properties) };
}

export function call(
  hub: Hub,
  { method, path }: Route,
  { path: at, query = '', body }: Try,
  world: World,
  ask: Ask,
): Promise<HubResponse<unknown>> {
  const target = (at ? at(world) : path) + (query === '' ? '' : `?${query}`);
  return hub.request(method, target, body ? { ...ask, body: body(world) } : ask);
}
