import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ACCOUNT_OPERATIONS, HUB_OPERATIONS, PROJECT_OPERATIONS, TOKEN_OPERATIONS } from '../operations.ts';
import { openApiDocument } from './document.ts';
import type { OperationObject } from './openapi.ts';
import { sampleOperations } from './sample-operations.ts';

const document = openApiDocument(sampleOperations, { version: '1.2.3', url: 'https://hub.example.org' });
const OPERATIONS = [...HUB_OPERATIONS, ...PROJECT_OPERATIONS, ...TOKEN_OPERATIONS, ...ACCOUNT_OPERATIONS];
const whole = openApiDocument(OPERATIONS, { version: '1.2.3', url: '/' });

function operationsIn({ paths }: typeof document): [path: string, operation: OperationObject][] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.values(item).map((operation): [string, OperationObject] => [path, operation]),
  );
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' ? [String(member)] : referencesIn(member),
  );
}

function objectSchemasIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  const { type } = value as { type?: unknown };
  const isObjectSchema = type === 'object' || (Array.isArray(type) && type.includes('object'));
  return [...(isObjectSchema ? [value] : []), ...Object.values(value).flatMap(objectSchemasIn)];
}

describe('the description of every operation of the hub', () => {
  test('has each of them at its path and method', () => {
    for (const { path, method, name } of OPERATIONS)
      assert.equal(whole.paths[path]?.[method.toLowerCase()]?.operationId, name);
    assert.equal(operationsIn(whole).length, OPERATIONS.length);
  });

  test('gives no two operations one id', () => {
    const ids = operationsIn(whole).map(([, { operationId }]) => operationId);
    assert.equal(new Set(ids).size, ids.length);
  });

  test('refers to nothing that is not there', () => {
    for (const reference of new Set(referencesIn(whole))) {
      const steps = reference.split('/').slice(1);
      const found = steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)?.[step], whole);
      assert.ok(found, reference);
    }
  });

  test('declares every path parameter, and no other', () => {
    for (const [path, { parameters }] of operationsIn(whole)) {
      const declared = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      assert.deepEqual(
        declared,
        Array.from(path.matchAll(/\{(.+?)\}/g), ([, name]) => name),
        path,
      );
    }
  });

  test('says of every object what it may have besides its members, or what members it has', () => {
    for (const schema of objectSchemasIn(whole))
      assert.ok('properties' in schema || 'additionalProperties' in schema, JSON.stringify(schema));
  });

  test('names the right of every operation that takes a token, and of no other', () => {
    for (const { path, method, access, right } of OPERATIONS) {
      const described = whole.paths[path]![method.toLowerCase()]!['x-right'];
      assert.equal(described !== undefined, access === 'token', path);
      assert.deepEqual(described?.oneOf, right?.oneOf, path);
    }
  });

  test('lists every tag that is used', () => {
    const used = new Set(operationsIn(whole).flatMap(([, { tags }]) => tags));
    assert.deepEqual(new Set(whole.tags.map(({ name }) => name)), used);
    assert.equal(whole.tags[0]!.name, 'spaces', 'the documentation begins with what readers come for');
  });

  test('links lead to operations that are there, with parameters that they have and all they need', () => {
    const byId = new Map(operationsIn(whole).map(([, operation]) => [operation.operationId, operation]));
    const links = [...byId.values()].flatMap(({ responses }) =>
      Object.values(responses).flatMap((response) =>
        'links' in response ? Object.values(response.links ?? {}) : [],
      ),
    );
    assert.ok(links.length > 0);
    for (const { operationId, parameters } of links) {
      const known = byId.get(operationId)?.parameters ?? assert.fail(operationId);
      const given = Object.keys(parameters);
      assert.deepEqual(
        given.filter((name) => !known.some((parameter) => parameter.name === name)),
        [],
        operationId,
      );
      const needed = known.filter((parameter) => parameter.required).map(({ name }) => name);
      assert.deepEqual(
        needed.filter((name) => !given.includes(name)),
        [],
        operationId,
      );
    }
  });

  test('describes every query parameter once', () => {
    for (const [path, { parameters }] of operationsIn(whole)) {
      const names = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      assert.equal(new Set(names).size, names.length, path);
      assert.ok(
        parameters.every(({ description }) => description.length > 0),
        path,
      );
    }
  });
});

describe('the description of an operation', () => {
  const { getFeatures, putFeature, getHub, createSpace, deleteFeature } = Object.fromEntries(
    operationsIn(document).map(([, operation]) => [operation.operationId, operation]),
  ) as Record<string, OperationObject>;

  test('sends a list as one comma-separated parameter', () => {
    const id = getFeatures!.parameters.find(({ name }) => name === 'id')!;
    assert.deepEqual([id.style, id.explode, id.required], ['form', false, true]);
    assert.equal(id.schema.type, 'array');
  });

  test('names the ways to send a token and the cookies that stand for one, or none where none is needed', () => {
    assert.deepEqual(putFeature!.security, [
      { bearer: [] },
      { basic: [] },
      { session: [] },
      { accessToken: [] },
    ]);
    assert.deepEqual(getHub!.security, []);
  });

  const errors: [operation: OperationObject, statuses: string[]][] = [
    [getHub!, ['400', '429', '500', '503']],
    [createSpace!, ['400', '401', '403', '404', '409', '413', '415', '429', '500', '503', '507']],
    [getFeatures!, ['400', '401', '403', '404', '429', '500', '503', '504']],
    [
      putFeature!,
      ['400', '401', '403', '404', '405', '409', '413', '415', '429', '500', '503', '504', '507'],
    ],
    [deleteFeature!, ['400', '401', '403', '404', '405', '429', '500', '503', '504', '507']],
  ];
  for (const [{ operationId, responses }, statuses] of errors)
    test(`lists the errors that can happen to ${operationId}`, () => {
      assert.deepEqual(
        Object.keys(responses).filter((status) => Number(status) >= 400),
        statuses,
      );
    });

  test('says in words which right it needs', () => {
    assert.match(
      getFeatures!.description!,
      /\n\nNeeds a token with the right `readFeatures` on the space\.$/,
    );
    assert.equal(
      putFeature!.description,
      'Needs a token with one of the rights `createFeatures`, `updateFeatures` on the space. It needs the right for what it does to each feature.',
    );
    assert.equal(getHub!.description, undefined);
  });

  test('a response without body has no content', () => {
    assert.ok(!('content' in deleteFeature!.responses['204']!));
  });

  test('a read of features names its ETag, and that it is not sent twice', () => {
    for (const status of ['200', '304'])
      assert.ok('ETag' in (getFeatures!.responses[status] as { headers: object }).headers);
  });
});

test('an operation with two errors of one status describes both', () => {
  const change = whole.paths['/api/account/change-password']!.post!.responses['401']!;
  assert.deepEqual(change, {
    description:
      'The password is wrong. Nobody is signed in: the token and account interfaces take the cookies of a sign-in.',
    headers: { 'Stream-Id': { $ref: '#/components/headers/Stream-Id' } },
    content: {
      'application/json': {
        schema: {
          oneOf: [
            { $ref: '#/components/schemas/RequestError' },
            { $ref: '#/components/schemas/NotSignedIn' },
          ],
        },
      },
    },
  });
});

test('the two forms of errors are distinguished', () => {
  const { responses } = document.components;
  const formOf = (name: string) => responses[name]?.content?.['application/json']?.schema.$ref;
  assert.equal(formOf('Unauthorized'), '#/components/schemas/RequestError');
  assert.equal(formOf('NotFound'), '#/components/schemas/ErrorResponse');
});

test('a path parameter nobody described is refused', () => {
  const stray = { ...sampleOperations[2]!, path: '/hub/{nobody}' };
  assert.throws(
    () => openApiDocument([stray], { version: '1', url: '/' }),
    /nobody of \/hub\/\{nobody\} has no description/,
  );
});
