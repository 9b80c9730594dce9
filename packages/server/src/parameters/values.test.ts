import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Fault } from '@meridian/hub';
import { DIALECT_RULES } from '../http/dialect.ts';
import { QueryString } from '../http/request/query-string.ts';
import { filters } from './filters.ts';
import { DEFAULT_LIMIT, limit, MAX_LIMIT, pageStart, part, readHandle } from './paging.ts';
import { addTags, readTagFilter } from './tags.ts';
import { readBoolean, readChoice, readInteger } from './values.ts';
import { viewOf, views } from './view.ts';

const query = (text: string) => new QueryString(text);
const invalid = (message: RegExp) => (error: unknown) =>
  error instanceof Fault && error.kind === 'invalid' && message.test(error.message);

/** What a reader makes of each query; a pattern stands for a refusal. */
function reads<T>(
  what: string,
  read: (query: QueryString) => T,
  cases: [query: string, value: T | RegExp][],
): void {
  describe(what, () => {
    for (const [text, value] of cases)
      test(`${text || 'nothing sent'} ${value instanceof RegExp ? 'is refused' : `is ${JSON.stringify(value)}`}`, () => {
        if (value instanceof RegExp) assert.throws(() => read(query(text)), invalid(value));
        else assert.deepEqual(read(query(text)), value);
      });
  });
}

reads('a boolean', (one) => readBoolean(one, 'force2D'), [
  ['', undefined],
  ['force2D=true', true],
  ['force2D=True', true],
  ['force2D=FALSE', false],
  ['force2D=1', /^force2D must be true or false, not "1"$/],
  ['force2D=yes', /^force2D must be/],
  ['force2D=', /^force2D must be/],
  ['force2D', /^force2D must be/],
  ['force2D=true&force2D=true', /must be sent once/],
]);

reads('a whole number', (one) => readInteger(one, 'n', -5, 5), [
  ['', undefined],
  ['n=5', 5],
  ['n=-5', -5],
  ['n=6', /^n must be a whole number from -5 to 5, not "6"$/],
  ['n=1.0', /^n must be/],
  ['n=1e0', /^n must be/],
  ['n=0x1', /^n must be/],
  ['n=%201', /^n must be/],
  ['n=NaN', /^n must be/],
  ['n=Infinity', /^n must be/],
  ['n=1e999', /^n must be/],
  ['n=', /^n must be/],
  ['n=1&n=2', /^n must be sent once/],
]);

reads('a whole number under one of two names', (one) => readInteger(one, ['n', 'number'], 0, 5), [
  ['number=5', 5],
  ['n=6', /^n must be a whole number from 0 to 5, not "6"$/],
  ['number=6', /^number must be a whole number from 0 to 5, not "6"$/],
  ['number=1&number=2', /^number must be sent once, not 2 times$/],
  ['number=1&n=1', /^number and n are the same parameter: only one of them can be sent$/],
]);

reads('a limit', limit.read, [
  ['', DEFAULT_LIMIT],
  ['limit=1', 1],
  ['limit=100000', MAX_LIMIT],
  ['limit=0', /^limit must be a whole number from 1 to 100000/],
  ['limit=100001', /^limit must be/],
  ['limit=-1', /^limit must be/],
  ['limit=ten', /^limit must be/],
]);

reads('a choice', (one) => readChoice(one, 'e', ['patch', 'replace']), [
  ['', undefined],
  ['e=patch', 'patch'],
  ['e=Patch', /^e must be one of patch, replace, not "Patch"$/],
  ['e=', /^e must be one of/],
  ['e=toString', /^e must be one of/],
]);

reads('tags to filter by', readTagFilter, [
  ['', undefined],
  ['tags=', undefined],
  ['tags=,', undefined],
  ['tags=a', [['a']]],
  ['tags=a,b', [['a'], ['b']]],
  ['tags=a%2Cb', [['a'], ['b']]],
  ['tags=a&tags=b', [['a'], ['b']]],
  ['tags=a+b', [['a', 'b']]],
  ['tags=a+b,c', [['a', 'b'], ['c']]],
  [
    'tags=a+b&tags=c+d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['tags=a%2Bb', [['a+b']]],
  ['tags=a%20b', [['a b']]],
  ['tags=+a+', [['a']]],
  ['tags=%F0%90%80%AC,%F0%90%8F%BF+b', [['𐀬'], ['𐏿', 'b']]],
  ['tags=\u00d0\u00b6+b', [['ж', 'b']]],
  ['tags=Caf%C3%A9+@Keep', [['cafe', '@Keep']]],
  ['tags=A+a', [['a']]],
  ['tags=*', [['*']]],
  ['tags=%CC%81', /^tags\[0\] is empty once normalised/],
  ['tags=%ff', /^tags is not valid percent-encoded/],
]);

reads('tags to add', addTags.read, [
  ['', []],
  ['addTags=', []],
  ['addTags=A,b%2CC&addTags=d', ['a', 'b', 'c', 'd']],
  ['addTags=a+b', ['a b']],
  ['addTags=a,A', ['a']],
]);

reads('a filter', filters.read, [
  ['limit=5', { tags: [], tests: [] }],
  [
    'tags=a&p.n=1',
    { tags: [['a']], tests: [{ root: 'properties', path: ['n'], comparison: '=', operands: [1] }] },
  ],
]);

reads('a view', (one) => views.read(one).selection, [
  ['', undefined],
  ['selection=', undefined],
  ['selection=*', undefined],
  ['selection=p.a,*', undefined],
  ['selection=p.a', [{ root: 'properties', path: ['a'] }]],
  [
    'selection=p.a.b,c',
    [
      { root: 'properties', path: ['a', 'b'] },
      { root: 'any', path: ['c'] },
    ],
  ],
  [
    'selection=p.a%2Cp.b&selection=p.c',
    ['a', 'b', 'c'].map((name) => ({ root: 'properties' as const, path: [name] })),
  ],
  ['selection=f.rank', [{ root: 'any', path: ['rank'] }]],
  ['selection=p', [{ root: 'any', path: ['p'] }]],
]);

test('a view has the coordinates of the dialect, and what force2D says', () => {
  const { datahub, spec } = DIALECT_RULES;
  const view = (text: string, dialect = spec) => viewOf(views.read(query(text)), { dialect });
  assert.deepEqual(view('', datahub), { force2D: false, coordinates: 'datahub' });
  assert.deepEqual(view('force2D=TRUE'), { force2D: true, coordinates: 'stored' });
  assert.throws(() => view('force2D=2'), invalid(/^force2D must be/));
});

const by = (path: string[], descending: boolean, root: 'properties' | 'feature' = 'properties') => ({
  root,
  path,
  descending,
});
reads('an order', (one) => pageStart.read(one).sort, [
  ['', []],
  ['sort=p.a', [by(['a'], false)]],
  ['sort=p.a:asc', [by(['a'], false)]],
  ['sort=p.a.b:desc', [by(['a', 'b'], true)]],
  ['sort=p.a:DESC', [by(['a'], true)]],
  ['sort=p.a:asc,p.b:desc', [by(['a'], false), by(['b'], true)]],
  ['sort=p.a%2Cp.b&sort=f.id:desc', [by(['a'], false), by(['b'], false), by(['id'], true, 'feature')]],
  ['sort=a', /^sort: "a" must be a property with :asc or :desc/],
  ['sort=p.a:up', /^sort: "p\.a:up" must be/],
  ['sort=p.', /^sort|names no property/],
  ['sort=p.a..b', /names no property/],
]);

reads('a part', part.read, [
  ['', undefined],
  ['part=1,1', { index: 0, count: 1 }],
  ['part=3,4', { index: 2, count: 4 }],
  ['part=4%2C4', { index: 3, count: 4 }],
  ['part=0,4', /^part must be i,n with 1 ≤ i ≤ n ≤ \d+, not "0,4"$/],
  ['part=5,4', /^part must be/],
  ['part=1', /^part must be/],
  ['part=1,2,3', /^part must be/],
  ['part=-1,2', /^part must be/],
  ['part=1,99999999', /^part must be/],
  ['part=a,b', /^part must be/],
  ['part=', /^part must be/],
]);

reads('a handle', readHandle, [
  ['', 0],
  ['handle=0', 0],
  ['handle=123456789012345', 123456789012345],
  ['handle=-1', /^handle must be one that an earlier page gave, not "-1"$/],
  ['handle=1.5', /^handle must be/],
  ['handle=abc', /^handle must be/],
  ['handle=', /^handle must be/],
  ['handle=99999999999999999999', /^handle must be/],
]);
