import fc from 'fast-check';
import type { Store } from '../catalogue.ts';
import type { SpaceRef } from '../model/source.ts';
import { type CompositeQuery, question } from './arbitrary.search.ts';
import { SpaceUnderTest, UNHURRIED } from './space-under-test.ts';

/** What of the catalogue can only be asked for by name. */
export type KnownNames = {
  sessions: string[];
  tokens: string[];
  keys: string[];
  projects: string[];
  ids: string[];
};

/** Everything that can be read of a store, as plain values: two stores with the same hub have the same picture. */
export async function snapshotOf(store: Store, names: KnownNames, seed: number): Promise<unknown> {
  const { catalogue } = store;
  await catalogue.refresh();
  const accounts = await catalogue.accounts.all();
  const all = await catalogue.spaces.all();
  const each = <T>(list: readonly string[], ask: (name: string) => Promise<T> | T) =>
    Promise.all(list.map(async (name) => ask(name)));
  const questions = fc.sample(question, { numRuns: 8, seed });
  const spaces: unknown[] = [];
  for (const { storageKey, ...space } of all)
    spaces.push({
      ...space,
      ...(await snapshotOfSpace(store, { id: space.id, storageKey }, names.ids, questions)),
    });
  return {
    accounts,
    tokens: await Promise.all(accounts.map(({ id }) => catalogue.tokens.ofAccount(id))),
    bySecret: await each(names.tokens, (hash) => catalogue.tokens.bySecret(hash)),
    sessions: await each(names.sessions, (hash) => catalogue.sessions.byIdHash(hash)),
    familiar: await Promise.all(accounts.map(({ id }) => catalogue.knownAddresses.has(id, 'here'))),
    keys: await each(names.keys, (name) => catalogue.keys.getOrAdd(name, 'was not there')),
    projects: await each(names.projects, (id) => catalogue.projects.get(id)),
    audit: await catalogue.audit.page({}, Number.MAX_SAFE_INTEGER, 1000),
    known: [...catalogue.spaces.known.keys()],
    spaces,
  };
}

async function snapshotOfSpace(
  store: Store,
  ref: SpaceRef,
  ids: string[],
  questions: CompositeQuery[],
): Promise<object> {
  const space = new SpaceUnderTest(store, ref);
  const versions = await store.features.versions(ref);
  const past: unknown[] = [];
  for (let version = Math.max(1, versions.oldest); version <= versions.latest; version++)
    past.push(await space.page({ version }), await store.features.byId(ref, ids, {}, version));
  const searches: unknown[] = [];
  for (const { filter, limit, sort } of questions) searches.push(await space.page({ filter, limit, sort }));
  return {
    content: await space.content(),
    page: await space.page(),
    byId: await store.features.byId(ref, ids, {}),
    statistics: await space.statistics(),
    versions,
    past,
    changes: await changesOf(store, ref, versions),
    outbox: (await store.features.outbox(ref)).map(({ seq: _, ...entry }) => entry),
    searches,
  };
}

async function changesOf(
  store: Store,
  ref: SpaceRef,
  { oldestChanges, latest }: { oldestChanges: number; latest: number },
): Promise<string> {
  if (oldestChanges > latest) return '';
  const query = { from: oldestChanges, to: latest, limit: 1_000_000, view: {}, alone: false };
  let text = '';
  const stream = store.features.changes(ref, query, UNHURRIED);
  for (let step = await stream.next(); !step.done; step = await stream.next())
    text += Buffer.from(step.value).toString();
  return text;
}
