import assert from 'node:assert/strict';
import { assertRefused } from '../harness/refusal.ts';
import type { HubResponse } from '../harness/request.ts';
import { type Entry, NAMESPACE, type Times } from './feature.ts';
import { at, canonical, type Json, type JsonObject, member } from './json.ts';
import { type Shape, show } from './reads.ts';
import type { Outcome, SpaceModel } from './space.ts';

export const WHOLE: Shape = { selection: [], force2D: false };

export function expectSame(actual: Json | undefined, expected: Json | undefined, what: string): void {
  if (canonical(actual) === canonical(expected)) return;
  assert.fail(`${what}\n  responded with ${canonical(actual)}\n  expected ${canonical(expected)}`);
}

export function expectStatus(response: HubResponse<JsonObject>, status: number): void {
  if (status >= 400) assertRefused(response, status);
  else assert.equal(response.status, status, response.text);
}

export function featuresOf(response: HubResponse<JsonObject>): Json[] {
  expectStatus(response, 200);
  const { features } = response.body;
  assert.ok(Array.isArray(features), `no features in ${response.text}`);
  assert.equal(response.body.type, 'FeatureCollection');
  return features;
}

export function expectFeature(actual: Json | undefined, entry: Entry, space: SpaceModel, shape: Shape): void {
  learnTimes(actual, entry);
  if (space.versions?.hasUuids) learnUuids(actual, entry);
  expectSame(actual, show(entry, space, shape), `feature ${entry.id}`);
}

export function expectFeatures(
  actual: readonly Json[],
  entries: readonly Entry[],
  space: SpaceModel,
  shape: Shape = WHOLE,
): void {
  const ids = (list: readonly Json[]) => JSON.stringify(list.map((feature) => member(feature, 'id') ?? null));
  assert.equal(ids(actual), JSON.stringify(entries.map(({ id }) => id)), 'ids, in order');
  for (const [index, entry] of entries.entries()) expectFeature(actual[index], entry, space, shape);
}

/** Times are the server's; the model knows only the rules, and holds each value once it has been shown. */
function learnTimes(actual: Json | undefined, entry: Entry): void {
  const shown = at(actual, ['properties', NAMESPACE]);
  const [createdAt, updatedAt] = [member(shown, 'createdAt'), member(shown, 'updatedAt')];
  if (entry.times || createdAt === undefined || updatedAt === undefined) return;
  assert.ok(typeof createdAt === 'number' && typeof updatedAt === 'number', 'times are numbers');
  assert.ok(Math.abs(Date.now() - updatedAt) < 60_000, `updatedAt ${updatedAt} is not now`);
  expectSuccession(entry.before, { createdAt, updatedAt });
  entry.times = { createdAt, updatedAt };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** So are uuids: each state has a new one, and names the one before and the one it was merged from. */
function learnUuids(actual: Json | undefined, entry: Entry): void {
  const shown = at(actual, ['properties', NAMESPACE]);
  const uuid = member(shown, 'uuid');
  if (entry.uuids || shown === undefined) return;
  assert.match(String(uuid), UUID);
  const uuids: JsonObject = { uuid: String(uuid) };
  for (const [name, other] of [
    ['puuid', entry.succeeds],
    ['muuid', entry.mergedFrom],
  ] as const) {
    const value = member(shown, name);
    assert.equal(value !== undefined, other !== undefined, `${name} in ${JSON.stringify(shown)}`);
    if (value === undefined) continue;
    if (other?.uuids) assert.equal(value, other.uuids.uuid, name);
    assert.notEqual(value, uuid);
    uuids[name] = value;
  }
  entry.uuids = uuids;
}

function expectSuccession(before: Times | undefined, now: Times): void {
  assert.equal(now.createdAt, before?.createdAt ?? now.updatedAt, 'createdAt survives every change');
  assert.ok(now.updatedAt >= (before?.updatedAt ?? 0), 'updatedAt does not go back');
}

/** The response of a write: every resulting feature, and the lists that are not empty. */
export function expectOutcome(response: HubResponse<JsonObject>, outcome: Outcome, space: SpaceModel): void {
  expectFeatures(featuresOf(response), outcome.features, space);
  const lists = { inserted: outcome.inserted, updated: outcome.updated, deleted: outcome.deleted };
  for (const [name, ids] of Object.entries(lists)) {
    expectSame(response.body[name], ids.length > 0 ? ids : undefined, name);
  }
  expectFailures(response.body.failed, outcome);
}

function expectFailures(actual: Json | undefined, { failed }: Outcome): void {
  const answered = Array.isArray(actual) ? actual : [];
  assert.ok(actual === undefined || answered.length > 0, 'an empty list is omitted');
  const positions = (list: readonly (Json | undefined)[]) => JSON.stringify(list);
  assert.equal(
    positions(answered.map((one) => member(one, 'position'))),
    positions(failed.map(({ position }) => position)),
    `failed positions in ${JSON.stringify(actual)}`,
  );
  for (const [index, { id }] of failed.entries()) {
    const message = member(answered[index], 'message');
    assert.ok(typeof message === 'string' && message !== '', 'a failure says why');
    if (id) assert.ok(id.endsWith(String(member(answered[index], 'id'))), 'a failure names its feature');
  }
}
