import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { FAULT_KINDS } from '@meridian/hub';
import { errorsPage } from './errors.docs.ts';
import { FAULTS } from './errors.ts';
import { HTTP_FAULT_KINDS } from './http-fault.ts';

test('docs/using/errors.md is what the table of faults says (node packages/server/src/http/write-docs.ts)', () => {
  const page = new URL('../../../../docs/using/errors.md', import.meta.url);
  assert.equal(readFileSync(page, 'utf8'), errorsPage());
});

for (const kind of [...FAULT_KINDS, ...HTTP_FAULT_KINDS, 'internal'] as const)
  test(`the page says when ${kind} happens and with which status`, () => {
    const { status, when } = FAULTS[kind];
    const rows = errorsPage().split('\n');
    assert.ok(rows.some((row) => row.startsWith(`| ${status} `) && row.endsWith(`| ${when} |`)));
  });
