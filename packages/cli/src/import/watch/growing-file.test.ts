import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { GrowingFile } from './growing-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'meridian-growing-'));
after(() => rmSync(folder, { recursive: true }));
let files = 0;

function growing(path = join(folder, `${files++}.ndjson`)) {
  const notices: string[] = [];
  let bookmark = '';
  let file = new GrowingFile(path, undefined, (text) => notices.push(text));
  return {
    path,
    notices,
    /** What comes until there is no more, as acknowledged by a hub. */
    take(): string {
      let text = '';
      for (let batch = file.next(); batch !== undefined; batch = file.next()) {
        text += batch.bytes.toString();
        file.advance(batch);
        bookmark = JSON.stringify(file.bookmark);
      }
      return text;
    },
    peek: () => file.next()?.bytes.toString(),
    restart(): void {
      file.close();
      file = new GrowingFile(path, JSON.parse(bookmark), (text) => notices.push(text));
    },
  };
}

test('whole lines come once, those that are not whole when they are', () => {
  const { path, take, peek } = growing();
  assert.equal(take(), '');
  writeFileSync(path, 'one\ntw');
  assert.equal(peek(), 'one\n', 'what is not acknowledged comes again');
  assert.equal(take(), 'one\n');
  assert.equal(take(), '');
  appendFileSync(path, 'o\nthree\n');
  assert.equal(take(), 'two\nthree\n');
});

test('a file that is renamed is read to its end, also its last line, before the one that has its name', () => {
  const { path, take, notices } = growing();
  writeFileSync(path, 'one\n');
  assert.equal(take(), 'one\n');
  appendFileSync(path, 'two\nthree');
  renameSync(path, `${path}.1`);
  assert.equal(take(), 'two\n', 'until there is a new one, the old one may grow');
  writeFileSync(path, 'four\n');
  assert.equal(take(), 'threefour\n');
  assert.deepEqual(notices, ['another file has its name now: reading that one']);
});

test('a file that is emptied is read from its start', () => {
  const { path, take, notices } = growing();
  writeFileSync(path, 'one\ntwo\n');
  take();
  truncateSync(path);
  appendFileSync(path, '3\n');
  assert.equal(take(), '3\n');
  assert.deepEqual(notices, ['it was emptied: reading it from its start']);
});

test('after a restart it goes on where it was, also in a file that was renamed meanwhile', () => {
  const { path, take, restart, notices } = growing();
  writeFileSync(path, 'one\n');
  take();
  restart();
  assert.equal(take(), '');
  appendFileSync(path, 'two\n');
  restart();
  assert.equal(take(), 'two\n');
  appendFileSync(path, 'three\n');
  renameSync(path, `${path}.1`);
  writeFileSync(path, 'four\n');
  restart();
  assert.equal(take(), 'three\nfour\n');
  assert.deepEqual(notices, ['another file has its name now: reading that one']);
});

test('after a restart, another content under the same name is read from its start', () => {
  const { path, take, restart, notices } = growing();
  writeFileSync(path, 'one\n');
  take();
  // Of the same length, in the same file.
  truncateSync(path);
  appendFileSync(path, 'two\n');
  restart();
  assert.equal(take(), 'two\n');
  assert.deepEqual(notices, [
    'the file that was read last is not there any more: reading this one from its start',
  ]);
});

test('a large file comes in batches of whole lines', () => {
  const { path, take, peek } = growing();
  const line = `${'x'.repeat(999_999)}\n`;
  writeFileSync(path, line.repeat(20));
  assert.equal(peek()!.length, 8_000_000);
  assert.equal(take(), line.repeat(20));
});
