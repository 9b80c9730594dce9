import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseStored } from './exact-json.ts';
import { isObject, type JsonObject, mergePatch, own, sameJson, setOwn, valueAt } from './own.ts';

const parse = (text: string) => parseStored(text) as JsonObject;

describe('mergePatch', () => {
  const cases: [what: string, target: string, patch: string, merged: string][] = [
    ['nothing changes nothing', '{"a":1}', '{}', '{"a":1}'],
    ['a member is added', '{"a":1}', '{"b":2}', '{"a":1,"b":2}'],
    ['a member is replaced', '{"a":1}', '{"a":"x"}', '{"a":"x"}'],
    ['null removes', '{"a":1,"b":2}', '{"a":null}', '{"b":2}'],
    ['null removes what is not there', '{"b":2}', '{"a":null}', '{"b":2}'],
    ['objects merge key by key', '{"a":{"b":1,"c":2}}', '{"a":{"b":null,"d":3}}', '{"a":{"c":2,"d":3}}'],
    [
      'objects merge at any depth',
      '{"a":{"b":{"c":1,"d":2}}}',
      '{"a":{"b":{"c":9}}}',
      '{"a":{"b":{"c":9,"d":2}}}',
    ],
    ['arrays replace', '{"a":[1,2,3]}', '{"a":[4]}', '{"a":[4]}'],
    ['nulls in arrays are data', '{"a":[1]}', '{"a":[null]}', '{"a":[null]}'],
    ['an object replaces a scalar', '{"a":1}', '{"a":{"b":2}}', '{"a":{"b":2}}'],
    ['an object replaces an array', '{"a":[1]}', '{"a":{"b":2}}', '{"a":{"b":2}}'],
    ['a scalar replaces an object', '{"a":{"b":2}}', '{"a":1}', '{"a":1}'],
    ['nulls in a new object leave nothing', '{}', '{"a":{"b":null,"c":{"d":null}}}', '{"a":{"c":{}}}'],
    ['an empty object becomes one', '{}', '{"a":{}}', '{"a":{}}'],
    ['an empty object keeps what is there', '{"a":{"b":1}}', '{"a":{}}', '{"a":{"b":1}}'],
    ['kept digits are a scalar', '{"a":{"b":1}}', '{"a":9007199254740993}', '{"a":9007199254740993}'],
    ['an object replaces kept digits', '{"a":1e999}', '{"a":{"b":1}}', '{"a":{"b":1}}'],
    ['__proto__ is set as data', '{}', '{"__proto__":{"a":1}}', '{"__proto__":{"a":1}}'],
    ['__proto__ merges', '{"__proto__":{"a":1}}', '{"__proto__":{"b":2}}', '{"__proto__":{"a":1,"b":2}}'],
    ['__proto__ is replaced', '{"__proto__":{"a":1}}', '{"__proto__":5}', '{"__proto__":5}'],
    ['__proto__ is removed', '{"__proto__":{"a":1},"b":2}', '{"__proto__":null}', '{"b":2}'],
    [
      'constructor merges with nothing inherited',
      '{}',
      '{"constructor":{"name":"x"}}',
      '{"constructor":{"name":"x"}}',
    ],
    ['toString is removed like any other', '{"toString":1}', '{"toString":null}', '{}'],
  ];
  for (const [what, target, patch, merged] of cases)
    test(what, () => {
      const before = parse(target);
      const result = mergePatch(before, parse(patch));
      assert.equal(JSON.stringify(result), merged);
      assert.equal(JSON.stringify(before), target, 'the target is left alone');
      assert.equal(Object.getPrototypeOf(result), Object.prototype);
    });

  test('no prototype is touched', () => {
    mergePatch(
      parse('{"a":{}}'),
      parse('{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}},"a":{"__proto__":{"x":1}}}'),
    );
    assert.equal(({} as JsonObject).x, undefined);
  });
});

describe('sameJson', () => {
  const same: [string, string][] = [
    ['1', '1.0'],
    ['0', '-0'],
    ['null', 'null'],
    ['"a"', '"\\u0061"'],
    ['[]', '[ ]'],
    ['{"a":1,"b":2}', '{"b":2,"a":1}'],
    ['{"a":{"x":[1,{"y":2}]}}', '{"a":{"x":[1,{"y":2}]}}'],
    ['9007199254740993', '9007199254740993'],
    ['[1e999]', '[1e999]'],
    ['{"__proto__":1}', '{"__proto__":1}'],
  ];
  for (const [a, b] of same)
    test(`${a} is ${b}`, () => {
      assert.equal(sameJson(parse(a), parse(b)), true);
      assert.equal(sameJson(parse(b), parse(a)), true);
    });

  const different: [string, string][] = [
    ['1', '"1"'],
    ['0', 'false'],
    ['0', 'null'],
    ['""', 'null'],
    ['[]', '{}'],
    ['[1,2]', '[2,1]'],
    ['[1]', '[1,1]'],
    ['{"a":1}', '{"a":1,"b":null}'],
    ['{"a":null}', '{"b":null}'],
    ['{"a":1}', '{"__proto__":1}'],
    ['{}', '{"__proto__":{}}'],
    ['{"constructor":1}', '{"a":1}'],
    ['9007199254740993', '9007199254740995'],
    ['9007199254740993', '9007199254740992'],
    ['9007199254740993', '"9007199254740993"'],
    ['1e999', '1e998'],
    ['1e999', '-1e999'],
    ['1e999', 'null'],
    ['1e999', '{"rawJSON":"1e999"}'],
  ];
  for (const [a, b] of different)
    test(`${a} is not ${b}`, () => {
      assert.equal(sameJson(parse(a), parse(b)), false);
      assert.equal(sameJson(parse(b), parse(a)), false);
    });
});

describe('valueAt', () => {
  const feature = parse(
    '{"a":{"b":{"c":1}},"a.b":2,"list":[{"x":1}],"n":null,"":3,"big":1e999,"__proto__":{"p":4},"text":"abc"}',
  );
  const cases: [path: string[], value: unknown][] = [
    [['a', 'b', 'c'], 1],
    [['a', 'b'], { c: 1 }],
    [['a', 'x'], undefined],
    [['a', 'b', 'c', 'd'], undefined],
    [['a.b'], 2],
    [['list', '0'], undefined],
    [['list', 'length'], undefined],
    [['text', 'length'], undefined],
    [['n'], null],
    [['n', 'x'], undefined],
    [[''], 3],
    [['big', 'rawJSON'], undefined],
    [['__proto__', 'p'], 4],
    [['constructor'], undefined],
    [['a', 'constructor'], undefined],
    [['a', '__proto__'], undefined],
    [['toString', 'name'], undefined],
  ];
  for (const [path, value] of cases)
    test(`${path.join(' › ') || 'the empty name'} is ${JSON.stringify(value)}`, () =>
      assert.deepEqual(valueAt(feature, path), value));
});

test('own members are found and inherited ones are not', () => {
  assert.equal(own(parse('{"hasOwnProperty":1}'), 'hasOwnProperty'), 1);
  assert.equal(own({}, 'hasOwnProperty'), undefined);
  assert.equal(own({}, '__proto__'), undefined);
});

test('setting __proto__ makes a member and no prototype', () => {
  const object: JsonObject = {};
  setOwn(object, '__proto__', { a: 1 });
  setOwn(object, 'b', 2);
  assert.equal(JSON.stringify(object), '{"__proto__":{"a":1},"b":2}');
  assert.equal(object.a, undefined);
});

test('an object is neither null nor an array nor stored digits', () => {
  assert.deepEqual(
    ['{}', 'null', '[]', '1e999', '"{}"', '1'].map((text) => isObject(parse(text))),
    [true, false, false, false, false, false],
  );
});
