import { notAddress, within } from './checks.ts';
import { folder, size, wholeNumber } from './kinds.ts';
import { setting } from './setting.ts';

/** Files that are written in the background and read by ranges. */
export const EXPORTS = [
  setting({
    name: 'exports',
    env: 'MERIDIAN_EXPORTS',
    flag: 'exports',
    group: 'Data',
    type: folder,
    default: undefined,
    defaultRule: 'exports in the data folder; without one, a temporary folder that goes with the process',
    description:
      'Folder for the files of exports that are made in the background. Several servers on one database see each other’s where they share it.',
    example: '/srv/exports',
    check: notAddress,
  }),
  setting({
    name: 'exportHours',
    env: 'MERIDIAN_EXPORT_HOURS',
    flag: 'export-hours',
    group: 'Data',
    type: wholeNumber,
    default: 24,
    description: 'Hours after which such a file is deleted.',
    example: '168',
    check: within(1, 8760),
  }),
  setting({
    name: 'maxExportBytes',
    env: 'MERIDIAN_MAX_EXPORT_BYTES',
    flag: 'max-export-bytes',
    group: 'Limits',
    type: size,
    default: 10 * 1024 ** 3,
    description: 'Bytes that all of these files may have together. They count to the quotas of accounts too.',
    example: '50G',
    check: within(0, Number.MAX_SAFE_INTEGER),
  }),
];
