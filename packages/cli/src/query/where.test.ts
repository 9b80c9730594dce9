import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Condition } from '@meridian/client';
import { readCondition } from './where.ts';

const conditions: [text: string, condition: Condition][] = [
  ['height>=4000', ['p.height', '>=', [4000]]],
  ['name=Bonn,Berlin', ['p.name', '=', ['Bonn', 'Berlin']]],
  ['name="a,b",c', ['p.name', '=', ['a,b', 'c']]],
  ["code='007'", ['p.code', '=', ['007']]],
  ['code=007', ['p.code', '=', ['007']]],
  ['open=true', ['p.open', '=', [true]]],
  ['note!=null', ['p.note', '!=', [null]]],
  ['a.b<-1.5', ['p.a.b', '<', [-1.5]]],
  ['f.id=x', ['f.id', '=', ['x']]],
  ['p.list@>red', ['p.list', '@>', ['red']]],
  ['name=', ['p.name', '=', ['']]],
  ['formula=a>b', ['p.formula', '=', ['a>b']]],
];

describe('a comparison on the command line', () => {
  for (const [text, condition] of conditions)
    test(text, () => assert.deepEqual(readCondition(text), condition));

  for (const text of ['height', '=4', '>=3', ''])
    test(`${JSON.stringify(text)} is refused`, () =>
      assert.throws(() => readCondition(text), /height>=4000/));
});
