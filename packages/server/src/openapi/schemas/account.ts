import {
  ACCOUNT_MEMBERS,
  NEW_ACCOUNT_MEMBERS,
  PASSWORD_CHANGE_MEMBERS,
  REGISTRATION_MEMBERS,
  SIGN_IN_MEMBERS,
  schemasOf,
} from '@meridian/hub';
import type { Schema } from '../../http/operation.ts';

const text = (description: string): Schema => ({ type: 'string', description });
const flag = (description: string): Schema => ({ type: 'boolean', description });
const { email } = schemasOf(NEW_ACCOUNT_MEMBERS);

export const accountSchemas: Record<string, Schema> = {
  SignInForm: {
    type: 'object',
    required: ['email', 'password'],
    description: 'Who wants to come in.',
    properties: schemasOf(SIGN_IN_MEMBERS),
    examples: [{ realm: 'meridian', email: 'ana@example.org', password: '…', rememberMe: false }],
  },
  Registration: {
    type: 'object',
    required: ['email', 'password'],
    description: 'Who makes an account for themselves.',
    properties: schemasOf(REGISTRATION_MEMBERS),
    examples: [{ realm: 'meridian', email: 'ana@example.org', password: 'correct-horse-battery-staple' }],
  },
  PasswordChange: {
    type: 'object',
    required: ['password', 'newPassword'],
    description: 'The password as it is and as it shall be.',
    properties: schemasOf(PASSWORD_CHANGE_MEMBERS),
    examples: [{ password: 'the old one', newPassword: 'correct-horse-battery-staple' }],
  },
  Session: {
    type: 'object',
    description: 'Who is signed in now.',
    required: ['aid', 'email', 'csrf'],
    properties: {
      aid: text('Id of the account.'),
      email,
      csrf: text('For the header `x-csrf-token` of requests from pages of other origins.'),
    },
    examples: [{ aid: 'ACCOUNT-1', email: 'ana@example.org', csrf: '…' }],
  },
  Account: {
    type: 'object',
    description: 'An account, with whatever else it says about itself.',
    required: ['aid', 'email', 'defaultAppId', 'tcAcceptedAt', 'apps', 'admin', 'disabled', 'createdAt'],
    properties: {
      aid: text('Id of the account.'),
      email,
      defaultAppId: text('App of its tokens that name none.'),
      tcAcceptedAt: { type: 'integer', description: 'When terms were accepted, in milliseconds since 1970.' },
      proTcAcceptedAt: { type: 'integer', description: 'The same; old clients ask for both.' },
      apps: {
        type: 'object',
        description: 'Its apps by id.',
        additionalProperties: { type: 'object', additionalProperties: true },
      },
      admin: flag('May do everything.'),
      disabled: flag('May do nothing.'),
      createdAt: { type: 'integer', description: 'Milliseconds since 1970.' },
      password: text('Only in the response to making it, and only where it was generated.'),
    },
    additionalProperties: true,
    examples: [
      {
        aid: 'ACCOUNT-1',
        email: 'ana@example.org',
        defaultAppId: 'APP-1',
        tcAcceptedAt: 1700000000000,
        proTcAcceptedAt: 1700000000000,
        apps: { 'APP-1': { cid: 'APP-1', status: 'active', dsAppId: 'APP-1', dsAppCode: 'APP-1' } },
        admin: false,
        disabled: false,
        createdAt: 1700000000000,
      },
    ],
  },
  AccountUsage: {
    type: 'object',
    description: 'What an account has stored, in bytes. Without `maxBytes` there is no limit.',
    required: ['usedBytes'],
    properties: {
      usedBytes: { type: 'integer', minimum: 0 },
      maxBytes: { type: 'integer', minimum: 0 },
    },
    examples: [{ usedBytes: 4718592, maxBytes: 10737418240 }],
  },
  SessionList: {
    type: 'object',
    description: 'Where an account is signed in.',
    required: ['sessions'],
    properties: {
      sessions: {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'createdAt', 'expiresAt', 'lastUsedAt', 'current'],
          properties: {
            id: text('Names the session in this interface. It opens nothing.'),
            createdAt: { type: 'integer', description: 'When it began, in milliseconds since 1970.' },
            expiresAt: { type: 'integer', description: 'When it ends by itself.' },
            lastUsedAt: { type: 'integer', description: 'When it was last used, to within five minutes.' },
            program: text('What the browser or program that used it calls itself (`User-Agent`).'),
            current: flag('The session that asks.'),
          },
        },
      },
    },
    examples: [
      {
        sessions: [
          {
            id: 'n4bQgYhMfWWaL-qgxVrQFa',
            createdAt: 1700000000000,
            expiresAt: 1700043200000,
            lastUsedAt: 1700000360000,
            program: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
            current: true,
          },
        ],
      },
    ],
  },
  NewAccount: {
    type: 'object',
    required: ['email'],
    description: 'An account to be made.',
    properties: schemasOf(NEW_ACCOUNT_MEMBERS),
    examples: [{ email: 'ana@example.org' }],
  },
  AccountInput: {
    type: 'object',
    description: 'Members to change. Unknown ones are stored with the account; `null` removes.',
    properties: schemasOf(ACCOUNT_MEMBERS),
    additionalProperties: true,
    examples: [{ tcAccepted: true }],
  },
};
