import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { joinObjects } from './json-values.ts';

describe('pieces between raw commas', () => {
  const cases: [what: string, pieces: string[], values: string[]][] = [
    ['of one object are joined', ['{"a":1', '"b":2}'], ['{"a":1,"b":2}']],
    ['of nested brackets are joined', ['{"a":[1', '2', '{"b":3', '"c":4}]}'], ['{"a":[1,2,{"b":3,"c":4}]}']],
    ['within a string are joined, whatever it has', ['{"a":"}', ']', '{"}'], ['{"a":"},],{"}']],
    ['behind an escaped quote are still within the string', ['{"a":"\\"}', '"}'], ['{"a":"\\"},"}']],
    ['behind an escaped backslash are not', ['{"a":"\\\\"}', '5'], ['{"a":"\\\\"}', '5']],
    ['after an object are values of their own', ['{"a":1}', '5', 'x'], ['{"a":1}', '5', 'x']],
    ['of two objects are two', ['{"a":1', '"b":2}', '{}'], ['{"a":1,"b":2}', '{}']],
    ['that begin no object stay as they are', ['"a', '[1', '2]'], ['"a', '[1', '2]']],
    ['of an object that never ends are one', ['{"a":1', '2'], ['{"a":1,2']],
    ['of an object that ends too often are not joined', ['{}}', '5'], ['{}}', '5']],
  ];
  for (const [what, pieces, values] of cases) test(what, () => assert.deepEqual(joinObjects(pieces), values));
});
