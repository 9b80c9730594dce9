import assert from 'node:assert/strict';
import { boxOf, unite } from '../model/geometry.ts';
import { at, type Json, type JsonObject, member } from '../model/json.ts';
import type { KillableHub } from './killable-hub.ts';
import type { Ledger } from './ledger.ts';
import type { SpaceCycle } from './space-cycle.ts';
import { TAGS, tagsOf, writtenPart } from './written-feature.ts';

const PAGE = 500;

/** Every acknowledged write is there, and everything the server says about the space agrees with it. */
export async function verifySpace(hub: KillableHub, ledger: Ledger): Promise<void> {
  const found = await iterate(hub, ledger.space);
  ledger.settle(found);
  await verifyCounts(hub, ledger.space, found);
  await verifyStatistics(hub, ledger.space, found);
  await verifySample(hub, ledger.space, found);
}

/** All changes that were ever made, one after the other, make what is there. */
export async function verifyHistory(hub: KillableHub, space: string): Promise<void> {
  const present = await iterate(hub, space);
  const made = new Map<string, JsonObject>();
  for (let token = ''; ; ) {
    const { status, body, text } = await hub.request<JsonObject>(
      'GET',
      `/hub/spaces/${space}/changesets?limit=10000${token}`,
    );
    assert.equal(status, 200, text);
    for (const changeset of Object.values(body.versions as JsonObject)) {
      const features = (change: string) => at(changeset, [change, 'features']) as Json[];
      for (const feature of [...features('inserted'), ...features('updated')])
        made.set(String(member(feature, 'id')), writtenPart(feature));
      for (const feature of features('deleted'))
        assert.ok(made.delete(String(member(feature, 'id'))), 'what is deleted was there');
    }
    if (body.nextPageToken === undefined) break;
    token = `&pageToken=${body.nextPageToken}`;
  }
  const sorted = (features: Map<string, JsonObject>) => [...features].sort(([a], [b]) => (a < b ? -1 : 1));
  assert.deepEqual(sorted(made), sorted(present), `the history of ${space} leads to what is there`);
}

export async function verifyCycle(hub: KillableHub, cycle: SpaceCycle): Promise<void> {
  const { status } = await hub.request('GET', `/hub/spaces/${cycle.ledger.space}`);
  assert.ok(status === 200 || status === 404, `the space answers ${status}`);
  const there = status === 200;
  if (cycle.existence === 'present') assert.ok(there, `acknowledged space ${cycle.ledger.space} is lost`);
  if (cycle.existence === 'absent') assert.ok(!there, `deleted space ${cycle.ledger.space} is back`);
  cycle.existence = there ? 'present' : 'absent';
  if (there) await verifySpace(hub, cycle.ledger);
  else cycle.ledger.clear();
}

export async function verifyList(hub: KillableHub, expected: readonly string[]): Promise<void> {
  const { body } = await hub.request<Json[]>('GET', '/hub/spaces');
  assert.deepEqual(
    body.map((space) => String(member(space, 'id'))).sort(),
    [...expected].sort(),
    'list of spaces',
  );
}

async function iterate(hub: KillableHub, space: string): Promise<Map<string, JsonObject>> {
  const found = new Map<string, JsonObject>();
  let handle: Json | undefined;
  do {
    const page = `/hub/spaces/${space}/iterate?limit=${PAGE}${handle === undefined ? '' : `&handle=${handle}`}`;
    const response = await hub.request<JsonObject>('GET', page);
    assert.equal(response.status, 200, response.text);
    for (const feature of response.body.features as Json[]) {
      const id = String(member(feature, 'id'));
      assert.ok(!found.has(id), `${id} comes twice in ${space}`);
      found.set(id, writtenPart(feature));
    }
    handle = response.body.handle;
  } while (handle !== undefined);
  return found;
}

async function verifyCounts(hub: KillableHub, space: string, found: Map<string, JsonObject>): Promise<void> {
  const count = async (query: string) =>
    (await hub.request<JsonObject>('GET', `/hub/spaces/${space}/count${query}`)).body.count;
  assert.equal(await count(''), found.size, `count of ${space}`);
  for (const tag of TAGS)
    assert.equal(await count(`?tags=${tag}`), tagged(found, tag), `count of ${tag} in ${space}`);
}

function tagged(found: Map<string, JsonObject>, tag: string): number {
  return [...found.values()].filter((feature) => tagsOf(feature).includes(tag)).length;
}

async function verifyStatistics(
  hub: KillableHub,
  space: string,
  found: Map<string, JsonObject>,
): Promise<void> {
  const { body } = await hub.request<JsonObject>('GET', `/hub/spaces/${space}/statistics`);
  assert.equal(at(body, ['count', 'value']), found.size, `count in the statistics of ${space}`);
  const boxes = [...found.values()]
    .flatMap(({ geometry }) => [boxOf(geometry)])
    .filter((box) => box !== undefined);
  assert.deepEqual(at(body, ['bbox', 'value']), unite(boxes) ?? [], `extent of ${space}`);
  const tags = (at(body, ['tags', 'value']) as Json[]).map((tag) => [
    member(tag, 'key'),
    member(tag, 'count'),
  ]);
  const expected = TAGS.map((tag) => [tag, tagged(found, tag)]).filter(([, count]) => count !== 0);
  assert.deepEqual(tags.sort(), expected.sort(), `tags of ${space}`);
}

/** By id and by property: other ways to the same data than iterate. */
async function verifySample(hub: KillableHub, space: string, found: Map<string, JsonObject>): Promise<void> {
  for (const [id, feature] of [...found].slice(-3)) {
    const one = await hub.request<JsonObject>('GET', `/hub/spaces/${space}/features/${id}`);
    assert.deepEqual(writtenPart(one.body), feature, `${id} of ${space} by id`);
    const revision = at(feature, ['properties', 'revision']);
    const response = await hub.request<JsonObject>(
      'GET',
      `/hub/spaces/${space}/search?p.revision="${revision}"`,
    );
    const ids = (response.body.features as Json[]).map((one) => member(one, 'id'));
    assert.deepEqual(ids, [id], `${id} of ${space} by property`);
  }
}
