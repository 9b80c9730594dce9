import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Fault } from '@meridian/store';
import { ACCOUNT_MEMBERS, NEW_ACCOUNT_MEMBERS } from './accounts/account-members.ts';
import { TOKEN_MEMBERS } from './accounts/token-definition.ts';
import { type Members, readMembers, text } from './members.ts';
import { PROJECT_MEMBERS } from './projects/project-definition.ts';
import { SPACE_MEMBERS } from './spaces/space-members.ts';

/** Of each type of JSON Schema, a value that is no other. */
const SAMPLES: Record<string, unknown> = {
  string: 'neither true nor a number',
  integer: 5,
  boolean: true,
  array: [5],
  object: { a: 5 },
};
/** Processors and listeners may also come as a list, as old clients send them. */
const ALSO: Record<string, string> = { processors: 'array', listeners: 'array' };

const BODIES: Record<string, Members> = {
  space: SPACE_MEMBERS,
  token: TOKEN_MEMBERS,
  project: PROJECT_MEMBERS,
  account: ACCOUNT_MEMBERS,
  'new account': NEW_ACCOUNT_MEMBERS,
};

for (const [what, members] of Object.entries(BODIES))
  describe(`the body of a ${what} is refused with a value of a type that its schema does not have:`, () => {
    for (const [name, { schema, read }] of Object.entries(members)) {
      const types = schema.type === undefined ? Object.keys(SAMPLES) : [schema.type].flat();
      const wrong = Object.keys(SAMPLES).filter((type) => !types.includes(type) && ALSO[name] !== type);
      test(name, () => {
        for (const type of wrong)
          assert.throws(
            () => read(SAMPLES[type], name),
            (error) => error instanceof Fault && error.kind === 'invalid',
            type,
          );
      });
    }
  });

test('null stands for an absent member, unless it is a value', () => {
  const members = { a: text('A text.'), b: text('Another.') };
  assert.deepEqual(readMembers(members, { a: 'x', b: null, c: 1 }), { a: 'x' });
  assert.throws(() => readMembers(members, { b: null }, { nulls: 'values' }), /^Error: b must be a string/);
});
