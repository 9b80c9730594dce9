import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedHub } from './harness/hub.ts';
import { newSpace } from './harness/space.ts';

type Document = { components: { schemas: Record<string, { properties: Record<string, unknown> }> } };

const hub = await sharedHub();
const document = (await hub.get<Document>('/openapi.json')).body;
const space = await newSpace(hub);

/** Where a member of a definition has members or items, what else may stand there. */
const INNER: readonly unknown[] = [null, 0, 'x', true, [], [null], {}, { params: null }, { params: [] }];
const NAMES = ['activity-log', 'rule-tagger', 'schema-validator', 'params', 'virtualspace', 'x', '__proto__'];

function* malformed(): Generator<unknown> {
  for (const inner of INNER) {
    yield inner;
    yield [inner];
    for (const name of NAMES) {
      // JSON.parse sets `__proto__` as a member of its own, as the hub's reader of bodies does.
      yield JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(inner)}}`);
      yield JSON.parse(`{${JSON.stringify(name)}:[${JSON.stringify(inner)}]}`);
    }
  }
}

describe('any JSON as a member of a definition is taken or refused, never a failure of the hub:', () => {
  for (const member of Object.keys(document.components.schemas.NewSpace!.properties))
    test(member, async () => {
      for (const value of malformed()) {
        const body = { title: 'x', [member]: value };
        const { status, text } = await hub.patch(space.path, body);
        assert.ok(status < 500, `${JSON.stringify(body)}: ${text}`);
      }
    });
});
