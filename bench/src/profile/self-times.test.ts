import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CpuProfile, selfTimes, slowest } from './self-times.ts';

const frame = (functionName: string, url = '', lineNumber = 0) => ({ functionName, url, lineNumber });

const PROFILE: CpuProfile = {
  startTime: 1000,
  nodes: [
    { id: 1, callFrame: frame('(root)') },
    { id: 2, callFrame: frame('(idle)') },
    { id: 3, callFrame: frame('readRow', 'file:///somewhere/packages/store/src/engines/sqlite/walk.ts', 40) },
    { id: 4, callFrame: frame('get') },
    {
      id: 5,
      callFrame: frame('', 'file:///somewhere/packages/store/src/engines/sqlite/reader.thread.ts', 0),
    },
  ],
  samples: [3, 2, 4, 4, 3, 4],
  timeDeltas: [1000, 1000, 1000, 1000, 1000, 1000],
};

test('time is added up by function, without waiting and without what lies outside of the stretch', () => {
  const { thread, busyMs, top } = selfTimes(PROFILE, { from: 1000, to: 6000 });
  assert.equal(thread, 'reader');
  assert.equal(busyMs, 4);
  assert.deepEqual(top, [
    { name: 'readRow', place: 'packages/store/src/engines/sqlite/walk.ts:41', milliseconds: 2 },
    { name: 'get', place: '', milliseconds: 2 },
  ]);
});

test('the same function of several threads is added up, and only as many come as are wanted', () => {
  const time = (name: string, milliseconds: number) => ({ name, place: '', milliseconds });
  assert.deepEqual(slowest([time('a', 2), time('b', 3), time('a', 2), time('c', 1)], 2), [
    time('a', 4),
    time('b', 3),
  ]);
});

test('a thread is named by what it does, whatever it has loaded besides', () => {
  const began = (url: string) => ({
    ...PROFILE,
    nodes: [{ id: 1, callFrame: frame('', url) }],
    samples: [1],
    timeDeltas: [1],
  });
  const named = (url: string) => selfTimes(began(`file:///x/packages/${url}`), { from: 0, to: 1e9 }).thread;
  assert.deepEqual(
    [
      'store/src/thread/processors.thread.ts',
      'store/src/thread/split.thread.ts',
      'server/src/export/convert.thread.ts',
      'hub/src/backup/backup.thread.ts',
      'cli/src/meridian.ts',
      'geo/src/index.ts',
    ].map(named),
    ['processor', 'body splitter', 'export', 'backup', 'HTTP', 'other'],
  );
});
