import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type BBox, boxesMeet } from '@meridian/geo';
import { fewBoxes, MAX_BOXES } from './touched-boxes.ts';
import {
  fromStored,
  isMergedAfter,
  lastTouched,
  merged,
  type TouchedEntry,
  toStored,
} from './touched-log.ts';

const at = (longitude: number, size = 0): BBox => ({
  west: longitude,
  south: 0,
  east: longitude + size,
  north: size,
});
const entry = (version: number, ...boxes: BBox[]): TouchedEntry => ({ first: version, last: version, boxes });

describe('the last version that touched an area', () => {
  const log = [
    entry(3, at(10)),
    entry(4, at(20), at(30)),
    { first: 5, last: 7, boxes: [] },
    entry(8, at(40)),
  ];
  const cases: [what: string, area: BBox, version: number, touched: number][] = [
    ['is the one whose boxes meet it', at(19, 2), 8, 4],
    ['is the present one where that meets it', at(39, 2), 8, 8],
    ['is the last of several', at(5, 100), 8, 8],
    ['is one before the log where no box of it meets it', at(50, 2), 8, 2],
    ['is up to the version asked for', at(39, 2), 4, 2],
    ['is the version itself where the log does not know it', at(50, 2), 9, 9],
    ['is the version itself within several that were noted together', at(50, 2), 6, 6],
  ];
  for (const [what, area, version, touched] of cases)
    test(what, () => assert.equal(lastTouched(log, version, [area]), touched));

  test('is the one before a gap', () =>
    assert.equal(lastTouched([entry(1, at(1)), entry(3, at(2))], 3, [at(50, 2)]), 2));
  test('is the version itself without a log', () => assert.equal(lastTouched([], 5, [at(0)]), 5));
});

describe('a log that grows', () => {
  const versions = 1000;
  let log: TouchedEntry[] = [];
  let most = 0;
  for (let version = 1; version <= versions; version++) {
    log.push(fromStored(toStored(entry(version, at(version % 90)))));
    if (isMergedAfter(version, version)) log = merged(log);
    most = Math.max(most, log.length);
  }

  test('is bounded', () => {
    assert.ok(most <= 80, `${most} entries`);
    assert.ok(log.every(({ boxes }) => boxes.length <= MAX_BOXES));
  });

  test('reaches back to the beginning', () => assert.equal(lastTouched(log, versions, [at(-50)]), 0));

  test('never names a version before the last that touched an area', () => {
    for (let longitude = 0; longitude < 90; longitude++) {
      const touched = lastTouched(log, versions, [at(longitude)]);
      const real = versions - ((versions - longitude) % 90);
      assert.ok(touched >= real && touched <= versions, `${longitude}: ${touched}, not ${real}`);
    }
  });

  test('knows recent versions exactly', () => {
    for (let version = versions - 20; version <= versions; version++)
      assert.equal(lastTouched(log, versions, [at(version % 90)]), version);
  });

  test('forgets what lies before a gap', () =>
    assert.deepEqual(merged([entry(1, at(1)), entry(3, at(2)), entry(4, at(3))]), [
      entry(3, at(2)),
      entry(4, at(3)),
    ]));
});

test('few boxes cover all, and are those of neighbours', () => {
  const boxes = Array.from({ length: 300 }, (_, i) => at((i % 4) * 40 + i / 300, 0.1));
  const few = fewBoxes(boxes);
  assert.ok(few.length <= MAX_BOXES);
  for (const box of boxes) assert.ok(few.some((other) => boxesMeet(box, other)));
  assert.ok(few.every(({ west, east }) => east - west < 2));
});
