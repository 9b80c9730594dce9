import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parentOf } from './traceparent.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

describe('the span of the caller', () => {
  for (const [flags, isSampled] of [
    ['01', true],
    ['00', false],
    ['03', true],
    ['02', false],
  ] as const)
    test(`is read with the flags ${flags}`, () => {
      const parent = parentOf({ traceparent: `00-${TRACE}-${SPAN}-${flags}` });
      assert.deepEqual(parent, { traceId: TRACE, spanId: SPAN, isSampled, state: undefined });
    });

  test('may be of a later version of the standard, with more fields', () => {
    assert.equal(parentOf({ traceparent: `cc-${TRACE}-${SPAN}-01-what-else` })?.spanId, SPAN);
  });

  test('has a state that is passed on, unless it is too long', () => {
    const traceparent = `00-${TRACE}-${SPAN}-01`;
    assert.equal(parentOf({ traceparent, tracestate: 'a=1,b=2' })?.state, 'a=1,b=2');
    assert.equal(parentOf({ traceparent, tracestate: `a=${'1'.repeat(600)}` })?.state, undefined);
  });

  for (const malformed of [
    '',
    'x',
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `ff-${TRACE}-${SPAN}-01`,
  ])
    test(`is not there in ${JSON.stringify(malformed)}`, () => {
      assert.equal(parentOf({ traceparent: malformed }), undefined);
    });

  test('is not there without a header', () => assert.equal(parentOf({}), undefined));
});
