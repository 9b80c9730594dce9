import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ADMIN_PASSWORD, signIn } from '../harness/account.ts';
import { startHub } from '../harness/hub.ts';
import { newCast, newOutcasts, newPeople } from './cast.ts';
import { EXPECTATIONS, type TokenRoute, type Try } from './expectations.ts';
import { call, describedRoutes, type Route } from './routes.ts';

const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const admin = await signIn(hub);
const people = await newPeople(hub, admin);
const outcasts = await newOutcasts(hub, admin);
const shared = await newCast(hub, people, outcasts);
const { routes, rights: RIGHTS } = await describedRoutes(hub);

/** What the owner gets with a token that has these rights only; the space limits them where the operation is about one. */
async function responseWith(route: Route, wanted: Try, rights: string[], isLimited: boolean) {
  const { world } = route.method === 'GET' ? shared : await newCast(hub, people, outcasts);
  const filter = isLimited ? { space: world.space } : {};
  const granted = Object.fromEntries(rights.map((right) => [right, [filter]]));
  const { token } = await people.owner.newToken({ urm: { 'xyz-hub': granted } });
  return call(hub, route, wanted, world, { token });
}

/** Which right a request needs, where one operation may need any of several. */
function triesOf({ byRight = {}, ...route }: TokenRoute, oneOf: string[]): [right: string, wanted: Try][] {
  if (oneOf.length === RIGHTS.length || oneOf.length === 1) return oneOf.map((right) => [right, route]);
  assert.deepEqual(Object.keys(byRight).sort(), [...oneOf].sort());
  return Object.entries(byRight).map(([right, change]) => [right, { ...route, ...change }]);
}

test('every operation that takes a token says which right it needs, and no other does', () => {
  for (const { name, operation } of routes)
    assert.equal('x-right' in operation, EXPECTATIONS[name]?.needs === 'token', name);
});

for (const route of routes) {
  const rule = route.operation['x-right'];
  const expected = EXPECTATIONS[route.name];
  if (!rule || expected?.needs !== 'token') continue;
  const { oneOf, on } = rule;
  const isAnyRight = oneOf.length === RIGHTS.length;
  const isOnSpace = on === 'space' && route.path.includes('{space_id}');
  const done = expected.status.owner;

  describe(route.name, () => {
    test('names the right that the contract wants', () => {
      assert.deepEqual(oneOf, expected.rights === 'any' ? RIGHTS : expected.rights);
    });

    test('says in words which right it needs', () => {
      const named = isAnyRight ? ['any right'] : oneOf.map((right) => `\`${right}\``);
      for (const name of named) assert.ok(route.operation.description?.includes(name), name);
    });

    for (const [right, wanted] of triesOf(expected, oneOf)) {
      test(`is done with ${right} alone`, async () => {
        const response = await responseWith(route, wanted, [right], isOnSpace);
        assert.equal(response.status, done, response.text);
      });

      if (isAnyRight) continue;
      test(`is refused with every right but ${right}`, async () => {
        const others = RIGHTS.filter((other) => other !== right);
        const response = await responseWith(route, wanted, others, false);
        assert.equal(response.status, 403, response.text);
      });

      if (on === 'account')
        test(`is refused with ${right} on a single space`, async () => {
          const response = await responseWith(route, wanted, [right], true);
          assert.equal(response.status, 403, response.text);
        });
    }

    if (isAnyRight || oneOf.length === 0)
      test(`is ${isAnyRight ? 'refused' : 'done'} without any right`, async () => {
        const response = await responseWith(route, expected, [], false);
        assert.equal(response.status, isAnyRight ? 403 : done, response.text);
      });
  });
}
