import type { Schema } from '../http/operation.ts';
import type { Reference } from './openapi.ts';
import { accountSchemas } from './schemas/account.ts';
import { aggregateSchemas } from './schemas/aggregate.ts';
import { auditSchemas } from './schemas/audit.ts';
import { backupSchemas } from './schemas/backup.ts';
import { changesetSchemas } from './schemas/changeset.ts';
import { errorSchemas } from './schemas/error.ts';
import { exportSchemas } from './schemas/export.ts';
import { factSchemas } from './schemas/facts.ts';
import { featureSchemas } from './schemas/feature.ts';
import { geometrySchemas } from './schemas/geometry.ts';
import { projectSchemas } from './schemas/project.ts';
import { spaceSchemas } from './schemas/space.ts';
import { tileFileSchemas } from './schemas/tile-file.ts';
import { tokenSchemas } from './schemas/token.ts';

export const componentSchemas: Record<string, Schema> = {
  ...featureSchemas,
  ...geometrySchemas,
  ...spaceSchemas,
  ...projectSchemas,
  ...tokenSchemas,
  ...accountSchemas,
  ...auditSchemas,
  ...backupSchemas,
  ...exportSchemas,
  ...changesetSchemas,
  ...factSchemas,
  ...aggregateSchemas,
  ...tileFileSchemas,
  ...errorSchemas,
};

function schemaRef(name: string): Reference {
  return { $ref: `#/components/schemas/${name}` };
}

/** For operations to name the shapes of their bodies and responses. */
export const refs = {
  feature: schemaRef('Feature'),
  featureInput: schemaRef('FeatureInput'),
  featuresInput: schemaRef('FeaturesInput'),
  featureCollection: schemaRef('FeatureCollection'),
  featureModificationList: schemaRef('FeatureModificationList'),
  featurePage: schemaRef('FeaturePage'),
  writeAnswer: schemaRef('WriteAnswer'),
  readPlan: schemaRef('ReadPlan'),
  geometry: schemaRef('Geometry'),
  space: schemaRef('Space'),
  spaceInput: schemaRef('SpaceInput'),
  newSpace: schemaRef('NewSpace'),
  token: schemaRef('Token'),
  tokenInput: schemaRef('TokenInput'),
  newToken: schemaRef('NewToken'),
  legacyTokens: schemaRef('LegacyTokenList'),
  rights: schemaRef('Rights'),
  publicToken: schemaRef('PublicToken'),
  account: schemaRef('Account'),
  accountInput: schemaRef('AccountInput'),
  accountUsage: schemaRef('AccountUsage'),
  sessionList: schemaRef('SessionList'),
  backups: schemaRef('Backups'),
  newAccount: schemaRef('NewAccount'),
  auditLog: schemaRef('AuditLog'),
  export: schemaRef('Export'),
  exports: schemaRef('Exports'),
  signInForm: schemaRef('SignInForm'),
  registration: schemaRef('Registration'),
  passwordChange: schemaRef('PasswordChange'),
  session: schemaRef('Session'),
  project: schemaRef('Project'),
  projectInput: schemaRef('ProjectInput'),
  projectList: schemaRef('ProjectList'),
  statistics: schemaRef('Statistics'),
  tileJson: schemaRef('TileJson'),
  tileFiles: schemaRef('TileFiles'),
  tileFileJson: schemaRef('TileFileJson'),
  count: schemaRef('Count'),
  aggregate: schemaRef('Aggregate'),
  aggregateInput: schemaRef('AggregateInput'),
  changeset: schemaRef('Changeset'),
  changesets: schemaRef('ChangesetCollection'),
  compactChangeset: schemaRef('CompactChangeset'),
  historyStatistics: schemaRef('HistoryStatistics'),
  hubInformation: schemaRef('HubInformation'),
  errorResponse: schemaRef('ErrorResponse'),
  requestError: schemaRef('RequestError'),
  notSignedIn: schemaRef('NotSignedIn'),
} as const;
