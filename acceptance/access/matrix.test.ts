import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ADMIN_PASSWORD, signIn } from '../harness/account.ts';
import { startHub } from '../harness/hub.ts';
import type { Ask, HubResponse } from '../harness/request.ts';
import { type Cast, newCast, newOutcasts, newPeople, type People } from './cast.ts';
import { EXPECTATIONS, TOKEN_HOLDERS, VISITORS } from './expectations.ts';
import { call, describedRoutes } from './routes.ts';

const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const admin = await signIn(hub);
const outcasts = await newOutcasts(hub, admin);
const people = await newPeople(hub, admin);
const shared = await newCast(hub, people, outcasts);

const { routes } = await describedRoutes(hub);

test('every route is expected here, and no other', () => {
  assert.deepEqual(Object.keys(EXPECTATIONS).sort(), routes.map(({ name }) => name).sort());
});

/** Nobody may learn from a refusal more than that it is one. */
function assertStatus(response: HubResponse<unknown>, status: number): void {
  assert.equal(response.status, status, response.text);
  if (status === 401 || status === 403) assert.equal(response.headers['set-cookie'], undefined);
}

for (const route of routes) {
  const { name, method, path, operation } = route;
  const expected = EXPECTATIONS[name];
  if (!expected) continue;

  describe(name, () => {
    test('is documented as what it is', () => {
      const schemes = operation.security.flatMap(Object.keys);
      const documented = {
        token: ['bearer', 'basic', 'session', 'accessToken'],
        session: ['session'],
        nothing: [],
      };
      assert.deepEqual(schemes, documented[expected.needs]);
    });

    const everybody: readonly string[] = expected.needs === 'session' ? VISITORS : TOKEN_HOLDERS;
    for (const who of everybody) {
      const status = statusFor(expected, who);
      test(`answers ${status} to ${who}`, async () => {
        const isRefused = status >= 400;
        const cast =
          isRefused || method === 'GET' ? shared : await newCast(hub, await peopleFor(path), outcasts);
        const before = isRefused ? await shared.snapshot() : '';
        const response = await call(hub, route, expected, cast.world, asked(cast, expected.needs, who));
        assertStatus(response, status);
        assert.ok(status in operation.responses, `${status} is documented`);
        if (isRefused) assert.equal(await shared.snapshot(), before, 'a refused call changes nothing');
      });
    }
  });
}

/** Signing out and a changed password are the end of those who do it. */
async function peopleFor(path: string): Promise<People> {
  return path.startsWith('/api/account/') ? newPeople(hub, admin) : people;
}

function statusFor(expected: (typeof EXPECTATIONS)[string], who: string): number {
  if (expected.needs === 'nothing') return expected.status;
  return (expected.status as Record<string, number>)[who] ?? 401;
}

function asked(cast: Cast, needs: string, who: string): Ask {
  const all: Record<string, Ask> = needs === 'session' ? cast.withCookies : cast.withToken;
  return all[who]!;
}
