import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renewBlocks } from './page.ts';

const PAGE =
  'before\n<!-- figures a b -->\nold\n<!-- end -->\nbetween\n<!-- machine -->\n<!-- end -->\nafter\n';

test('a block is renewed from the names that it has, and the rest of the page stays', () => {
  const page = renewBlocks(PAGE, { figures: (names) => `new ${names.join('+')}`, machine: () => undefined });
  assert.equal(
    page,
    'before\n<!-- figures a b -->\n\nnew a+b\n\n<!-- end -->\nbetween\n<!-- machine -->\n<!-- end -->\nafter\n',
  );
});

test('what is renewed twice is the same as once', () => {
  const writers = { figures: () => 'table', machine: () => 'two cores' };
  const once = renewBlocks(PAGE, writers);
  assert.equal(renewBlocks(once, writers), once);
});

test('a block that nobody writes is an error that names it', () => {
  assert.throws(() => renewBlocks('<!-- typo -->\n<!-- end -->', {}), /<!-- typo -->/);
});
