import type { Studio } from '@meridian/studio';
import type { Registry } from 'prom-client';
import { ownAddress } from '../http/auth/own-address.ts';
import type { Service } from '../http/context.ts';
import type { Operation } from '../http/operation.ts';
import { JSON_TYPE } from '../http/response/response.ts';
import { isOgcTarget } from '../ogc/exception.ts';
import { docsPage, docsScript, docsStyles, openApiDocument, withAddress } from '../openapi/index.ts';
import { tileOperations } from '../tiles/operations.ts';
import type { TileFolder } from '../tiles/tile-folder.ts';
import { servePage } from './documentation.ts';
import { getHealth, getReadiness, type ServiceState } from './health.ts';
import { getMetrics } from './metrics.get.ts';
import { studioOperations } from './studio.get.ts';

type ServiceParts = {
  state: () => ServiceState;
  registry: () => Promise<Registry>;
  /** All operations, these included: known once the list is complete. */
  operations: () => readonly Operation[];
  service: Service;
  studio: () => Promise<Studio>;
  tiles: TileFolder;
};

/** What is not part of the interface but of being a service. */
export function serviceOperations(parts: ServiceParts): Operation[] {
  const { state, registry, operations, service, studio, tiles } = parts;
  // The OGC API has a description of its own, at /ogc/api.
  const described = () => operations().filter(({ path }) => !isOgcTarget(path));
  const document = () =>
    openApiDocument(described(), { version: service.version, url: service.settings.publicUrl ?? '/' });
  const page = once(() => docsPage(document()));
  return [
    getHealth,
    getReadiness(state),
    getMetrics(registry),
    servePage({
      name: 'getOpenApi',
      path: '/openapi.json',
      summary: 'This interface as an OpenAPI 3.1 document',
      type: JSON_TYPE,
      schema: { type: 'object', additionalProperties: true },
      body: once(() => JSON.stringify(document())),
    }),
    servePage({
      name: 'getDocs',
      path: '/docs',
      summary: 'This interface as a page to read',
      type: 'text/html; charset=utf-8',
      body: (context) => withAddress(page(), ownAddress(context)),
    }),
    servePage({
      name: 'getDocsStyles',
      path: '/docs/style.css',
      summary: 'Styles of that page',
      type: 'text/css; charset=utf-8',
      body: () => docsStyles,
    }),
    servePage({
      name: 'getDocsScript',
      path: '/docs/docs.js',
      summary: 'Script of that page',
      type: 'text/javascript; charset=utf-8',
      body: () => docsScript,
    }),
    ...tileOperations(tiles),
    ...studioOperations(studio, service.settings.mapOrigins),
  ];
}

/** Made at the first request, then cached. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
