import { Fault, type Hub, requireFullAdmin } from '@meridian/hub';
import type { Operation } from '../http/operation.ts';
import { json, notStored } from '../http/response/response.ts';
import { FULL_ADMIN } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';

const forbidden = 'the account is no administrator, or the token has not all of its rights';

export const getBackups: Operation = {
  name: 'getBackups',
  method: 'GET',
  path: '/hub/backups',
  summary: 'What the hub backs up, and when it last did (administrators)',
  tag: 'service',
  access: 'token',
  right: FULL_ADMIN,
  query: [],
  responses: {
    200: { description: 'Schedule and outcome', content: { 'application/json': refs.backups } },
  },
  faults: { forbidden },
  handle({ hub, caller }) {
    requireFullAdmin(caller);
    return notStored(json(200, shown(hub)));
  },
};

export const createBackup: Operation = {
  name: 'createBackup',
  method: 'POST',
  path: '/hub/backups',
  summary: 'Make a backup now (administrators)',
  description:
    'Into the folder that the operator chose with MERIDIAN_BACKUP_TO, as the scheduled ones are made. The response comes when it has begun.',
  tag: 'service',
  access: 'token',
  right: FULL_ADMIN,
  query: [],
  responses: {
    202: { description: 'A backup is being made', content: { 'application/json': refs.backups } },
  },
  faults: {
    forbidden,
    conflict: 'a backup is being made already, or the hub has no folder for backups',
  },
  async handle({ hub, caller }) {
    requireFullAdmin(caller);
    if (!hub.backups)
      throw new Fault('conflict', 'this hub has no folder for backups: the operator sets MERIDIAN_BACKUP_TO');
    if (!(await hub.backups.begin())) throw new Fault('conflict', 'a backup is being made already');
    return notStored(json(202, shown(hub)));
  },
};

function shown({ backups }: Hub) {
  if (!backups) return { scheduled: false };
  const { schedule, lastMadeAt, lastFailure, isRunning } = backups;
  return {
    scheduled: true,
    folder: schedule.to,
    everyHours: schedule.everyMs / 3_600_000,
    keep: schedule.keep,
    running: isRunning,
    lastMadeAt: lastMadeAt === 0 ? undefined : lastMadeAt,
    lastFailure,
  };
}
