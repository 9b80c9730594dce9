import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { gunzip } from '../browser/gunzip.ts';
import { readFeatures } from '../node.ts';
import { bytesSource } from '../source.ts';
import { chunked, collect, each, readAll, utf8 } from '../testing/read-all.ts';

const line = (id: string) =>
  `{"type":"Feature","id":"${id}","geometry":{"type":"Point","coordinates":[1,2]},"properties":{}}\n`;
const csv = 'name,lat,lon\nx,1,2\n';
const zip = (members: Record<string, Uint8Array | string>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(members).map(([name, data]) => [name, typeof data === 'string' ? utf8(data) : data]),
    ),
  );

/** A table whose only row never ends. */
const spaces = Buffer.alloc(32 * 1024 * 1024, 0x20);
spaces.write(csv);

describe('gzip', () => {
  test('is looked into, whatever its name', async () => {
    for (const name of ['f.ndjson.gz', 'f.ndjson', 'f'])
      assert.equal((await readAll(name, gzipSync(line('a')))).features.length, 1, name);
  });
  test('may have several members', async () => {
    const bytes = Buffer.concat([gzipSync(line('a')), gzipSync(line('b'))]);
    assert.equal((await readAll('f.ndjson.gz', bytes)).features.length, 2);
    const browser = await collect(gunzip(each([bytes.subarray(0, 30), bytes.subarray(30)])));
    assert.equal(new TextDecoder().decode(browser), line('a') + line('b'));
  });
  test('of a stream is read as it comes', async () => {
    const bytes = gzipSync(line('a').repeat(1000));
    assert.equal((await readAll('f', chunked('f.ndjson.gz', bytes, 7))).features.length, 1000);
  });
  test('that ends early is an error', async () => {
    const { fault } = await readAll('f.ndjson.gz', gzipSync(line('a').repeat(1000)).subarray(0, 60));
    assert.equal(fault?.kind, 'truncated');
    assert.equal(fault.message, 'f.ndjson.gz: is gzip that ends early');
  });
  test('that is damaged is an error', async () => {
    const bytes = gzipSync(line('a').repeat(1000));
    bytes.set([0xff, 0xff, 0xff], 20);
    assert.match((await readAll('f.ndjson.gz', bytes)).fault!.message, /is no valid gzip/);
  });
  test('of an archive is refused', async () => {
    const { fault } = await readAll('f.zip.gz', gzipSync(zip({ 'a.csv': csv })));
    assert.equal(fault?.kind, 'unsafe');
    assert.match(fault.message, /archive in an archive/);
  });
  test('that inflates beyond measure is refused', async () => {
    const bomb = gzipSync(spaces);
    const { fault } = await readAll('f.csv.gz', bomb);
    assert.equal(fault?.kind, 'unsafe');
    assert.match(fault.message, /more than 250 times its size/);
    assert.equal(
      (await readAll('f.csv.gz', bomb, { limits: { inflatedBytes: 1e6, ratio: 1e9 } })).fault?.kind,
      'tooLarge',
    );
  });
});

describe('a zip archive', () => {
  test('gives the features of all its members that can be read', async () => {
    const bytes = zip({
      'readme.txt': 'no, data',
      'dir/a.csv': csv,
      'b.ndjson': line('b'),
      '__MACOSX/._a.csv': 'x',
      'c.pdf': '%PDF',
    });
    const { features, refused, fault } = await readAll('f.zip', bytes);
    assert.deepEqual([features.length, refused, fault], [2, [], undefined]);
  });
  test('locations name the member', async () => {
    const { refused } = await readAll('f.zip', zip({ 'a.csv': 'lat,lon\n99,1\n' }));
    assert.deepEqual(refused[0]?.location, { file: 'f.zip/a.csv', record: 1, line: 2, byte: 8 });
  });
  test('may come as a stream', async () => {
    assert.equal((await readAll('f', chunked('f.zip', zip({ 'a.csv': csv }), 11))).features.length, 1);
  });
  test('can be asked for one member', async () => {
    const bytes = zip({ 'a.csv': csv, 'b.ndjson': line('b') });
    assert.deepEqual(
      (await readAll('f.zip', bytes, { layer: 'b' })).features.map(({ id }) => id),
      ['b'],
    );
    assert.match(
      (await readAll('f.zip', bytes, { layer: 'c' })).fault!.message,
      /no file that can be read as layer c/,
    );
  });
  test('can be asked for a member without its folder', async () => {
    const bytes = zip({ 'x/a.csv': csv, 'y/b.ndjson': line('b'), 'y/bb.ndjson': line('bb') });
    for (const layer of ['b', 'b.ndjson', 'y/b', 'Y/B.ndjson'])
      assert.deepEqual(
        (await readAll('f.zip', bytes, { layer })).features.map(({ id }) => id),
        ['b'],
        layer,
      );
  });
  test('tells which files in it are left out, but for those beside one that is read', async () => {
    const told = async (members: Record<string, string>, layer?: string) => {
      const options = layer === undefined ? {} : { layer };
      const reader = readFeatures(bytesSource(zip(members), 'f.zip'), options);
      for await (const record of reader) assert.equal(record.refused, undefined);
      return reader.guesses.filter((guess) => guess.startsWith('files'));
    };
    const pages = Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`${i}.pdf`, 'x']));
    const beside = { 'a.ndjson.xml': '<x/>', 'A.prj': 'x' };
    assert.deepEqual(await told({ 'a.ndjson': line('a'), ...beside, 'read.txt': 'x', 'c.pdf': 'x' }), [
      'files of the archive, left out: read.txt, c.pdf',
    ]);
    assert.deepEqual(await told({ 'a.ndjson': line('a'), ...pages }), [
      'files of the archive, left out: 0.pdf, 1.pdf, 2.pdf, 3.pdf, 4.pdf and 2 more',
    ]);
    assert.deepEqual(await told({ 'a.ndjson': line('a'), ...beside }), []);
    assert.deepEqual(await told({ 'a.ndjson': line('a'), 'b.ndjson': line('b'), ...pages }, 'a'), []);
  });
  test('says what was not read behind a member that could not be', async () => {
    const { features, fault } = await readAll(
      'f.zip',
      zip({ 'a.ndjson': line('a'), 'b.csv': 'name\nx\n', 'c.ndjson': line('c'), 'd.csv': csv }),
    );
    assert.ok(fault);
    assert.deepEqual([features.length, fault.kind, fault.file], [1, 'option', 'f.zip/b.csv']);
    assert.match(fault.message, /It has name; not read for this: f\.zip\/c\.ndjson, f\.zip\/d\.csv$/);
  });

  const refused: [what: string, bytes: Uint8Array, kind: string, message: RegExp][] = [
    [
      'another archive',
      zip({ 'a.csv': csv, 'b.zip': zip({ 'c.csv': csv }) }),
      'unsafe',
      /holds another archive, b\.zip/,
    ],
    [
      'gzip under another name',
      zip({ 'a.csv': gzipSync(csv) }),
      'unsafe',
      /f\.zip\/a\.csv: is an archive in an archive/,
    ],
    ['a name that leads out of it', zip({ '../a.csv': csv }), 'unsafe', /leads out of the archive/],
    ['an absolute name', zip({ '/etc/a.csv': csv }), 'unsafe', /leads out of the archive/],
    ['a name of Windows that leads out', zip({ '..\\a.csv': csv }), 'unsafe', /leads out of the archive/],
    ['a bomb', zip({ 'a.csv': spaces }), 'unsafe', /250 times/],
    [
      'nothing that can be read',
      zip({ 'a.pdf': 'x' }),
      'unknown',
      /holds no file that can be read: it has a\.pdf/,
    ],
    ['nothing', zip({}), 'unknown', /it has nothing/],
    ['only its start', zip({ 'a.csv': csv }).subarray(0, 60), 'truncated', /zip archive that ends early/],
  ];
  for (const [what, bytes, kind, message] of refused)
    test(`with ${what} is refused`, async () => {
      const { fault } = await readAll('f.zip', bytes);
      assert.equal(fault?.kind, kind);
      assert.match(fault.message, message);
    });

  test('with damaged bytes is an error', async () => {
    const bytes = zip({ 'a.csv': csv.repeat(500) });
    bytes[60]! ^= 0xff;
    const { fault } = await readAll('f.zip', bytes);
    assert.equal(fault?.kind, 'malformed');
  });
  test('with more members than allowed is refused', async () => {
    const bytes = zip(Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`${i}.csv`, csv])));
    assert.match(
      (await readAll('f.zip', bytes, { limits: { members: 10 } })).fault!.message,
      /more than 10 members/,
    );
  });
});
