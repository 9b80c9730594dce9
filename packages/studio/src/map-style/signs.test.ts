import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { newLayer, readMap } from './document.ts';
import { hasSigns, signImage } from './sign-image.ts';
import { SPRITE_FILES, signSprite } from './sign-sprite.ts';
import { readSign, SIGN_NAMES, SIGN_WIDTH } from './signs.ts';

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

test('map libraries have them as a sprite, white on nothing', () => {
  assert.deepEqual(
    SPRITE_FILES.map((file) => signSprite(file).type),
    ['application/json', 'image/png', 'application/json', 'image/png'],
  );
  for (const [name, scale] of [['signs', 1] as const, ['signs@2x', 2] as const]) {
    const index = JSON.parse(Buffer.from(signSprite(`${name}.json`).body).toString()) as Record<
      string,
      object
    >;
    const side = SIGN_WIDTH * scale;
    assert.deepEqual(index['meridian sign star'], {
      x: side,
      y: 0,
      width: side,
      height: side,
      pixelRatio: scale,
    });
    const picture = Buffer.from(signSprite(`${name}.png`).body);
    const width = SIGN_NAMES.length * side;
    assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [width, side]);
    const data = picture.indexOf('IDAT') + 4;
    const rows = inflateSync(picture.subarray(data, data + picture.readUInt32BE(data - 8)));
    /** How opaque a pixel is, by the grid of 24 that a sign is drawn on. */
    const opacity = (sign: (typeof SIGN_NAMES)[number], x: number, y: number) =>
      rows[y * scale * (1 + 2 * width) + 2 * (SIGN_NAMES.indexOf(sign) * side + x * scale) + 2];
    // The pin has a hole, which two curves go around smoothly; the cross is solid; the bus has a window.
    assert.deepEqual([opacity('pin', 12, 4), opacity('pin', 12, 9), opacity('pin', 1, 1)], [255, 0, 0]);
    assert.deepEqual([opacity('pin', 12, 18), opacity('pin', 16, 12)], [255, 255]);
    assert.deepEqual([opacity('cross', 12, 12), opacity('cross', 4, 4)], [255, 0]);
    assert.deepEqual([opacity('bus', 12, 8), opacity('bus', 12, 16)], [0, 255]);
  }
});
