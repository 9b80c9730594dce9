import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { JsonObject } from '../model/json/own.ts';
import type { FreshStore } from './engine.ts';
import { isFault } from './is-fault.ts';
import { SpaceUnderTest } from './space-under-test.ts';
import { writeRequest } from './write-request.ts';

const point = (x: number, y: number) => ({ type: 'Point', coordinates: [x, y] });

export function writesContract(fresh: () => FreshStore): void {
  const create = (id: string) => SpaceUnderTest.create(fresh().store, id);

  describe('a write', () => {
    test('answers with what is stored, which reads give byte by byte', async () => {
      const space = await create('bytes');
      const body =
        '{"type":"FeatureCollection","features":[{"id":"né 🜨","geometry":{"type":"Point","coordinates":[1.0,2.5,-0.125]},"properties":{"big":9007199254740993,"far":1e999,"__proto__":{"a":1},"lone":"\\ud800"},"extra":[1,null]}]}';
      const { body: bytes } = await fresh().store.features.write(space.ref, writeRequest(body));
      const [text] = (await space.page()).texts;
      assert.equal(
        Buffer.from(bytes!).toString(),
        `{"type":"FeatureCollection","features":[${text}],"inserted":["né 🜨"]}`,
      );
      assert.match(text!, /"coordinates":\[1,2\.5,-0\.125\]/);
      assert.match(
        text!,
        /"properties":\{"big":9007199254740993,"far":1e999,"__proto__":\{"a":1\},"lone":"\\ud800",/,
      );
      assert.deepEqual(await fresh().store.features.byId(space.ref, ['né 🜨'], {}), [text]);
    });

    test('has the shape its target asks for', async () => {
      const space = await create('shapes');
      assert.equal((await space.send({ properties: {} }, { target: { kind: 'feature', id: 'x' } })).id, 'x');
      assert.equal(
        (await space.send({ id: 'y' }, { target: { kind: 'newFeature', returning: 'feature' } })).id,
        'y',
      );
      assert.deepEqual(
        (await space.send({ id: 'z' }, { target: { kind: 'newFeature', returning: 'collection' } })).inserted,
        ['z'],
      );
      assert.deepEqual(
        (await space.put([{ id: 'w' }], { target: { kind: 'newFeature', returning: 'feature' } })).inserted,
        ['w'],
      );
      assert.deepEqual(await space.send({ id: 'v' }, { returning: false }), {});
      assert.deepEqual((await space.page()).ids, ['x', 'y', 'z', 'w', 'v']);
    });

    test('keeps the order of insertion, also for what is replaced', async () => {
      const space = await create('order');
      await space.put(['c', 'a', 'b'].map((id) => ({ id })));
      await space.put([{ id: 'a', properties: { n: 1 } }, { id: 'd' }]);
      await space.delete({ ids: ['c'] });
      await space.put([{ id: 'c' }]);
      assert.deepEqual((await space.page()).ids, ['a', 'b', 'd', 'c']);
    });

    test('keeps the time of creation and moves the time of change', async () => {
      const space = await create('times');
      const revision = async () =>
        ((await space.byId(['a']))[0]!.properties as JsonObject)['@ns:com:here:xyz'] as JsonObject;
      await space.put([{ id: 'a' }]);
      const first = await revision();
      while (Date.now() <= (first.updatedAt as number))
        await new Promise((resolve) => setTimeout(resolve, 1));
      await space.put([{ id: 'a' }]);
      assert.deepEqual(await revision(), first);
      await space.put([{ id: 'a', properties: { n: 1 } }]);
      const second = await revision();
      assert.equal(second.createdAt, first.createdAt);
      assert.ok((second.updatedAt as number) > (first.updatedAt as number));
    });

    test('that fails leaves nothing of itself', async () => {
      const space = await create('failing');
      await space.put([{ id: 'old', properties: { n: 1 }, geometry: point(1, 1) }], { addTags: ['t'] });
      const before = [await space.page(), await space.statistics(), await space.content()];
      const error = { onExists: 'error', onNotExists: 'create', onConflict: 'error' } as const;
      await assert.rejects(
        space.put([{ id: 'new', geometry: point(50, 50) }, { id: 'old' }], { rule: error }),
        isFault('conflict', /"old" exists/),
      );
      await assert.rejects(
        space.put([{ id: 'new' }, { id: 'new' }]),
        isFault('invalid', /have the id "new"/),
      );
      await assert.rejects(
        space.put([{ id: 'old' }, { id: 'new' }], {
          rights: { create: false, update: true, delete: true, read: true },
        }),
        isFault('forbidden', /createFeatures/),
      );
      assert.deepEqual([await space.page(), await space.statistics(), await space.content()], before);
      await space.put([{ id: 'new' }]);
      assert.deepEqual((await space.page()).ids, ['old', 'new']);
    });
  });

  test('writes that share a commit succeed or fail each for itself', async () => {
    const space = await create('shared');
    await space.put([{ id: 'taken' }]);
    const error = { onExists: 'error', onNotExists: 'create', onConflict: 'error' } as const;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, i) => {
        const good = { id: `good${i}`, geometry: point(i, i), properties: { n: i } };
        if (i % 4 === 1)
          return space.put([{ id: `lost${i}`, geometry: point(-100, -80) }, { id: 'taken' }], {
            rule: error,
            addTags: ['lost'],
          });
        if (i % 4 === 3) return space.put([{ id: `lost${i}` }, { id: 'x', geometry: { type: 'Point' } }]);
        return space.put([good], { addTags: ['good'] });
      }),
    );
    const good = outcomes.flatMap(({ status }, i) => (status === 'fulfilled' ? [`good${i}`] : []));
    assert.equal(good.length, 20);
    assert.deepEqual((await space.page()).ids, ['taken', ...good]);
    const { count, tags, extent } = await space.statistics();
    assert.equal(count, 21);
    assert.deepEqual(tags.value, [{ key: 'good', count: 20 }]);
    assert.deepEqual(extent, { bbox: { west: 0, south: 0, east: 38, north: 38 }, exact: true });
  });

  test('writes that share a commit with one that deletes everything leave the right statistics', async () => {
    const space = await create('emptied');
    await space.put([{ id: 'old', geometry: point(1, 1), properties: { o: 1 } }], { addTags: ['old'] });
    const write = (id: string) =>
      space.put([{ id, geometry: point(2, 2), properties: { [id]: 1 } }], { addTags: [id] });
    await Promise.all([
      write('a'),
      write('b'),
      space.delete({}),
      write('c'),
      space.put([{ id: 'd' }, { id: 'd' }]).catch(() => undefined),
      write('e'),
      space.delete({ ids: ['c'] }),
    ]);
    assert.deepEqual((await space.page()).ids, ['e']);
    const { count, tags, properties, geometryTypes } = await space.statistics();
    assert.deepEqual([count, geometryTypes], [1, ['Point']]);
    assert.deepEqual(tags.value, [{ key: 'e', count: 1 }]);
    assert.deepEqual(properties.value, [{ key: 'e', count: 1, datatype: 'number' }]);
    assert.equal((await space.content()).version, 7);
  });

  test('concurrent patches of one feature are all in it', async () => {
    const space = await create('patched');
    const patch = { onExists: 'patch', onNotExists: 'create', onConflict: 'error' } as const;
    await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        space.put([{ id: 'a', properties: { [`p${i}`]: i } }], { rule: patch }),
      ),
    );
    const [feature] = await space.byId(['a']);
    assert.equal(Object.keys(feature!.properties as JsonObject).length, 31);
  });

  test('one feature comes with a state of the content that is not newer, and not older than what was acknowledged', async () => {
    const space = await create('one');
    const { features } = fresh().store;
    assert.equal(await features.one(space.ref, 'a', {}), undefined);
    const texts = new Map<number, string>();
    let written = 0;
    const write = async () => {
      for (let n = 1; n <= 100; n++) {
        const { body, content } = await features.write(
          space.ref,
          writeRequest(
            { type: 'Feature', id: 'a', properties: { n } },
            { target: { kind: 'feature', id: 'a' } },
          ),
        );
        texts.set(content.version, Buffer.from(body!).toString());
        written = content.version;
      }
    };
    const seen: { before: number; state: number; text: string }[] = [];
    const read = async () => {
      while (texts.size < 100) {
        const before = written;
        const one = await features.one(space.ref, 'a', {});
        if (one) seen.push({ before, state: one.content.version, text: one.text });
        // So that what was written is heard of, also where reads do not wait.
        await turn();
      }
    };
    await Promise.all([write(), read(), read(), read()]);
    const versionOf = new Map([...texts].map(([version, text]) => [text, version]));
    for (const { before, state, text } of seen) {
      assert.ok(state >= before);
      assert.ok(versionOf.get(text)! >= state);
    }
    assert.ok(seen.length > 0);
    const all = { text: texts.get(written), content: await space.content() };
    assert.deepEqual(await features.one(space.ref, 'a', {}), all);
    const { text } = (await features.one(space.ref, 'a', { selection: [] }))!;
    assert.deepEqual(JSON.parse(text).properties, {});
  });

  test('every read sees every write that was acknowledged before it', async () => {
    const space = await create('seen');
    const others = Array.from({ length: 20 }, (_, i) => `other${i}`);
    await space.put(others.map((id) => ({ id })));
    for (let n = 1; n <= 25; n++) {
      const at = (value: number) =>
        ({
          tags: [],
          tests: [{ root: 'properties', path: ['n'], comparison: '=', operands: [value] }],
        }) as const;
      const feature = { type: 'Feature', id: 'a', properties: { n }, geometry: point(n, 0) };
      const request = writeRequest(feature, { addTags: [`n${n}`] });
      const { content } = await fresh().store.features.write(space.ref, request);
      const reads = await Promise.all([
        space.byId(['a']).then(([feature]) => (feature!.properties as JsonObject).n),
        space.byId([...others, 'a']).then((features) => (features.at(-1)!.properties as JsonObject).n),
        space.page({ filter: at(n) }).then(({ ids }) => ids.length),
        space.page({ filter: { tags: [[`n${n}`]], tests: [] } }).then(({ ids }) => ids.length),
        space.count(at(n)),
        space.count({ tags: [[`n${n}`]] }),
        space.statistics().then(({ extent }) => extent!.bbox.east),
        space.content(),
        fresh().store.features.contents([space.ref]),
      ]);
      assert.deepEqual(reads, [n, n, 1, 1, 1, 1, n, content, [content]]);
    }
    await space.delete({ ids: ['a'] });
    assert.deepEqual(
      [await space.byId(['a']), await space.count(), (await space.page()).ids.length],
      [[], 20, 20],
    );
  });
}
