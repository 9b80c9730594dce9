import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loadGeos, tileAt } from '@meridian/geo';
import { HEXBIN, tileQuery } from '../contract/plain-queries.ts';
import { walkOf } from '../contract/space-under-test.ts';
import { prepareArea, tileArea } from '../model/query/area.ts';
import { type FeatureQuery, NO_FILTER, type PropertyTest } from '../model/query/query.ts';
import { candidateSources, explain, planOf } from './plan.ts';
import type { Read, RowRead } from './row-read.ts';

const tile = tileAt('web', 5, 16, 11);
const test1: PropertyTest = { root: 'properties', path: ['n'], comparison: '=', operands: [1] };
const tested = { tags: [], tests: [test1] };
const tagged = { tags: [['a']], tests: [] };

function features(query: Partial<FeatureQuery>): Extract<Read, { kind: 'features' }> {
  return { kind: 'features', query: walkOf(query) };
}

const clusters = { filter: NO_FILTER, limit: 100, area: tileArea(tile, 0) };

describe('a plan', () => {
  const plans: [what: string, read: Read, explained: string][] = [
    ['everything', features({}), 'joined texts'],
    ['a box', features({ area: tileArea(tile, 0) }), 'joined texts'],
    ['tags', features({ filter: tagged }), 'joined texts'],
    ['everything without namespaces', features({ view: { hidesNamespace: true } }), 'joined texts'],
    ['a property', features({ filter: tested }), 'rows'],
    ['a selection', features({ view: { selection: [] } }), 'rows'],
    ['a version', features({ version: 3 }), 'joined texts'],
    ['an order', features({ sort: [{ root: 'properties', path: ['n'], descending: false }] }), 'sorted'],
    [
      'a sampled map',
      features({ view: { viz: tile }, sampling: 'high' }),
      'a sample from 15001 matches on, counted by density or rows',
    ],
    [
      'a sampled map of what has a tag',
      features({ view: { viz: tile }, sampling: 'high', filter: tagged }),
      'a sample from 15001 matches on, counted by rows',
    ],
    ['a tile', { kind: 'tile', query: tileQuery(tile) }, 'tile blocks, else rows'],
    [
      'a tile of a version',
      { kind: 'tile', query: tileQuery(tile, { version: 3 }) },
      'tile blocks, else rows',
    ],
    [
      'a sampled map of a version',
      features({ view: { viz: tile }, sampling: 'high', version: 3 }),
      'a sample from 15001 matches on, counted by density or rows',
    ],
    [
      'hexbins of a version',
      { kind: 'clusters', query: { ...clusters, clustering: { ...HEXBIN, resolution: 3 }, version: 3 } },
      'hex counts of resolution 3, else cells of columns, else rows',
    ],
    [
      'hexbins of a property in a version',
      { kind: 'clusters', query: { ...clusters, clustering: { ...HEXBIN, property: ['n'] }, version: 3 } },
      'rows',
    ],
    [
      'hexbins of a sample',
      { kind: 'clusters', query: { ...clusters, clustering: { ...HEXBIN, sampling: 'low' } } },
      'rows',
    ],
    ['a filtered tile', { kind: 'tile', query: tileQuery(tile, { filter: tagged }) }, 'rows'],
    ['a tile of the HERE scheme', { kind: 'tile', query: tileQuery(tileAt('here', 5, 16, 11)) }, 'rows'],
    [
      'hexbins',
      { kind: 'clusters', query: { ...clusters, clustering: { ...HEXBIN, resolution: 3 } } },
      'hex counts of resolution 3, else cells of columns, else rows',
    ],
    [
      'hexbins of a property',
      { kind: 'clusters', query: { ...clusters, clustering: { ...HEXBIN, property: ['n'] } } },
      'cells of columns, else rows',
    ],
    [
      'quadbins',
      { kind: 'clusters', query: { ...clusters, clustering: { kind: 'quadbin', zoom: 8 } } },
      'cells of columns, else rows',
    ],
  ];
  for (const [what, read, explained] of plans)
    test(`for ${what}: ${explained}`, () => assert.equal(explain(planOf(read)), explained));
});

describe('rows come from', async () => {
  const area = prepareArea(tileArea(tile, 0), await loadGeos());
  const viz = { viz: tile };
  const bare = { viz: tile, selection: [] };
  const sources: [what: string, read: RowRead, shown: number, from: string[]][] = [
    ['a search', features({ filter: tested }), 1, ['columns', 'rows']],
    ['a search in a version', features({ version: 3, filter: tested }), 1, ['columns', 'version']],
    ['ids and geometries in a version', features({ version: 3, view: bare }), 1, ['density', 'version']],
    ['a sample in a version', features({ version: 3, view: viz }), 1 / 32, ['density', 'version']],
    ['all of a map in a version', features({ version: 3, view: viz }), 1, ['version']],
    ['all of a map', features({ view: viz }), 1, ['rows']],
    ['ids and geometries of a map', features({ view: bare }), 1, ['density', 'geometries', 'rows']],
    ['those of what has a tag', features({ view: bare, filter: tagged }), 1, ['geometries', 'rows']],
    ['a sample of a map', features({ view: viz }), 1 / 32, ['density', 'sampled ids', 'rows']],
    ['a sample of what has a tag', features({ view: viz, filter: tagged }), 1 / 32, ['sampled ids', 'rows']],
    ['a sample that is not filed', features({ view: viz }), 1 / 5, ['sampled ids', 'rows']],
    ['what follows a cursor', features({ view: bare, after: 9 }), 1, ['rows']],
    ['a partition', features({ view: bare, part: { index: 0, count: 2 } }), 1, ['rows']],
  ];
  for (const [what, read, shown, from] of sources)
    test(`${from.join(', else ')} for ${what}`, () =>
      assert.deepEqual(candidateSources(read, area, shown), from));
});
