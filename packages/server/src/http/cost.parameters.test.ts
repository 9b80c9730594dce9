import { describe, test } from 'node:test';
import { assertLinear, UNITS, worstText } from '../../../../testing/cost.ts';
import { someOf } from '../../../../testing/effort.ts';
import { OGC_OPERATIONS } from '../ogc/index.ts';
import { ACCOUNT_OPERATIONS, HUB_OPERATIONS, PROJECT_OPERATIONS, TOKEN_OPERATIONS } from '../operations.ts';
import { Context } from './context.ts';
import { DIALECT_RULES } from './dialect.ts';
import type { Operation, QueryParameter } from './operation.ts';
import { QueryString } from './request/query-string.ts';
import { readTarget } from './request/target.ts';
import { Routes } from './routes.ts';

/** Characters: what grows with the square of them is by far the largest cost here. */
const SIZE = 6_000;
const seed = Number(process.env.MERIDIAN_TEST_SEED ?? Date.now() % 2 ** 31);

const OPERATIONS = [
  ...HUB_OPERATIONS,
  ...PROJECT_OPERATIONS,
  ...TOKEN_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...OGC_OPERATIONS,
];

/**
 * Stands for everything behind the parameters: whatever is asked of it is itself, and whoever waits for it waits for
 * ever. So an operation reads its parameters as it always does, and goes no further.
 */
const beyond: unknown = new Proxy(() => undefined, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => '' : beyond),
  apply: () => beyond,
});

/** An operation up to where it would wait for something else than its parameters. */
function readParameters(operation: Operation, query: string): void {
  const known: Record<string, unknown> = {
    openForReading: () => beyond,
    openSpace: () => beyond,
    openForWriting: () => beyond,
    requireRight: () => undefined,
    refuseMisplaced: () => undefined,
    hub: beyond,
    caller: beyond,
    signedIn: beyond,
    service: { settings: beyond },
    dialect: DIALECT_RULES.spec,
    request: { headers: {}, url: `/?${query}` },
    accept: '',
    spaceId: 's',
    featureId: 'f',
    parameter: () => '1',
    document: () => beyond,
    body: () => beyond,
  };
  const received = { request: known.request, incoming: undefined, streamId: '' } as never;
  const context = new Context(
    beyond as never,
    received,
    beyond as never,
    '/',
    new QueryString(query),
    {},
    operation,
  );
  for (const [name, value] of Object.entries(known)) Object.defineProperty(context, name, { value });
  const response: unknown = operation.handle(context);
  // A refusal of an operation that is asynchronous: what was read before counts all the same.
  if (response instanceof Promise) response.catch(() => undefined);
}

/** The other parameters that this one needs so that it is looked at. */
function others(operation: Operation, { name }: QueryParameter): string {
  const required = operation.query.filter((other) => other.required && other.name !== name);
  const clustering = name.startsWith('clustering.')
    ? [`clustering=${/noBuffer|countmode/.test(name) ? 'quadbin' : 'hexbin'}`]
    : [];
  const pair = {
    lat: ['lon=1'],
    lon: ['lat=1'],
    refSpaceId: ['refFeatureId=a'],
    refFeatureId: ['refSpaceId=a'],
  };
  return [
    ...required.map((other) => `${other.name}=1`),
    ...clustering,
    ...(pair[name as keyof typeof pair] ?? []),
  ].join('&');
}

/** As it is, where it may stand so in a URL, and encoded. */
function spelled(text: string): string[] {
  return /^[!-~]+$/.test(text) && !/[&#]/.test(text)
    ? [text, encodeURIComponent(text)]
    : [encodeURIComponent(text)];
}

const cases = OPERATIONS.flatMap((operation) =>
  operation.query.map((parameter) => ({ operation, parameter })),
);
const distinct = [
  ...Map.groupBy(cases, ({ parameter: { name, description } }) => name + description).values(),
].map(([first]) => first!);

describe(`twice as long a value costs twice as much (seed ${seed}):`, () => {
  for (const { operation, parameter } of distinct) {
    const { name } = parameter;
    const starts =
      name === 'p' ? ['p.a=', 'p.a@>', 'p.a@>{"a":["', 'p.a=cs={"a":[', 'f.tags=', 'p.'] : [`${name}=`];
    test(`${name} of ${operation.name}`, () => {
      const beside = others(operation, parameter);
      for (const start of starts)
        for (const [what, unit] of someOf(Object.entries(UNITS), seed, start + operation.name))
          for (const spelling of spelled(unit).keys())
            assertLinear(
              `${start} with ${what}`,
              (size) => `${beside}&${start}${spelled(worstText(unit, size))[spelling]}`,
              (query) => readParameters(operation, query),
              SIZE,
            );
      assertLinear(
        `${name} again and again`,
        (size) => `${beside}&${`${starts[0]}1&`.repeat(size / 8)}`,
        (query) => readParameters(operation, query),
        SIZE,
      );
    });
  }
});

describe(`twice as long a path costs twice as much (seed ${seed}):`, () => {
  const routes = new Routes(OPERATIONS);
  for (const { name, method, path } of OPERATIONS.filter((operation) => operation.path.includes('{')))
    test(name, () => {
      for (const [what, unit] of someOf(Object.entries(UNITS), seed, name))
        for (const parameter of path.match(/\{\w+\}/g)!)
          assertLinear(
            `${parameter} with ${what}`,
            (size) => path.replace(parameter, encodeURIComponent(worstText(unit, size))),
            (url) => routes.find(method, readTarget(url).path),
            SIZE,
          );
    });

  test('of slashes', () =>
    assertLinear('a path', (size) => `/hub/spaces/${'/'.repeat(size)}x/`, readTarget, SIZE));
});
