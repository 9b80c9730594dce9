import { within } from './checks.ts';
import { wholeNumber } from './kinds.ts';
import { setting } from './setting.ts';

/** How much is kept of who changed access or deleted data. */
export const AUDIT = [
  setting({
    name: 'auditRetentionDays',
    env: 'MERIDIAN_AUDIT_RETENTION_DAYS',
    flag: 'audit-retention-days',
    group: 'Accounts',
    type: wholeNumber,
    default: 365,
    description: 'How many days the entries of the audit log stay; older ones are removed.',
    example: '90',
    check: within(1, 36_500),
  }),
  setting({
    name: 'auditMaxEntries',
    env: 'MERIDIAN_AUDIT_MAX_ENTRIES',
    flag: 'audit-max-entries',
    group: 'Accounts',
    type: wholeNumber,
    default: 100_000,
    description:
      'Most entries of the audit log, about 0.4 kB each; the oldest go first. Failed sign-ins may take a quarter of it.',
    example: '1000000',
    check: within(100, 10_000_000),
  }),
];
