import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newLayer } from './document.ts';
import { heatIntensity } from './heat-intensity.ts';

const { style } = newLayer('towns', 0);
/** Pixels are degrees here. */
const project = ([x, y]: [number, number]) => ({ x, y });
const cells = (count: number, apart: number): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: Array.from({ length: count * count }, (_, i) => ({
    type: 'Feature' as const,
    geometry: { type: 'Point' as const, coordinates: [(i % count) * apart, Math.floor(i / count) * apart] },
    properties: { qty: 1 },
  })),
});

test('thousands of points at world zoom are no single warm area: the closer cells lie, the weaker each of them is', () => {
  const [far, near, dense] = [cells(75, 40), cells(75, 8), cells(75, 2)].map((all) =>
    heatIntensity(project, style, all, 1),
  ) as [number, number, number];
  assert.ok(dense < near / 10 && near < far, `${dense} ${near} ${far}`);
  assert.ok(far <= 1);
});

test('a smaller size separates what lies close together', () => {
  const close = cells(75, 4);
  const small = heatIntensity(project, { ...style, size: 2 }, close, 1);
  assert.ok(small > heatIntensity(project, { ...style, size: 10 }, close, 1));
});

test('with sums of a property, a cell is as warm as its share of the highest one', () => {
  const weighted = (value: number): GeoJSON.FeatureCollection => {
    const { features, ...rest } = cells(75, 2);
    return { ...rest, features: features.map((cell) => ({ ...cell, properties: { qty: 1, value } })) };
  };
  const [all, half] = [
    heatIntensity(project, style, weighted(10), 10),
    heatIntensity(project, style, weighted(5), 10),
  ];
  assert.ok(Math.abs(half / all - 2) < 1e-9, `${half} ${all}`);
  assert.equal(heatIntensity(project, style, weighted(-5), 10), 1);
});

test('without cells nothing is divided by nothing', () => {
  assert.equal(heatIntensity(project, style, cells(0, 1), 0), 1);
});
