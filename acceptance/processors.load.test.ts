import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { collection, feature } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { ADMIN_SETTINGS, newPerson } from './harness/people.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace, newSpaceId } from './harness/space.ts';

const hub = await startHub({ settings: { ...ADMIN_SETTINGS, MERIDIAN_WRITER_THREADS: '1' } });
const attacker = await (await newPerson(hub)).token();

const validator = (schema: unknown) => ({ 'schema-validator': [{ params: { schema } }] });
const ofName = (schema: object) => ({ properties: { properties: { properties: { name: schema } } } });

/** Backtracks in every engine that has look-around: some milliseconds for each feature of `SLOW`. */
const SLOW_SCHEMA = ofName({ not: { pattern: '^(?=a)(a+)+$' } });
const SLOW = collection(
  ...Array.from({ length: 40 }, (_, n) => feature(`f${n}`, { name: `${'a'.repeat(18)}!` })),
);

/** Slow writes of the attacker to spaces of its own; the names of those that are done go into `done`. */
async function attack(done: string[]): Promise<void> {
  const paths = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const definition = { id: newSpaceId(), title: 'x', processors: validator(SLOW_SCHEMA) };
      const { status, text } = await hub.post('/hub/spaces', definition, { token: attacker });
      assert.equal(status, 200, text);
      return `/hub/spaces/${definition.id}/features`;
    }),
  );
  await Promise.all(
    paths.map(async (path) => {
      const { status, text } = await hub.put(path, SLOW, { token: attacker });
      assert.equal(status, 200, text);
      done.push('attack');
    }),
  );
}

describe('while one account has its processors work hard', { timeout: 120_000 }, () => {
  for (const [what, definition] of [
    ['a space without processors', {}],
    ['a space with a schema', { processors: validator(ofName({ type: 'string', pattern: '^n' })) }],
    ['a space with a schema that must be watched', { processors: validator(ofName({ pattern: '^(?=n)' })) }],
  ] as const)
    test(`another's write to ${what} is done before the second of its requests`, async () => {
      const space = await newSpace(hub, definition);
      const done: string[] = [];
      const attacks = attack(done);
      // Until the first of its writes is at work.
      for (let running = false; !running; )
        running = /^meridian_processing_running [1-9]/m.test(
          (await hub.get('/metrics', { token: null })).text,
        );
      for (let n = 0; n < 3; n++) await space.load(feature(`n${n}`, { name: 'n' }));
      done.push('neighbour');
      await attacks;
      assert.ok(done.indexOf('neighbour') <= 1, done.join(', '));
      assert.equal(done.length, 5);
    });
});

test('a large schema is compiled beside other requests, not before them', { timeout: 120_000 }, async () => {
  const properties = Object.fromEntries(
    Array.from({ length: 9000 }, (_, n) => [
      `property${n}`,
      { type: ['string', 'null'], pattern: `^x{${n % 9}}` },
    ]),
  );
  const schema = { properties, $ref: '#/$defs/none' };
  const done: string[] = [];
  const defining = hub.post('/hub/spaces', { title: 'x', processors: validator(schema) }).then((response) => {
    done.push('definition');
    return response;
  });
  for (let n = 0; n < 20; n++) {
    await hub.get('/hub', { token: null });
    done.push('hub');
  }
  assertRefused(await defining, 400, 'schema.$ref', '#/$defs/none');
  assert.ok(
    done.indexOf('definition') > 10,
    `the definition was answered after ${done.indexOf('definition')} others`,
  );
});
