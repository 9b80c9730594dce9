import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pdfOf } from './pdf.ts';
import { metresPerPixel, scaleBar } from './scale-bar.ts';

test('a PDF has its picture as it is, and a table that leads to each object', () => {
  const jpeg = new Uint8Array([0xff, 0xd8, 0x00, 0x0a, 0xff, 0xd9]);
  const pdf = pdfOf(jpeg, { width: 1684, height: 842, title: 'Hütten' });
  const text = Buffer.from(pdf).toString('latin1');
  assert.match(text, /^%PDF-1\.4\n/);
  assert.match(text, /\/MediaBox \[0 0 842 421\]/);
  assert.ok(text.includes(`stream\n${Buffer.from(jpeg).toString('latin1')}\nendstream`));
  assert.ok(text.includes('/Title <FEFF004800fc007400740065006e>'));
  const table = Number(/startxref\n(\d+)/.exec(text)![1]);
  assert.ok(text.slice(table).startsWith('xref\n0 7\n'));
  const offsets = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) =>
    Number(offset),
  );
  assert.equal(offsets.length, 6);
  for (const [index, offset] of offsets.entries())
    assert.ok(text.slice(offset).startsWith(`${index + 1} 0 obj\n`));
});

for (const { metres, width, length } of [
  { metres: 1, width: 110, length: 100 },
  { metres: 7, width: 100, length: 500 },
  { metres: 0.3, width: 100, length: 20 },
  { metres: 78_000, width: 120, length: 5_000_000 },
])
  test(`a scale bar of at most ${width} pixels of ${metres} m is ${length} m long`, () => {
    const bar = scaleBar(metres, width);
    assert.equal(bar.metres, length);
    assert.ok(bar.width <= width && bar.width > width / 3);
  });

test('a pixel stands for less the farther from the equator', () => {
  assert.equal(Math.round(metresPerPixel(0, 0)), 78_272);
  assert.equal(Math.round(metresPerPixel(60, 0)), 39_136);
});
