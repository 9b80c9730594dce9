import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FeatureStream } from '../feature-store.ts';
import type { JsonObject } from '../model/json/own.ts';
import type { ChangesQuery } from '../model/query/query.ts';
import type { Versioning, WriteRule } from '../rules/write/write-request.ts';
import type { FreshStore } from './engine.ts';
import { isFault } from './is-fault.ts';
import { UNHURRIED, walkOf } from './space-under-test.ts';
import { namespaceOf, shown, summaryOf, VersionedSpace } from './versioned-space.ts';

const ALL: Versioning = { uuids: false, versionsToKeep: Number.POSITIVE_INFINITY };
const keeping = (versionsToKeep: number): Versioning => ({ uuids: false, versionsToKeep });
const feature = (id: string, n: number) => ({ id, properties: { n } });
const rule = (onExists: WriteRule['onExists'], onConflict: WriteRule['onConflict'] = 'error') => ({
  rule: { onExists, onNotExists: 'create', onConflict } as const,
});

export function versionsContract(fresh: () => FreshStore): void {
  const create = (id: string) => VersionedSpace.of(fresh().store, id);

  /** 1: +a1 +b1, 2: ~a2, 3: -b1 +c1, 4: +b2, 5: -a2 -c1 */
  const filled = async (id: string, versioning = ALL) => {
    const space = await create(id);
    await space.put([feature('a', 1), feature('b', 1)], { versioning });
    await space.put([feature('a', 2), feature('b', 1)], { versioning });
    const list = {
      type: 'FeatureModificationList',
      modifications: [
        { featureIds: ['b'], onFeatureExists: 'delete' },
        { featureData: { features: [feature('c', 1)] } },
      ],
    };
    await space.send(list, { versioning });
    await space.put([feature('b', 2)], { versioning });
    await space.delete({ ids: ['a', 'c', 'nowhere'], versioning });
    return space;
  };

  describe('versions', () => {
    test('are made by each write that changes anything, and by no other', async () => {
      const space = await filled('made');
      assert.deepEqual(await space.versions(), { oldest: 1, oldestChanges: 1, latest: 5 });
      await space.put([feature('b', 2)], { versioning: ALL });
      await space.delete({ ids: ['nowhere'], versioning: ALL });
      await assert.rejects(space.put([feature('b', 3)], { versioning: ALL, ...rule('error') }));
      assert.equal((await space.versions()).latest, 5);
    });

    test('are on the features that they wrote', async () => {
      const space = await create('marked');
      const put = async (...features: unknown[]) =>
        ((await space.put(features, { versioning: ALL })).features as JsonObject[]).map(
          (one) => namespaceOf(one).version,
        );
      assert.deepEqual(await put(feature('a', 1), feature('b', 1)), [1, 1]);
      assert.deepEqual(await put(feature('a', 1), feature('b', 2)), [1, 2]);
      assert.deepEqual(
        (await space.byId(['a', 'b'])).map((one) => namespaceOf(one).version),
        [1, 2],
      );
    });

    test('can be read as the space was', async () => {
      const space = await filled('read');
      const states = await Promise.all([1, 2, 3, 4, 5].map((version) => space.at(version)));
      assert.deepEqual(states, ['a1 b1', 'a2 b1', 'a2 c1', 'a2 c1 b2', 'b2']);
      assert.deepEqual((await space.page()).ids, ['b']);
    });

    test('can be read feature by feature', async () => {
      const space = await filled('one');
      const states = (id: string) => Promise.all([1, 2, 3, 4, 5].map((version) => space.one(id, version)));
      assert.deepEqual(await states('a'), ['a1', 'a2', 'a2', 'a2', undefined]);
      assert.deepEqual(await states('b'), ['b1', 'b1', undefined, 'b2', 'b2']);
      assert.deepEqual(await states('c'), [undefined, undefined, 'c1', 'c1', undefined]);
    });

    test('can be paged, filtered, sorted, parted and shown like the present', async () => {
      const space = await create('asked');
      const many = Array.from({ length: 40 }, (_, i) => feature(`f${i}`, i));
      await space.put(many, { versioning: ALL, addTags: ['t'] });
      await space.put([feature('f3', 0)], { versioning: ALL });
      await space.delete({ versioning: ALL });
      const ids = many.map(({ id }) => id);
      const all = await space.store.features.byId(space.ref, [...ids, 'none'], {}, 1);
      assert.deepEqual(
        all.map((text) => JSON.parse(text).id),
        ids,
      );
      assert.deepEqual(await space.store.features.one(space.ref, 'f3', {}, 1), {
        text: all[3],
        content: await space.content(),
      });
      assert.equal(await space.store.features.one(space.ref, 'f3', {}), undefined);
      const pages = await space.pages({ version: 1, limit: 7 });
      assert.deepEqual(
        pages.map((page) => page.ids.length),
        [7, 7, 7, 7, 7, 5],
      );
      assert.deepEqual(
        pages.flatMap((page) => page.ids),
        ids,
      );
      const few = {
        tags: [],
        tests: [{ root: 'properties', path: ['n'], comparison: '<', operands: [4] }],
      } as const;
      assert.equal(await space.at(1, { filter: few }), 'f00 f11 f22 f33');
      assert.equal(await space.at(2, { filter: few }), 'f00 f11 f22 f30');
      assert.equal((await space.page({ version: 1, filter: { tags: [['t']], tests: [] } })).ids.length, 40);
      assert.equal((await space.page({ version: 2, filter: { tags: [['t']], tests: [] } })).ids.length, 39);
      const sort = [{ root: 'properties', path: ['n'], descending: true }] as const;
      assert.deepEqual((await space.page({ version: 1, sort, limit: 2 })).ids, ['f39', 'f38']);
      const parts = await Promise.all(
        [0, 1].map((index) => space.page({ version: 1, part: { index, count: 2 } })),
      );
      assert.deepEqual(parts.flatMap((page) => page.ids).sort(), [...ids].sort());
      const view = { selection: [{ root: 'properties', path: ['x'] }] } as const;
      const [text] = (await space.page({ version: 1, view, limit: 1 })).texts;
      assert.deepEqual(JSON.parse(text!).properties, {});
      assert.deepEqual((await space.page({ version: 3 })).ids, []);
    });

    test('that are not there are a fault', async () => {
      const space = await filled('unknown');
      for (const version of [0, 6, 999]) {
        const fault = isFault('notFound', new RegExp(`version ${version} .*1 to 5`));
        await assert.rejects(space.at(version), fault);
        await assert.rejects(space.one('a', version), fault);
        await assert.rejects(space.changes({ from: version, to: version }), fault);
      }
      await assert.rejects((await create('none yet')).at(1), isFault('notFound', /none yet/));
    });

    test('begin where history is turned on, with what is there', async () => {
      const space = await create('begun');
      await space.put([feature('a', 1), feature('b', 1)]);
      await space.put([feature('a', 2)]);
      assert.deepEqual(await space.versions(), { oldest: 2, oldestChanges: 3, latest: 2 });
      assert.equal(await space.at(2), 'a2 b1');
      await space.put([feature('b', 3)], { versioning: ALL });
      await space.delete({ ids: ['a'], versioning: ALL });
      assert.deepEqual(await space.versions(), { oldest: 2, oldestChanges: 3, latest: 4 });
      assert.deepEqual([await space.at(2), await space.at(3), await space.at(4)], ['a2 b1', 'a2 b3', 'b3']);
      assert.deepEqual(await space.changed({ from: 3, to: 4 }), ['3: ~b3', '4: -a2']);
      await assert.rejects(space.at(1), isFault('notFound', /2 to 4/));
      await assert.rejects(space.changes({ from: 2, to: 2 }), isFault('notFound', /3 to 4/));
    });

    test('are forgotten where it is turned off, and begin again', async () => {
      const space = await filled('ended');
      await space.put([feature('b', 3)]);
      assert.equal(namespaceOf((await space.byId(['b']))[0]!).version, undefined);
      await space.put([feature('b', 4)], { versioning: ALL });
      assert.deepEqual(await space.versions(), { oldest: 6, oldestChanges: 7, latest: 7 });
      assert.deepEqual([await space.at(6), await space.at(7)], ['b3', 'b4']);
    });

    test('are kept when a write fails', async () => {
      const space = await filled('failed');
      await assert.rejects(space.put([feature('z', 1), feature('b', 9)], rule('error')));
      assert.equal(await space.at(1), 'a1 b1');
      await assert.rejects(
        space.put([feature('z', 1), feature('b', 9)], { ...rule('error'), versioning: keeping(1) }),
      );
      assert.equal(await space.at(1), 'a1 b1');
    });

    test('outlast a restart', async (t) => {
      if (fresh().isVolatile) return t.skip('nothing outlasts this engine');
      const space = await filled('restart');
      await space.store.catalogue.spaces.add(space.ref, { id: 'restart', title: 'Restart' });
      const again = new VersionedSpace(await fresh().reopen(), space.ref);
      assert.deepEqual([await again.at(2), await again.at(5)], ['a2 b1', 'b2']);
      await again.put([feature('a', 9)], { versioning: ALL });
      assert.deepEqual([await again.at(5), await again.at(6)], ['b2', 'b2 a9']);
    });

    test('before those to be retained expire', async () => {
      const space = await filled('kept', keeping(3));
      assert.deepEqual(await space.versions(), { oldest: 3, oldestChanges: 3, latest: 5 });
      assert.deepEqual(
        [await space.at(3), await space.at(4), await space.at(5)],
        ['a2 c1', 'a2 c1 b2', 'b2'],
      );
      assert.deepEqual(await space.changed({ from: 3, to: 5 }), ['3: +c1 -b1', '4: +b2', '5: -a2 -c1']);
      await assert.rejects(space.at(2), isFault('notFound', /3 to 5/));
      await assert.rejects(space.changes({ from: 2, to: 5 }), isFault('notFound', /version 2/));
      await space.put([feature('b', 3)], { versioning: keeping(1) });
      assert.deepEqual(await space.versions(), { oldest: 6, oldestChanges: 6, latest: 6 });
      assert.deepEqual(await space.changed({ from: 6, to: 6 }), ['6: ~b3']);
    });

    test('that expire while they are read are a fault, not half a response', async () => {
      const space = await create('meanwhile');
      const text = 'x'.repeat(10_000);
      const many = Array.from({ length: 400 }, (_, i) => ({ id: `f${i}`, properties: { n: 1, text } }));
      await space.put(many, { versioning: ALL, returning: false });
      await space.put([feature('f0', 2)], { versioning: ALL });
      const reading = async (stream: FeatureStream) => {
        await stream.next();
        for (let n = 3; n < 5; n++) await space.put([feature('f399', n)], { versioning: keeping(1) });
        for (;;) if ((await stream.next()).done) return;
      };
      const expired = isFault('notFound', /version 1 /);
      const { features } = space.store;
      const walk = features.stream(space.ref, walkOf({ version: 1 }), UNHURRIED);
      await assert.rejects(reading(walk), expired);
    });

    test('that expire many at a time leave the others whole', async () => {
      const space = await create('many');
      const many = (n: number) => Array.from({ length: 3000 }, (_, i) => feature(`f${i}`, n));
      for (let n = 1; n <= 4; n++) await space.put(many(n), { versioning: ALL, returning: false });
      await space.put([feature('f0', 5)], { versioning: keeping(2), returning: false });
      for (let n = 6; n <= 9; n++) await space.put([feature('f0', n)], { versioning: keeping(2) });
      assert.deepEqual(await space.versions(), { oldest: 8, oldestChanges: 8, latest: 9 });
      const page = await space.page({ version: 8 });
      assert.equal(page.ids.length, 3000);
      assert.deepEqual(await space.changed({ from: 8, to: 9 }), ['8: ~f08', '9: ~f09']);
    });
  });

  describe('changesets', () => {
    test('tell what each version did', async () => {
      const space = await filled('described');
      const all = ['1: +a1 +b1', '2: ~a2', '3: +c1 -b1', '4: +b2', '5: -a2 -c1'];
      assert.deepEqual(await space.changed({ from: 1, to: 5 }), all);
      assert.deepEqual(await space.changed({ from: 2, to: 3 }), all.slice(1, 3));
      const { versions } = await space.changes({ from: 3, to: 3, alone: true });
      assert.equal(versions.type, 'Changeset');
      assert.equal(summaryOf(versions), '+c1 -b1');
    });

    test('tell when each version was made, also one that only deleted', async () => {
      const space = await create('dated');
      const times: number[] = [];
      const note = async () => times.push((await space.store.features.content(space.ref)).updatedAt);
      for (const n of [1, 2]) {
        await space.put([feature('a', n), feature('b', n)], { versioning: ALL });
        await note();
      }
      await space.delete({ ids: ['a'], versioning: ALL });
      await note();
      const { versions } = await space.changes({ from: 1, to: 3 });
      assert.deepEqual(
        [1, 2, 3].map((version) => versions[version].createdAt),
        times,
      );
      const { versions: alone } = await space.changes({ from: 3, to: 3, alone: true });
      assert.deepEqual([summaryOf(alone), alone.createdAt], ['-a2', times[2]]);
    });

    test('show features as they are asked for, whether they are there or were', async () => {
      const space = await create('viewed');
      const at = (x: number) => ({ geometry: { type: 'Point', coordinates: [x, 1, 9] } });
      for (const n of [1, 2]) await space.put([{ ...feature('a', n), ...at(n) }], { versioning: ALL });
      await space.delete({ returning: false, versioning: ALL });
      await space.put([{ ...feature('a', 4), ...at(4) }], { versioning: ALL });
      const view = { force2D: true, selection: [{ root: 'properties' as const, path: ['n'] }] };
      const { versions } = await space.changes({ from: 1, to: 4, view });
      const lists = [versions[1].inserted, versions[2].updated, versions[3].deleted, versions[4].inserted];
      const shownAs = (n: number) => ({
        type: 'Feature',
        id: 'a',
        geometry: { type: 'Point', coordinates: [n, 1] },
        properties: { n },
      });
      assert.deepEqual(
        lists.map(({ features }) => features),
        [1, 2, 2, 4].map((n) => [shownAs(n)]),
      );
    });

    test('are cut into pages anywhere and go on from there', async () => {
      const space = await filled('paged');
      for (const limit of [1, 2, 3, 8]) {
        const listed: string[] = [];
        for (let after: ChangesQuery['after']; ; ) {
          const { versions, end } = await space.changes({
            from: 1,
            to: 5,
            limit,
            ...(after ? { after } : {}),
          });
          for (const version of Object.keys(versions))
            for (const change of ['inserted', 'updated', 'deleted'])
              for (const one of versions[version][change].features)
                listed.push(`${version} ${change} ${shown(one)}`);
          if (!end.more) break;
          after = end.lastChange;
        }
        assert.deepEqual(listed, [
          '1 inserted a1',
          '1 inserted b1',
          '2 updated a2',
          '3 inserted c1',
          '3 deleted b1',
          '4 inserted b2',
          '5 deleted a2',
          '5 deleted c1',
        ]);
      }
    });

    test('tell of several changes to a feature in one version what came of them', async () => {
      const space = await create('netto');
      await space.put([feature('a', 1), feature('b', 1), feature('c', 1), feature('d', 1)], {
        versioning: ALL,
      });
      const data = (...features: unknown[]) => ({ featureData: { features }, onFeatureExists: 'replace' });
      const gone = (...featureIds: string[]) => ({ featureIds, onFeatureExists: 'delete' });
      const modifications = [
        gone('d'),
        data(feature('a', 2), feature('b', 2), feature('x', 1), feature('y', 1)),
        data(feature('a', 3), feature('x', 2)),
        gone('b', 'y', 'c'),
        data(feature('c', 5), feature('d', 5)),
        gone('d'),
      ];
      await space.send({ type: 'FeatureModificationList', modifications }, { versioning: ALL });
      assert.deepEqual(await space.changed({ from: 2, to: 2 }), ['2: +x2 ~a3 ~c5 -b1 -d1']);
      assert.deepEqual([await space.at(1), await space.at(2)], ['a1 b1 c1 d1', 'a3 x2 c5']);
      assert.equal(await space.one('c', 1), 'c1');
    });

    test('of a space that was emptied have everything', async () => {
      const space = await create('emptied');
      const many = Array.from({ length: 1200 }, (_, i) => feature(`f${i}`, i));
      await space.put(many, { versioning: ALL });
      await space.delete({ returning: false, versioning: ALL });
      const { versions } = await space.changes({
        from: 2,
        to: 2,
        alone: true,
        limit: Number.POSITIVE_INFINITY,
      });
      assert.deepEqual(
        versions.deleted.features.map(shown),
        many.map(({ id }, i) => `${id}${i}`),
      );
      assert.equal((await space.page({ version: 1 })).ids.length, 1200);
      assert.equal(await space.at(2), '');
    });
  });
}
