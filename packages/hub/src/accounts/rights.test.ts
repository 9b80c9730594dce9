import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Account, RightsMatrix, Token } from '@meridian/store';
import { maxRights, may, RIGHTS, type RightSubject, requireSomewhere, rightsOn } from './rights.ts';

const account = (admin: boolean): Account => ({
  id: 'ana',
  email: 'ana@example.org',
  passwordHash: '',
  admin,
  disabled: false,
  createdAt: 0,
  appId: 'app',
  profile: {},
});
const caller = (rights: RightsMatrix, admin = false) => ({
  account: account(admin),
  token: { id: 't', secretHash: '', account: 'ana', issuedAt: 0, rights } satisfies Token,
});
const mine: RightSubject = { id: 'cities', owner: 'ana', packages: [], shared: false };
const theirs: RightSubject = { ...mine, owner: 'bob' };

describe('a token without a matrix', () => {
  test('may do on its account’s spaces everything, on others’ nothing', () => {
    assert.deepEqual(rightsOn(caller({}), mine), RIGHTS);
    assert.deepEqual(rightsOn(caller({}), theirs), []);
  });

  test('of an administrator may do everything', () => {
    assert.deepEqual(rightsOn(caller({}, true), theirs), RIGHTS);
  });
});

describe('a matrix', () => {
  const NOTHING: RightsMatrix[] = [
    { 'xyz-hub': {} },
    { 'xyz-hub': { readFeatures: [] } },
    { other: { readFeatures: [{}] } },
    JSON.parse('{"__proto__": {"readFeatures": [{}]}}'),
    JSON.parse('{"xyz-hub": {"__proto__": {"readFeatures": [{}]}}}'),
  ];
  for (const rights of NOTHING)
    test(`of ${JSON.stringify(rights)} grants nothing`, () => {
      assert.deepEqual(rightsOn(caller(rights), mine), []);
      assert.throws(() => requireSomewhere(caller(rights), 'readFeatures'), { kind: 'forbidden' });
    });

  test('grants what it lists and nothing else', () => {
    const rights = { 'xyz-hub': { readFeatures: [{}], updateFeatures: [{ space: 'other' }] } };
    assert.deepEqual(rightsOn(caller(rights), mine), ['readFeatures']);
    requireSomewhere(caller(rights), 'updateFeatures');
    assert.throws(() => requireSomewhere(caller(rights), 'manageSpaces'), { kind: 'forbidden' });
  });

  test('that lists all rights of an account is that of an account', () => {
    assert.deepEqual(rightsOn(caller(maxRights(account(false))), mine), RIGHTS);
    assert.deepEqual(rightsOn(caller(maxRights(account(false)), true), theirs), []);
    assert.deepEqual(rightsOn(caller(maxRights(account(true)), true), theirs), RIGHTS);
  });
});

test('what is shared is read by everybody and changed by nobody', () => {
  const shared = { ...theirs, shared: true };
  assert.deepEqual(rightsOn(caller({ 'xyz-hub': {} }), shared), ['readFeatures']);
  assert.ok(!may(caller({}), 'updateFeatures', shared));
});
