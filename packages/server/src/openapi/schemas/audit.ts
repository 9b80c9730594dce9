import { AUDIT_ACTIONS } from '@meridian/hub';
import type { Schema } from '../../http/operation.ts';

const text = (description: string): Schema => ({ type: 'string', description });

export const auditSchemas: Record<string, Schema> = {
  AuditEntry: {
    type: 'object',
    description: 'Who did what, when and from where. It has no secret and no feature in it.',
    required: ['id', 'at', 'action', 'account', 'subject', 'details'],
    properties: {
      id: { type: 'integer', description: 'Grows with every entry and is never used again.' },
      at: { type: 'integer', description: 'When, in milliseconds since 1970.' },
      action: { type: 'string', enum: [...AUDIT_ACTIONS], description: 'What was done.' },
      account: text('Id of the account that did it, or was signed in to; empty where none is known.'),
      subject: text('Id of what it was done to: a space, project, account or token; or empty.'),
      details: {
        type: 'object',
        description: 'How it was done, and more about the action: names of what changed, never contents.',
        required: ['via'],
        properties: {
          via: {
            type: 'string',
            enum: ['token', 'session', 'nobody', 'command', 'hub'],
            description:
              'By a token, by the session of a browser, by nobody known, by the command on the stored data, or by the hub itself.',
          },
          token: text('Id of the token that was used.'),
          address: text('Network address of the client.'),
          streamId: text('The same as in the request log and in the header `Stream-Id`.'),
        },
        additionalProperties: true,
      },
    },
    examples: [
      {
        id: 42,
        at: 1767225600000,
        action: 'space.delete',
        account: 'ACCOUNT-1',
        subject: 'lakes',
        details: {
          via: 'token',
          token: 'TOKEN-1',
          address: '203.0.113.7',
          streamId: 'abc',
          owner: 'ACCOUNT-1',
        },
      },
    ],
  },
  AuditLog: {
    type: 'object',
    description: 'Entries of the audit log, the newest first.',
    required: ['entries'],
    properties: {
      entries: { type: 'array', items: { $ref: '#/components/schemas/AuditEntry' } },
      handle: {
        type: 'integer',
        description: 'Where the next page goes on; there while more entries follow.',
      },
    },
  },
};
