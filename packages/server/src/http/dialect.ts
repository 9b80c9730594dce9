import type { IncomingHttpHeaders } from 'node:http';
import type { QueryString } from '../parameters/query-string.ts';

export const DIALECTS = ['spec', 'datahub'] as const;
export type Dialect = (typeof DIALECTS)[number];

/** Everything in which the two dialects differ, and nothing else does. */
export type DialectRules = {
  /** What a PUT of one Feature without an id in the path answers. */
  newFeatureAnswer: 'feature' | 'collection';
  /** How coordinates are given on reads. */
  coordinates: 'stored' | 'datahub';
  /** Whether deleting a space answers with the space where JSON is asked for. */
  deletedSpaceAnswer: 'empty' | 'space';
};

export const DIALECT_RULES: Record<Dialect, DialectRules> = {
  spec: { newFeatureAnswer: 'feature', coordinates: 'stored', deletedSpaceAnswer: 'empty' },
  datahub: { newFeatureAnswer: 'collection', coordinates: 'datahub', deletedSpaceAnswer: 'space' },
};

/** Clients that are known to need the old service's ways. */
const DATAHUB_CLIENTS = ['dhpy', 'cli'];

export function dialectOf(
  setting: 'auto' | Dialect,
  query: QueryString,
  headers: IncomingHttpHeaders,
): Dialect {
  if (setting !== 'auto') return setting;
  const clientId = query.pairs.find(({ name }) => name === 'clientId')?.rawValue;
  const isDatahub =
    (clientId !== undefined && DATAHUB_CLIENTS.includes(clientId)) || headers['app-name'] === 'HereCLI';
  return isDatahub ? 'datahub' : 'spec';
}
