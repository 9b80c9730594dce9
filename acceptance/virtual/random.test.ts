import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { collection, type FeatureCollection, feature, NAMESPACE } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { newSpace, type Space } from '../harness/space.ts';
import { newVirtual } from './spaces.ts';

const seed = Number(process.env.MERIDIAN_TEST_SEED ?? Date.now() % 2 ** 31);
const hub = await startHub();

type Properties = Record<string, number>;
/** What is in each upstream space, in the order in which it came. */
type Contents = Map<string, Properties>[];
type Mode = 'group' | 'override' | 'merge';

const id = fc.integer({ min: 0, max: 7 }).map((n) => `f${n}`);
const properties = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.nat(3), { maxKeys: 3 });
const features = fc.uniqueArray(fc.tuple(id, properties), {
  selector: ([one]) => one,
  minLength: 1,
  maxLength: 5,
});

/** Where: an upstream space, or the virtual one. */
const where = fc.constantFrom(0, 1, 2, 'virtual' as const, 'virtual' as const, 'virtual' as const);
const action = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), where, features }),
  fc.record({ kind: fc.constant('post' as const), where, features }),
  fc.record({
    kind: fc.constant('delete' as const),
    where,
    ids: fc.uniqueArray(id, { minLength: 1, maxLength: 3 }),
  }),
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

/** The spaces that an id of the virtual space comes from. */
function origins(mode: Mode, contents: Contents, one: string): number[] {
  const having = [0, 1, 2].filter((i) => contents[i]!.has(one));
  if (mode === 'merge') return having;
  return mode === 'group' ? having.slice(0, 1) : having.slice(-1);
}

function shown(mode: Mode, contents: Contents): [string, Properties][] {
  if (mode === 'group') return contents.flatMap((space) => [...space]);
  const ids = new Set(contents.flatMap((space) => [...space.keys()]));
  return Array.from(ids, (one) => {
    const found = contents.map((space) => space.get(one)).filter((own) => own !== undefined);
    return [one, mode === 'override' ? found.at(-1)! : Object.assign({}, ...found)];
  });
}

/** Does to the model what the hub is asked for. */
function apply(mode: Mode, contents: Contents, done: Action): void {
  if (done.kind === 'delete') {
    // Where each id came from is looked up before any is deleted.
    const homes = done.ids.map((one) =>
      done.where === 'virtual' ? origins(mode, contents, one) : [done.where],
    );
    for (const [i, one] of done.ids.entries()) for (const home of homes[i]!) contents[home]!.delete(one);
    return;
  }
  for (const [one, sent] of done.features) {
    const home = done.where === 'virtual' ? (origins(mode, contents, one).at(-1) ?? 0) : done.where;
    const before = contents[home]!.get(one);
    contents[home]!.set(one, done.kind === 'post' && before ? { ...before, ...sent } : { ...sent });
  }
}

async function send(target: Space, done: Action): Promise<void> {
  const response =
    done.kind === 'delete'
      ? await hub.delete(`${target.features}?id=${done.ids.join(',')}`)
      : await hub[done.kind](
          target.features,
          collection(...done.features.map(([one, sent]) => feature(one, sent))),
        );
  assert.ok([200, 204].includes(response.status), response.text);
  if (done.kind === 'delete') return;
  const answered = response.body as FeatureCollection;
  assert.deepEqual(
    answered.features.map((one) => one.id),
    done.features.map(([one]) => one),
  );
}

for (const mode of ['group', 'override', 'merge'] as const)
  test(`a ${mode} shows what a plain model shows, whatever is written where (seed ${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 15 }), async (actions) => {
        const spaces = await Promise.all([0, 1, 2].map(() => newSpace(hub)));
        const virtual = await newVirtual(hub, mode, spaces);
        const contents: Contents = [new Map(), new Map(), new Map()];
        for (const done of actions) {
          apply(mode, contents, done);
          await send(done.where === 'virtual' ? virtual : spaces[done.where]!, done);
          const { body } = await hub.get<FeatureCollection>(`${virtual.path}/search`);
          const found = body.features.map(({ id: one, properties: { [NAMESPACE]: _, ...own } }) => [
            one,
            own,
          ]);
          assert.deepEqual(found, shown(mode, contents));
        }
        for (const value of [0, 1]) {
          const matching = shown(mode, contents).filter(([, own]) => own.a === value);
          assert.deepEqual(
            await virtual.search(`p.a=${value}`),
            matching.map(([one]) => one),
          );
        }
        for (const { path } of [virtual, ...spaces]) await hub.delete(path);
      }),
      { seed, numRuns: 8, interruptAfterTimeLimit: 20_000 },
    );
  });
