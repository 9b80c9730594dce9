import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawPlot } from './plot.ts';

const plot = (lines: { name: string; points: [number, number][] }[]) =>
  drawPlot({ title: 'Cost & size', x: { label: 'features' }, y: { label: 'time', ticks: String }, lines });

/** The positions of the dots of a drawing. */
const dots = (svg: string) =>
  [...svg.matchAll(/<circle [^>]*cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [Number(x), Number(y)]);

test('equal factors are equal distances on both axes', () => {
  const [a, b, c] = dots(plot([{ name: 'linear', points: [[1e4, 1], [1e5, 10], [1e6, 100]] }])); // biome-ignore format: points
  assert.ok(Math.abs(b![0]! - a![0]! - (c![0]! - b![0]!)) <= 0.2);
  assert.ok(Math.abs(a![1]! - b![1]! - (b![1]! - c![1]!)) <= 0.2);
  assert.ok(a![1]! > c![1]!, 'more is higher');
});

test('names of lines that end at the same point do not cover each other', () => {
  const lines = Array.from({ length: 6 }, (_, i) => ({ name: `line ${i}`, points: [[1e4, 5], [1e6, 5]] as [number, number][] })); // biome-ignore format: points
  const labels = [...plot(lines).matchAll(/y="([\d.]+)" >line/g)]
    .map(([, y]) => Number(y))
    .sort((a, b) => a - b);
  assert.equal(labels.length, 6);
  for (let i = 1; i < labels.length; i++) assert.ok(labels[i]! - labels[i - 1]! >= 14);
});

test('text is escaped, and both colour schemes are there', () => {
  const svg = plot([{ name: 'a<b', points: [[1e4, 1], [1e5, 2]] }]); // biome-ignore format: points
  assert.match(svg, /Cost &amp; size/);
  assert.match(svg, />a&lt;b</);
  assert.match(svg, /prefers-color-scheme: dark/);
});
