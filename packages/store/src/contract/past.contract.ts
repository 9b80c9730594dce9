import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { tileAt } from '@meridian/geo';
import { tileArea } from '../model/query/area.ts';
import { NO_FILTER } from '../model/query/query.ts';
import { MAX_OVERLAY_BYTES } from '../read/past/overlay.ts';
import type { Versioning } from '../rules/write/write-request.ts';
import type { FreshStore } from './engine.ts';
import { isFault } from './is-fault.ts';
import { HEXBIN, tileQuery } from './plain-queries.ts';
import { UNHURRIED, walkOf } from './space-under-test.ts';
import { VersionedSpace } from './versioned-space.ts';

const ALL: Versioning = { uuids: false, versionsToKeep: Number.POSITIVE_INFINITY };
const TAGGED = { tags: [['even']], tests: [] };
const SMALL = {
  tags: [],
  tests: [{ root: 'properties', path: ['n'], comparison: '<', operands: [300] }],
} as const;
const TILE = tileAt('web', 7, 68, 60);
const AREA = tileArea(TILE, 0);
const CIRCLE = { shape: { type: 'Point' as const, coordinates: [12.2, 10.4] }, radius: 30_000 };

/** On a grid of a hundred a row. */
function at(i: number, n = i) {
  const coordinates = [10 + (i % 100) / 10, 10 + Math.floor(i / 100) / 10];
  const tags = n % 2 === 0 ? ['even'] : [];
  return {
    id: `f${i}`,
    geometry: { type: 'Point', coordinates },
    properties: { n, '@ns:com:here:xyz': { tags } },
  };
}

/** What every kind of read gives of a version, or of the present. */
async function everyRead(space: VersionedSpace, at: { version?: number }) {
  const { features } = space.store;
  const ids = async (query: object) => (await space.page({ ...query, ...at })).ids;
  const view = { selection: [{ root: 'properties', path: ['n'] }] } as const;
  const profile: string[] = [];
  for await (const chunk of features.profile(space.ref, UNHURRIED, at.version))
    profile.push(Buffer.from(chunk).toString());
  return {
    everything: (await space.page({ ...at })).texts,
    pages: await Promise.all(
      [0, 1, 2, 3, 223, 400].map((after) =>
        space.page({ after, limit: 2, ...at }).then(({ texts, end }) => [texts, end]),
      ),
    ),
    part: (await space.page({ part: { index: 1, count: 3 }, ...at })).texts,
    box: (await space.page({ area: AREA, ...at })).texts,
    clipped: (await space.page({ area: AREA, view: { clip: true }, ...at })).texts,
    hidden: (await space.page({ area: AREA, view: { hidesNamespace: true }, ...at })).texts,
    tagged: (await space.page({ filter: TAGGED, limit: 30, ...at })).texts,
    first: await ids({ area: AREA, limit: 3 }),
    taggedInBox: await ids({ area: AREA, filter: TAGGED }),
    circle: await ids({ area: CIRCLE }),
    byId: await ids({
      filter: {
        tags: [],
        tests: [{ root: 'feature', path: ['id'], comparison: '=', operands: ['f2', 'f3', 'new1'] }],
      },
    }),
    sorted: await ids({
      area: AREA,
      sort: [{ root: 'properties', path: ['n'], descending: true }],
      limit: 5,
    }),
    parts: await ids({ area: AREA, part: { index: 1, count: 3 } }),
    tile: Buffer.from(
      (await space.tile(tileQuery(TILE, { selection: view.selection, ...at }))).bytes,
    ).toString('base64'),
    viz: await ids({ area: AREA, view: { viz: TILE, selection: [] }, sampling: 'high' }),
    hexbins: await space.clusters({ area: AREA, clustering: { ...HEXBIN, resolution: 4 }, ...at }),
    quadbins: await space.clusters({ area: AREA, clustering: { kind: 'quadbin', zoom: 9 }, ...at }),
    groups: await space.aggregate({ groupBy: [{ kind: 'tags', name: 'tags' }], filter: SMALL, ...at }),
    counts: await Promise.all(
      [NO_FILTER, TAGGED, SMALL].map((filter) => features.count(space.ref, filter, UNHURRIED, at.version)),
    ),
    statistics: await features.statistics(space.ref, UNHURRIED, at.version),
    profile: profile.join(),
  };
}

/** What a version, or what was derived from the present since, must not change: every read of an old version. */
export function pastContract(fresh: () => FreshStore): void {
  const create = (id: string) => VersionedSpace.of(fresh().store, id);

  describe('a version', () => {
    test('is what the present was, for every read', async () => {
      const space = await create('every read');
      const options = { versioning: ALL, returning: false };
      const states: Awaited<ReturnType<typeof everyRead>>[] = [];
      const note = async () => states.push(await everyRead(space, {}));
      await space.put(
        Array.from({ length: 400 }, (_, i) => at(i)),
        options,
      );
      await note();
      const moved = { ...at(223, 1000), geometry: at(99).geometry };
      const came = { ...at(90, 7), geometry: at(224).geometry };
      const created = { ...at(225, 8), id: 'new1' };
      await space.put([moved, came, created, at(322, 4), at(3)], options);
      await note();
      await space.delete({ ids: ['f2', 'f321', 'f324', 'new1'], versioning: ALL });
      await note();
      const again = {
        ...at(2, 1),
        geometry: {
          type: 'LineString',
          coordinates: [
            [10, 10],
            [12, 11],
          ],
        },
      };
      await space.put([again, { ...at(9), id: 'nowhere', geometry: null }], options);
      await note();
      const check = async () => {
        for (const [i, state] of states.entries()) {
          const found = await everyRead(space, { version: i + 1 });
          for (const key of Object.keys(state) as (keyof typeof state)[])
            assert.deepEqual(found[key], state[key], `${key} of version ${i + 1}`);
        }
      };
      await check();
      await space.delete({ returning: false, versioning: ALL });
      await check();
      assert.equal(await space.count(), 0);
    });

    test('is what it was where more has changed since than is held in memory', async () => {
      const space = await create('much changed');
      const large = { text: 'x'.repeat(1_000_000) };
      const count = 20 + Math.ceil(MAX_OVERLAY_BYTES / 1_000_000);
      const many = Array.from({ length: count }, (_, i) =>
        i < 20 ? at(i) : { ...at(i), properties: { n: i, ...large } },
      );
      await space.put(many, { versioning: ALL, returning: false });
      await space.put([{ ...at(15), geometry: null }], { versioning: ALL });
      await space.delete({ returning: false, versioning: ALL });
      const view = { selection: [] };
      const reads = async (version: number) => [
        (await space.page({ version, view, area: AREA, part: { index: 0, count: 2 } })).ids.join(' '),
        (await space.page({ version, view, area: AREA, filter: TAGGED, limit: 2 })).ids.join(' '),
        await space.store.features.count(space.ref, NO_FILTER, UNHURRIED, version),
        (await space.page({ version, limit: 3 })).ids.join(' '),
        (await space.page({ version, limit: 3, after: 5, part: { index: 0, count: 2 } })).ids.join(' '),
      ];
      const inArea = many.map(({ id }) => id).slice(13, 41);
      const evens = (ids: string[]) => ids.filter((id) => Number(id.slice(1)) % 2 === 1).join(' ');
      const others = ['f14 f16', count, 'f0 f1 f2', 'f5 f7 f9'];
      assert.deepEqual(await reads(1), [evens(inArea), ...others]);
      assert.deepEqual(await reads(2), [evens(inArea.filter((id) => id !== 'f15')), ...others]);
    });

    test('that is not there is a fault of every read', async () => {
      const space = await create('no such version');
      await space.put([at(1)], { versioning: ALL });
      const { features } = space.store;
      const fault = isFault('notFound', /version 7 .*1 to 1/);
      await assert.rejects(space.page({ area: AREA, version: 7 }), fault);
      await assert.rejects(space.tile(tileQuery(TILE, { version: 7 })), fault);
      await assert.rejects(space.clusters({ area: AREA, clustering: HEXBIN, version: 7 }), fault);
      await assert.rejects(space.aggregate({ version: 7 }), fault);
      await assert.rejects(features.count(space.ref, NO_FILTER, UNHURRIED, 7), fault);
      await assert.rejects(features.statistics(space.ref, UNHURRIED, 7), fault);
    });

    test('is found by the time at which it was the present one', async (context) => {
      const space = await create('by time');
      const times: number[] = [];
      const nextMoment = async () => {
        const { updatedAt } = await space.store.features.content(space.ref);
        while (Date.now() <= updatedAt) await pause(1);
      };
      const write = async (step: () => Promise<unknown>) => {
        await nextMoment();
        await step();
        times.push((await space.store.features.content(space.ref)).updatedAt);
      };
      // Nothing is noted of versions before the one that history begins with.
      for (const n of [1, 2]) await write(() => space.put([at(1, n)]));
      const versioning = { uuids: false, versionsToKeep: 5 };
      await write(() => space.put([at(1, 3), at(2)], { versioning }));
      await space.put([at(1, 3)], { versioning });
      await write(() => space.delete({ ids: ['f1'], versioning }));
      await write(() => space.put([at(1, 5)], { versioning }));
      await write(() => space.delete({ returning: false, versioning }));
      const found = () =>
        Promise.all(times.flatMap((time) => [time - 1, time]).map((time) => space.versionAt(time)));
      assert.deepEqual(await found(), [undefined, undefined, undefined, 2, 2, 3, 3, 4, 4, 5, 5, 6]);
      await write(() => space.put([at(3)], { versioning }));
      assert.deepEqual((await found()).slice(3), [undefined, undefined, 3, 3, 4, 4, 5, 5, 6, 6, 7]);
      await assert.rejects(
        space.put([at(4)], {
          versioning,
          rule: { onExists: 'error', onNotExists: 'error', onConflict: 'error' },
        }),
        isFault('conflict', /f4/),
      );
      assert.equal(await space.versionAt(Date.now() + 1000), 7);
      await space.put([at(4)]);
      await write(() => space.put([at(5)], { versioning }));
      assert.deepEqual((await found()).slice(-4), [undefined, undefined, 8, 9], context.name);
    });

    test('stays what it was while others write', async () => {
      const space = await create('meanwhile written');
      const text = 'x'.repeat(10_000);
      const many = Array.from({ length: 120 }, (_, i) => ({ ...at(i, 1), properties: { n: 1, text } }));
      await space.put(many, { versioning: ALL, returning: false });
      await space.put([at(0, 2)], { versioning: ALL });
      const area = { boxes: [{ west: 0, south: 0, east: 90, north: 80 }] };
      for (const query of [walkOf({ version: 1 }), walkOf({ version: 1, area })]) {
        const ids: string[] = [];
        const stream = space.store.features.stream(space.ref, query, UNHURRIED);
        for (let n = 3; ; n++) {
          const { value, done } = await stream.next();
          if (done) break;
          ids.push(...JSON.parse(`[${Buffer.from(value)}]`).map(({ id }: { id: string }) => id));
          await space.put([at(119, n), at(118 - n, n)], { versioning: ALL });
          await space.delete({ ids: [`f${110 - n}`], versioning: ALL });
        }
        assert.deepEqual(
          ids,
          many.map(({ id }) => id),
        );
      }
    });
  });
}
