import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MapLayer, newLayer } from './document.ts';
import { groupedLayer, movedLayer, placedLayer, runsOf } from './order.ts';

/** `a g:b g:c` → three layers, the last two in the group g. */
function layersOf(text: string): MapLayer[] {
  return text.split(' ').map((word, index) => {
    const [space, group] = word.split(':').reverse() as [string, string | undefined];
    return { ...newLayer(space, index), ...(group ? { group } : {}) };
  });
}

function textOf(layers: readonly MapLayer[]): string {
  return layers.map(({ space, group }) => (group ? `${group}:${space}` : space)).join(' ');
}

test('layers move by a step, and join and leave groups at their edges', () => {
  const moved = (text: string, space: string, by: -1 | 1) => textOf(movedLayer(layersOf(text), space, by));
  assert.equal(moved('a b c', 'c', -1), 'a c b');
  assert.equal(moved('a b', 'a', -1), 'a b');
  assert.equal(moved('a g:b g:c', 'a', 1), 'g:a g:b g:c');
  assert.equal(moved('g:a g:b g:c', 'a', 1), 'g:b g:a g:c');
  assert.equal(moved('g:b g:c g:a d', 'a', 1), 'g:b g:c a d');
  assert.equal(moved('g:a g:b', 'b', 1), 'g:a b');
  assert.equal(moved('g:a h:b', 'b', -1), 'g:a b');
  assert.equal(moved('a b', 'none', 1), 'a b');
});

test('a layer that is put where another is takes its place and its group', () => {
  const placed = (text: string, space: string, at: string) => textOf(placedLayer(layersOf(text), space, at));
  assert.equal(placed('a b c', 'a', 'c'), 'b c a');
  assert.equal(placed('a b c', 'c', 'a'), 'c a b');
  assert.equal(placed('a g:b g:c', 'a', 'c'), 'g:b g:c g:a');
  assert.equal(placed('g:a g:b c', 'b', 'c'), 'g:a c b');
  assert.equal(placed('a b', 'a', 'a'), 'a b');
});

test('a layer is put into a group after those that are in it, and out of it without cutting it', () => {
  const grouped = (text: string, space: string, group: string) =>
    textOf(groupedLayer(layersOf(text), space, group));
  assert.equal(grouped('a b', 'b', 'g'), 'a g:b');
  assert.equal(grouped('g:a b c', 'c', 'g'), 'g:a g:c b');
  assert.equal(grouped('g:a g:b g:c', 'b', ''), 'g:a g:c b');
  assert.equal(grouped('g:a g:b g:c', 'b', 'h'), 'g:a g:c h:b');
  assert.equal(grouped('g:a g:b', 'a', ''), 'a g:b');
});

test('layers of a group that follow each other are one run', () => {
  const runs = runsOf(layersOf('a b g:c g:d h:e'));
  assert.deepEqual(
    runs.map(({ group, layers }) => `${group ?? ''} ${layers.length}`),
    [' 1', ' 1', 'g 2', 'h 1'],
  );
});
