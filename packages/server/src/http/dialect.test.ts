import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { test } from 'node:test';
import { DIALECT_RULES, dialectOf } from './dialect.ts';
import { QueryString } from './request/query-string.ts';

const spec = { newFeatureResponse: 'feature', coordinates: 'stored', deletedSpaceResponse: 'empty' };
const datahub = { newFeatureResponse: 'collection', coordinates: 'datahub', deletedSpaceResponse: 'space' };

type Case = [
  setting: 'auto' | 'spec' | 'datahub',
  query: string,
  headers: IncomingHttpHeaders,
  rules: typeof spec,
];

const cases: Case[] = [
  ['auto', '', {}, spec],
  ['auto', 'clientId=dhpy', {}, datahub],
  ['auto', 'a=1&clientId=dhpy&b=2', {}, datahub],
  ['auto', 'clientId=cli', {}, datahub],
  ['auto', 'clientId=viewer', {}, spec],
  ['auto', 'clientId=DHPY', {}, spec],
  ['auto', 'clientid=dhpy', {}, spec],
  ['auto', 'client=dhpy', {}, spec],
  ['auto', '', { 'app-name': 'HereCLI' }, datahub],
  ['auto', '', { 'app-name': 'Other' }, spec],
  ['auto', '', { 'user-agent': 'python-requests/2.31' }, spec],
  ['spec', 'clientId=dhpy', { 'app-name': 'HereCLI' }, spec],
  ['datahub', '', {}, datahub],
];

for (const [setting, query, headers, rules] of cases)
  test(`with dialect=${setting}, ${query || JSON.stringify(headers)} is answered the ${rules === spec ? 'specified' : 'old'} way`, () => {
    const dialect = dialectOf(setting, new QueryString(query), headers, '/hub/spaces');
    const { newFeatureResponse, coordinates, deletedSpaceResponse } = DIALECT_RULES[dialect];
    assert.deepEqual({ newFeatureResponse, coordinates, deletedSpaceResponse }, rules);
  });
