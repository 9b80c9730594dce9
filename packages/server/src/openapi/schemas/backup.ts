import type { Schema } from '../../http/operation.ts';

const moment = (description: string): Schema => ({
  type: 'integer',
  description: `${description}, in milliseconds since 1970.`,
});

export const backupSchemas: Record<string, Schema> = {
  Backups: {
    type: 'object',
    description: 'The backups that the hub makes by itself.',
    required: ['scheduled'],
    properties: {
      scheduled: {
        type: 'boolean',
        description:
          'False where the operator set no folder for backups; nothing else is in the response then.',
      },
      folder: { type: 'string', description: 'Where they are made.' },
      everyHours: { type: 'number', description: 'How long after one the next is made.' },
      keep: { type: 'integer', description: 'How many are kept.' },
      running: { type: 'boolean', description: 'The process that responds is making one.' },
      lastMadeAt: moment('When the last complete one began, whichever process made it'),
      lastFailure: {
        type: 'object',
        description: 'Of the process that responds, where none was complete after it.',
        required: ['at', 'reason'],
        properties: { at: moment('When'), reason: { type: 'string' } },
      },
    },
    examples: [
      {
        scheduled: true,
        folder: '/var/backups/meridian',
        everyHours: 24,
        keep: 7,
        running: false,
        lastMadeAt: 1700000000000,
      },
    ],
  },
};
