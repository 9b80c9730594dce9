import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillTemplate, MAX_FIELDS, readPopup } from './popup.ts';

test('a template has values in place of names in braces', () => {
  const values: Record<string, string> = { name: 'Old well', 'size.ha': '3' };
  const filled = (template: string) => fillTemplate(template, (name) => values[name] ?? '');
  assert.equal(filled('{name}: { size.ha } ha'), 'Old well: 3 ha');
  assert.equal(filled('{missing}.'), '.');
  assert.equal(filled('no {} names, {{name}}'), 'no {} names, {Old well}');
});

test('values that look like names are not filled in again', () => {
  assert.equal(
    fillTemplate('{a}', () => '{b} $& $1'),
    '{b} $& $1',
  );
});

test('of what is stored the valid parts are read', () => {
  assert.equal(readPopup({ text: '', hover: 'loud' }), undefined);
  assert.equal(readPopup(null), undefined);
  assert.deepEqual(
    readPopup({
      text: '{a}',
      fields: [{ property: 'a', label: 'A' }, { property: '' }, 7, { property: 'b', label: 3 }],
      hover: 'title',
    }),
    { text: '{a}', fields: [{ property: 'a', label: 'A' }, { property: 'b' }], hover: 'title' },
  );
  assert.deepEqual(readPopup({ fields: [] }), { fields: [] }, 'none at all is a choice');
});

test('of very many fields the first are read', () => {
  const fields = Array.from({ length: 10_000 }, (_, i) => ({ property: `p${i}` }));
  assert.deepEqual(readPopup({ fields }), { fields: fields.slice(0, MAX_FIELDS) });
});
