import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../../testing/effort.ts';
import type { JsonObject } from '../model/json/own.ts';
import { type FeatureQuery, NO_FILTER, type TextTest } from '../model/query/query.ts';
import { relevance, wordsOf } from '../model/query/text-search.ts';
import { countMatches } from '../read/count.ts';
import { awaited, awaitedResult } from '../read/effect.ts';
import { execute } from '../read/execute.ts';
import type { RowReader } from '../read/row-reader.ts';
import { seed } from './seed.ts';
import { walkOf } from './space-under-test.ts';

export type TextIndexStep =
  | { kind: 'put'; features: { id: string; properties: JsonObject }[] }
  | { kind: 'delete'; ids: string[] }
  | { kind: 'empty' }
  /** Asks for the index, or has it dropped. */
  | { kind: 'define'; isWanted: boolean }
  /** Of few rows each. */
  | { kind: 'build'; steps: number };

/** A space of an engine whose index of words is in any state. */
export interface TextIndexUnderTest {
  take(step: TextIndexStep): Promise<void> | void;
  reader(): RowReader;
  close(): Promise<void> | void;
}

const LONG = 'ß'.repeat(70);
const TEXTS = [
  ...[
    'Château d’Eau',
    'chat',
    'CHATEAU',
    'Straße 12',
    'strasse',
    '東京都',
    '東京 12',
    'a-b_c',
    '',
    '-',
    "o'clock",
    'x※y',
    'Ærø',
    'AERO dam',
    'Łódź',
  ],
  ...[LONG, `${LONG}a`, `${LONG}b`, '\ud800half', '1.5e3', 'null', '\u0000zero', '🜨 alchemy'],
];
const value = fc.oneof(
  fc.constantFrom<unknown>(...TEXTS, 12, 1.5, -120, 1e21, true, null),
  fc.constantFrom<unknown>([['chat'], 12], { name: 'Eau', chat: 1 }),
);
const properties = fc.dictionary(fc.constantFrom('name', 'note', 'chat'), value, { maxKeys: 3 });
const id = fc.integer({ min: 0, max: 30 }).map((number) => `f${number}`);

/** More words than an index takes of one feature. */
const WORDY = { note: Array.from({ length: 2100 }, (_, i) => `w${i}`).join(' ') };

const put = fc
  .uniqueArray(
    fc.record({ id, properties: fc.oneof({ weight: 30, arbitrary: properties }, fc.constant(WORDY)) }),
    {
      selector: (feature) => feature.id,
      minLength: 1,
      maxLength: 40,
    },
  )
  .map((features): TextIndexStep => ({ kind: 'put', features: features as never }));

const step: fc.Arbitrary<TextIndexStep> = fc.oneof(
  { weight: 4, arbitrary: put },
  {
    weight: 2,
    arbitrary: fc.array(id, { maxLength: 6 }).map((ids): TextIndexStep => ({ kind: 'delete', ids })),
  },
  { weight: 1, arbitrary: fc.constant<TextIndexStep>({ kind: 'empty' }) },
  {
    weight: 2,
    arbitrary: fc.boolean().map((isWanted): TextIndexStep => ({ kind: 'define', isWanted })),
  },
  {
    weight: 4,
    arbitrary: fc.integer({ min: 1, max: 4 }).map((steps): TextIndexStep => ({ kind: 'build', steps })),
  },
);
const DEFINE: TextIndexStep = { kind: 'define', isWanted: true };
const ALL: TextIndexStep = { kind: 'build', steps: 40 };
const steps = fc
  .tuple(put, fc.array(step, { maxLength: 5 }), put, fc.array(step, { maxLength: 4 }))
  .map(([first, before, again, behind]) => [
    ...[first, DEFINE, { kind: 'build', steps: 1 } as TextIndexStep],
    ...[...before, again, DEFINE, ALL, ...behind],
  ]);

const PATHS = [['name'], ['note'], ['name', 'chat']];
const question: fc.Arbitrary<TextTest> = fc
  .tuple(
    fc.constantFrom(
      'chat',
      'cha',
      'EAU d',
      '12',
      '1',
      '東',
      '東京',
      LONG,
      `${LONG}a`,
      'stras',
      'ærö',
      'lod',
      'w2099',
      'w2 chat',
      'null',
      'ab',
    ),
    fc.option(fc.subarray(PATHS, { minLength: 1 }), { freq: 3 }),
  )
  .map(([text, paths]) => ({ root: 'text', words: wordsOf(text), ...(paths && { paths }) }));

type Found = { text: string; properties: JsonObject };

async function read(reader: RowReader, query: Partial<FeatureQuery>): Promise<Found[]> {
  const steps = awaited(execute(reader, { kind: 'features', query: walkOf(query) }, undefined), () => {});
  const texts: string[] = [];
  for (;;) {
    const { value, done } = await steps.next();
    const chunk = done ? value.chunk : value instanceof Uint8Array ? value : undefined;
    if (chunk) texts.push(Buffer.from(chunk).toString());
    if (done) break;
  }
  const whole = texts.join(',');
  const split = whole === '' ? [] : whole.split(/,(?=\{"type":"Feature","id":)/);
  return split.map((text) => ({ text, properties: JSON.parse(text).properties }));
}

/** What an index of words leads to is what looking at every feature gives, ranked the same, in every state of the index. */
export function textIndexContract(open: () => Promise<TextIndexUnderTest> | TextIndexUnderTest): void {
  test(`words are found the same with an index of them: absent, half built, complete, dropped (seed ${seed})`, async (t) => {
    const taken = { index: 0, others: 0 };
    const property = fc.asyncProperty(
      steps,
      fc.array(question, { minLength: 3, maxLength: 6 }),
      async (steps, questions) => {
        const space = await open();
        try {
          for (const step of steps) {
            await space.take(step);
            const all = await read(space.reader(), {});
            for (const asked of questions) await compare(space.reader(), all, asked, taken);
          }
        } finally {
          await space.close();
        }
      },
    );
    await fc.assert(property, { seed, numRuns: randomCases(10), interruptAfterTimeLimit: 60_000 });
    t.diagnostic(`questions answered: ${JSON.stringify(taken)}`);
    assert.ok(taken.index > 0, 'an index that is complete is used');
    assert.ok(taken.others > 0, 'one that is not is not');
  });
}

async function compare(
  reader: RowReader,
  all: readonly Found[],
  asked: TextTest,
  taken: { index: number; others: number },
): Promise<void> {
  const filter = { ...NO_FILTER, tests: [asked] };
  const [best] = await reader.accesses({ filter });
  taken[best!.name === 'text index' ? 'index' : 'others']++;
  const matching = all.filter((feature) => relevance(feature, asked) > 0);
  const ranked = matching.toSorted((a, b) => relevance(b, asked) - relevance(a, asked));
  const hint = `${JSON.stringify(asked)} by ${best!.name}`;
  const texts = (found: readonly Found[]) => found.map(({ text }) => text);
  assert.deepEqual(texts(await read(reader, { filter })), texts(matching), hint);
  assert.deepEqual(texts(await read(reader, { filter, rankedBy: asked })), texts(ranked), hint);
  assert.equal(await awaitedResult(countMatches(reader, filter), () => {}), matching.length, hint);
}
