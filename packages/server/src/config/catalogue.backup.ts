import { notAddress, within } from './checks.ts';
import { folder, wholeNumber } from './kinds.ts';
import { setting } from './setting.ts';

/** Backups that the hub makes by itself. */
export const BACKUP = [
  setting({
    name: 'backupTo',
    env: 'MERIDIAN_BACKUP_TO',
    flag: 'backup-to',
    group: 'Data',
    type: folder,
    default: undefined,
    defaultRule: 'none',
    description:
      'Folder into which the hub writes backups of itself, beside each other; of several hubs on one database one does.',
    example: '/backups',
    check: notAddress,
  }),
  setting({
    name: 'backupEveryHours',
    env: 'MERIDIAN_BACKUP_EVERY_HOURS',
    flag: 'backup-every-hours',
    group: 'Data',
    type: wholeNumber,
    default: 24,
    description: 'Hours from the beginning of one backup to the next.',
    example: '6',
    check: within(1, 8760),
  }),
  setting({
    name: 'backupKeep',
    env: 'MERIDIAN_BACKUP_KEEP',
    flag: 'backup-keep',
    group: 'Data',
    type: wholeNumber,
    default: 14,
    description: 'How many of these backups stay; unchanged spaces are shared between them.',
    example: '30',
    check: within(1, 100_000),
  }),
];
