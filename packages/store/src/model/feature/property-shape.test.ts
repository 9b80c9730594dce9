import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NameTable } from './name-table.ts';
import { PlainPropertiesScanner } from './plain-properties.ts';
import { PropertyShape } from './property-shape.ts';

const scanner = new PlainPropertiesScanner();

function shapeOf(properties: string): PropertyShape | undefined {
  return scanner.endOfProperties(properties, 0) === properties.length ? scanner.shape : undefined;
}

describe('the shape of properties', () => {
  test('is one for all that have the same names and types in the same order', () => {
    const first = shapeOf('{"a":1,"b":"x","address":{"street":"y","number":null},"c":[1]}');
    assert.deepEqual(first?.names, ['a', 'b', 'address.street', 'address.number', 'c']);
    assert.deepEqual(first?.types, [1, 0, 0, 5, 3]);
    assert.equal(shapeOf('{"a":-7.5,"b":"","address":{"street":"z","number":null},"c":[]}'), first);
  });

  test('is another where something differs', () => {
    const texts = [
      '{}',
      '{"a":1}',
      '{"a":"1"}',
      '{"b":1}',
      '{"a":1,"b":1}',
      '{"b":1,"a":1}',
      '{"a":{"b":1}}',
      '{"a":1,"b":{}}',
      '{"a":1,"b":{"c":true}}',
      '{"a":1,"bc":1}',
    ];
    for (const round of [1, 2]) {
      const shapes = texts.map((text) => shapeOf(text));
      assert.ok(shapes.every((shape) => shape));
      assert.equal(new Set(shapes).size, texts.length, `round ${round}`);
    }
  });

  test('tells a name with a dot from an object', () => {
    const [flat, nested] = [shapeOf('{"a.b":1}'), shapeOf('{"a":{"b":1}}')];
    assert.deepEqual(flat?.names, nested?.names);
    assert.notEqual(flat, nested);
  });

  test('is none where a name comes twice, also behind properties that were seen before', () => {
    for (const good of ['{"a":1,"b":2}', '{"a":{"b":1,"c":2}}', '{"a":1,"b":2,"c":3}']) shapeOf(good);
    for (const text of [
      '{"a":1,"a":2}',
      '{"a":1,"b":2,"a":3}',
      '{"a":1,"b":2,"b":3}',
      '{"a":{"b":1},"a":{"c":2}}',
      '{"a":{"b":1,"b":2}}',
      '{"a":1,"b":2,"c":3,"b":4}',
    ])
      assert.equal(shapeOf(text), undefined, text);
    assert.notEqual(shapeOf('{"a":{"b":1},"c":2}'), shapeOf('{"a":{"b":1,"c":2}}'));
  });

  test('is right where more shapes come than are remembered', () => {
    for (const n of [...Array(200).keys(), ...Array(200).keys()]) {
      const found = shapeOf(`{"a":1,"p${n}":"x","z":true}`);
      assert.deepEqual(found?.names, ['a', `p${n}`, 'z']);
      assert.deepEqual(found?.types, [1, 0, 2]);
    }
  });

  test('is right where more names come than are remembered', () => {
    for (let n = 0; n < 25_000; n++) {
      const found = shapeOf(`{"a":1,"name${n}":"x"}`);
      if (n % 1000 === 0) assert.deepEqual(found?.names, ['a', `name${n}`]);
    }
    assert.deepEqual(shapeOf('{"a":1,"b":"x"}')?.names, ['a', 'b']);
  });
});

test('a shape remembers no more than some that follow it', () => {
  const table = new NameTable();
  const none = new PropertyShape();
  let remembered = 0;
  for (let n = 0; n < 100; n++) {
    const text = `"n${n}"`;
    none.with(table.find(table.root, text, 1, text.length - 1), 0, () => remembered++);
  }
  assert.equal(remembered, 32);
});
