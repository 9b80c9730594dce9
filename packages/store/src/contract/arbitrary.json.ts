import fc from 'fast-check';
import { anyCharacter } from '../../../../testing/any-character.ts';
import type { JsonObject } from '../model/json/own.ts';

/**
 * Names that are hard to get right. A lone backslash is not among them: once V8 14.6 has met it as a name, its
 * JSON.parse takes other names that are a single escape for it.
 */
const names = fc
  .oneof(
    fc.constantFrom(
      'a',
      'b',
      'a.b',
      '',
      '__proto__',
      'constructor',
      'né',
      '🜨',
      '"',
      '\\',
      '\u0000',
      '\u2028',
      '\ud800',
    ),
    fc.string({ unit: anyCharacter, maxLength: 6 }),
  )
  .filter((name) => name !== '\\');

const scalars = fc.oneof(
  fc.constantFrom(null, true, false, 0, '', '🜨🜨', '\ud83d', '"quoted"', '},{', '],"properties":{'),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
);

/** Any JSON value, with names and texts that are hard to get right. */
export const jsonValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4, depthSize: 'small' }, scalars, tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  object: objectOf(tie('value')),
})).value;

/** An object as JSON.parse makes it: `__proto__` is a member, and the prototype is the usual one. */
export function objectOf(
  values: fc.Arbitrary<unknown>,
  keys: fc.Arbitrary<string> = names,
): fc.Arbitrary<JsonObject> {
  return fc
    .uniqueArray(fc.tuple(keys, values), { maxLength: 5, selector: ([name]) => name })
    .map((members) => Object.fromEntries(members));
}
