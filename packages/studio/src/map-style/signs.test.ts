import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newLayer, readMap } from './document.ts';
import { hasSigns, signImage } from './sign-image.ts';
import { readSign } from './signs.ts';

const { style } = newLayer('trees', 0);

test('a sign is one of those that are drawn', () => {
  assert.equal(readSign('tree'), 'tree');
  for (const value of ['toString', '', 7, undefined]) assert.equal(readSign(value), undefined);
});

test('those of categories come before that of the layer', () => {
  const classes = [
    { from: 'oak', color: '#112233', sign: 'tree' as const },
    { from: 'elm', color: '#445566' },
  ];
  const categories = {
    ...style,
    shading: 'categories' as const,
    property: 'kind',
    classes,
    sign: 'pin' as const,
  };
  assert.deepEqual(signImage(categories), [
    'match',
    ['to-string', ['get', 'kind']],
    'oak',
    'meridian sign tree',
    'meridian sign pin',
  ]);
  assert.equal(signImage({ ...categories, shading: 'plain' }), 'meridian sign pin');
  const { sign: _, ...without } = categories;
  assert.deepEqual([hasSigns(without), hasSigns({ ...without, shading: 'plain' })], [true, false]);
});

test('they are stored with the layer', () => {
  const stored = { sign: 'bus', classes: [{ from: 'a', color: '#112233', sign: 'bed' }] };
  const { layers } = readMap([{ space: 'stops', style: stored }], {});
  assert.deepEqual([layers[0]?.style.sign, layers[0]?.style.classes[0]?.sign], ['bus', 'bed']);
});
