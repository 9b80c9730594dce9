import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { BackupFault } from './backup-fault.ts';
import { TAR_END, tarFiles, tarHeader, tarPadding } from './tar.ts';

const archive = (files: Record<string, string>) =>
  Buffer.concat([
    ...Object.entries(files).flatMap(([name, text]) => {
      const bytes = Buffer.from(text);
      return [tarHeader(name, bytes.length), bytes, tarPadding(bytes.length)];
    }),
    TAR_END,
  ]);

/** In pieces that fit nothing. */
async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function unpacked(bytes: Buffer, size = 77): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { name, bytes: content } of tarFiles(inPieces(bytes, size))) {
    files[name] = '';
    for await (const piece of content) files[name] += piece.toString('latin1');
  }
  return files;
}

const FILES = {
  'hub.db': 'catalogue',
  'spaces/a.db': 'x'.repeat(512),
  'spaces/b.db': '',
  'backup.json': '{}',
};

test('what was packed is unpacked, in whatever pieces it comes', async () => {
  for (const size of [1, 77, 512, 100_000]) assert.deepEqual(await unpacked(archive(FILES), size), FILES);
});

test('GNU tar reads what is packed', () => {
  const { stdout } = spawnSync('tar', ['-tf', '-'], { input: archive(FILES), encoding: 'utf8' });
  assert.deepEqual(stdout.trim().split('\n'), Object.keys(FILES));
});

test('a file may be larger than what octal digits can say', async () => {
  const size = 20 * 1024 ** 3;
  const [file] = [(await tarFiles(inPieces(tarHeader('spaces/large.db', size), 512)).next()).value];
  assert.deepEqual([file?.name, file?.size], ['spaces/large.db', size]);
});

test('an archive that breaks off anywhere, or is none, is refused', async () => {
  const whole = archive(FILES);
  for (let end = 0; end < whole.length - TAR_END.length; end += 100)
    await assert.rejects(unpacked(whole.subarray(0, end)), BackupFault);
  await assert.rejects(unpacked(Buffer.alloc(2048, 'not an archive')), /no backup/);
});
