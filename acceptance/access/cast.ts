import assert from 'node:assert/strict';
import { newPerson, type Person, signIn } from '../harness/account.ts';
import { collection, feature, tagged } from '../harness/geojson.ts';
import type { Hub } from '../harness/hub.ts';
import type { Ask } from '../harness/request.ts';
import { newSpaceId } from '../harness/space.ts';
import type { TokenHolder, VisitorName, World } from './expectations.ts';

/** Who takes part, and what belongs to the owner. */
export interface Cast {
  world: World;
  /** The credentials of each. */
  withToken: Record<TokenHolder, Ask>;
  withCookies: Record<VisitorName, Ask>;
  /** Everything a refused call must leave as it is. */
  snapshot(): Promise<string>;
}

const cookies = (cookie: string): Ask => ({ token: null, headers: { cookie } });

export interface People {
  owner: Person;
  stranger: Person;
  admin: Person;
}

export async function newPeople(hub: Hub, admin: Person): Promise<People> {
  return {
    owner: await newPerson(hub, admin),
    stranger: await newPerson(hub, admin),
    // In a session of their own, which signing out may end.
    admin: await signIn(hub),
  };
}

/** A new space, project and token of the owner's, and everybody else in relation to them. */
export async function newCast(hub: Hub, people: People, outcasts: Outcasts): Promise<Cast> {
  const { owner, stranger, admin } = people;
  const full = await owner.newToken();
  const ask = { token: full.token };
  const space = newSpaceId();
  const project = newSpaceId();
  assert.equal(
    (await hub.post('/hub/spaces', { id: space, title: 'The space', enableHistory: true }, ask)).status,
    200,
  );
  const features = collection(feature('old', { n: 1 }), tagged('tagged', 'x'));
  assert.equal((await hub.put(`/hub/spaces/${space}/features`, features, ask)).status, 200);
  assert.equal(
    (await hub.post('/project-api/projects', { id: project, title: 'The project' }, ask)).status,
    200,
  );
  const limited = async (...rights: string[]) => {
    const filters = Object.fromEntries(rights.map((right) => [right, [{ space }]]));
    return { token: (await owner.newToken({ urm: { 'xyz-hub': filters } })).token };
  };
  const snapshot = async () => {
    const responses = await Promise.all([
      hub.get(`/hub/spaces/${space}`, ask),
      hub.get(`/hub/spaces/${space}/search`, ask),
      hub.get(`/project-api/projects/${project}`, ask),
      owner.request('GET', '/token-api/tokens'),
      owner.request('GET', '/account-api/accounts/me'),
      hub.get('/hub/spaces', ask),
    ]);
    assert.ok(responses.every(({ status }) => status === 200));
    // A token that was refused something was used, all the same.
    return responses.map(({ text }) => text.replaceAll(/,"lastUsedAt":\d+/g, '')).join('\n');
  };
  return {
    world: {
      space,
      project,
      tokenId: full.tid,
      account: owner.aid,
      otherAccount: stranger.aid,
      password: owner.password,
    },
    withToken: {
      ...outcasts.withToken,
      stranger: { token: (await stranger.newToken()).token },
      reader: await limited('readFeatures'),
      writer: await limited('readFeatures', 'createFeatures', 'updateFeatures', 'deleteFeatures'),
      owner: ask,
      admin: { token: hub.token },
    },
    withCookies: {
      ...outcasts.withCookies,
      stranger: cookies(stranger.cookies),
      owner: cookies(owner.cookies),
      admin: cookies(admin.cookies),
    },
    snapshot,
  };
}

type Outcast = 'no token' | 'garbage' | 'expired' | 'revoked' | 'disabled';
export interface Outcasts {
  withToken: Record<Outcast, Ask>;
  withCookies: Record<Outcast, Ask>;
}

/** Those whom nobody should let in. All but the first two could once do everything. */
export async function newOutcasts(hub: Hub, admin: Person): Promise<Outcasts> {
  const someone = await newPerson(hub, admin, { admin: true });
  const expired = await someone.newToken({ exp: Math.floor(Date.now() / 1000) + 2 });
  const revoked = await someone.newToken();
  await someone.request('DELETE', `/token-api/tokens/${revoked.tid}`);
  const disabled = await newPerson(hub, admin, { admin: true });
  const disabledToken = await disabled.newToken();
  await admin.request('PATCH', `/account-api/accounts/${disabled.aid}`, { body: { disabled: true } });
  await someone.request('POST', '/api/account/sign-out');
  await new Promise((resolve) => setTimeout(resolve, expired.exp! * 1000 - Date.now() + 50));
  return {
    withToken: {
      'no token': { token: null },
      garbage: { token: "garbage'--%00" },
      expired: { token: expired.token },
      revoked: { token: revoked.token },
      disabled: { token: disabledToken.token },
    },
    withCookies: {
      'no token': { token: null },
      garbage: cookies('here_access=garbage'),
      expired: { token: expired.token },
      revoked: cookies(someone.cookies),
      disabled: cookies(disabled.cookies),
    },
  };
}
