import { type Caller, hashSecret } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import type { QueryParameter } from '../http/operation.ts';
import { operationObject } from './api.document.ts';
import { getOgcItems } from './items.get.ts';
import { isQueryable } from './property-filters.ts';
import { type FoundProperty, propertiesOf } from './space-types.ts';

/** A description of more is of no use to anybody. */
const MAX_COLLECTIONS = 100;
const MAX_PROPERTIES = 100;

/**
 * For callers who say who they are: the path of the features of each collection, with a parameter for each property.
 * GDAL looks there for what it can leave to the server to filter.
 */
export async function collectionPaths(context: Context): Promise<Record<string, object>> {
  const caller = await callerOf(context);
  if (!caller) return {};
  const paths: [string, object][] = [];
  for (const space of context.hub.features.readable(caller)) {
    if (paths.length === MAX_COLLECTIONS) break;
    const statistics = await context.service.statistics.of(space, context.readOptions);
    const properties = propertiesOf(statistics).filter(isQueryable).slice(0, MAX_PROPERTIES);
    const { id, serial, title } = space.info;
    const get = operationObject({
      ...getOgcItems,
      name: `${getOgcItems.name}${serial}`,
      path: `/ogc/collections/${id}/items`,
      summary: `The features of ${title}`,
      query: [...getOgcItems.query, ...parametersOf(properties)],
    });
    paths.push([`/collections/${encodeURIComponent(id)}/items`, { get }]);
  }
  return Object.fromEntries(paths);
}

/** Undefined for those who send no token; a bad one is a fault, as everywhere. */
async function callerOf(context: Context): Promise<Caller | undefined> {
  const { hub, service, secret } = context;
  if (secret) return hub.access.authenticate(hashSecret(secret), Date.now());
  return service.settings.anonymous === 'on' ? hub.access.anonymous() : undefined;
}

function parametersOf(properties: readonly FoundProperty[]): QueryParameter[] {
  const taken = new Set(getOgcItems.query.map(({ name }) => name));
  return properties
    .filter(({ name }) => !taken.has(name))
    .map(({ name, type }) => ({
      name,
      description: `Only features whose property ${name} has this value.`,
      schema: { type },
    }));
}
