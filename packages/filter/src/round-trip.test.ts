import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../testing/effort.ts';
import { checkFilter } from './check-filter.ts';
import { writeJson } from './json/write-json.ts';
import { parseFilter } from './parse-filter.ts';
import { arbitraryFilter } from './testing/arbitrary-expression.ts';
import { writeText } from './text/write-text.ts';

const RUNS = { numRuns: randomCases(2000) };

test('a filter written as text reads back as the same tree', () =>
  fc.assert(
    fc.property(arbitraryFilter, (filter) => {
      assert.deepEqual(parseFilter(writeText(filter), 'cql2-text'), filter);
    }),
    RUNS,
  ));

test('a filter written as JSON reads back as the same tree', () =>
  fc.assert(
    fc.property(arbitraryFilter, (filter) => {
      assert.deepEqual(parseFilter(JSON.stringify(writeJson(filter)), 'cql2-json'), filter);
    }),
    RUNS,
  ));

test('random filters are well typed', () =>
  fc.assert(
    fc.property(arbitraryFilter, (filter) => {
      checkFilter(filter);
    }),
    RUNS,
  ));
