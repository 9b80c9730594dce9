// Embedded engine only: it damages the files of a data folder.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { flipBytes, overwritePages } from './harness/damage.ts';
import { feature } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { exitCode, runMeridian, temporaryFolder } from './harness/program.ts';
import { newSpace } from './harness/space.ts';

const hub = await startHub();
const space = await newSpace(hub);
await space.load(feature('a'));
await hub.stop();

type Harm = (folder: string) => void;

/** A copy of that hub's data folder, which `harm` was done to. */
function harmed(harm: Harm): string {
  const folder = join(temporaryFolder(), 'data');
  cpSync(hub.data, folder, { recursive: true });
  harm(folder);
  return folder;
}

async function meridian(...words: string[]) {
  const program = runMeridian(words, { MERIDIAN_PORT: '0' });
  return { code: await exitCode(program), err: program.stderr(), out: program.stdout() };
}

/** What is wrong, in one sentence or two, and nothing of the program's inside. */
function assertSentence({ err, out }: { err: string; out: string }, ...words: string[]): void {
  assert.doesNotMatch(err + out, /\n\s+at |\.ts:\d|node:internal/);
  for (const word of words) assert.ok(err.includes(word), `${word} in ${err}`);
  assert.ok(err.trim().split('\n').length <= 2, err);
}

const CATALOGUE: [what: string, harm: Harm, ...words: string[]][] = [
  ['is no database', (folder) => writeFileSync(join(folder, 'hub.db'), 'x'.repeat(8192)), 'is damaged'],
  ['has flipped bytes', (folder) => flipBytes(join(folder, 'hub.db')), 'is damaged'],
  ['has pages that are noise', (folder) => overwritePages(join(folder, 'hub.db')), 'is damaged'],
  ['was cut off', (folder) => truncateSync(join(folder, 'hub.db'), 5000), 'is damaged'],
  ['is empty', (folder) => truncateSync(join(folder, 'hub.db'), 0), 'is empty', '1 files of spaces'],
  ['is missing', (folder) => rmSync(join(folder, 'hub.db')), 'is missing', '1 files of spaces'],
  [
    'is a folder',
    (folder) => {
      rmSync(join(folder, 'hub.db'));
      mkdirSync(join(folder, 'hub.db'));
    },
    'may not be opened',
  ],
];

for (const [what, harm, ...words] of CATALOGUE)
  describe(`where the catalogue ${what}`, () => {
    test('a server does not start, and says why', async () => {
      const data = harmed(harm);
      const run = await meridian('serve', '--data', data);
      assert.equal(run.code, 5, run.err);
      assertSentence(run, data, 'meridian restore', ...words);
      assert.equal(readdirSync(join(data, 'spaces')).length, 1, 'the space is left as it was');
    });
  });

describe('where the catalogue is damaged', () => {
  const data = harmed((folder) => flipBytes(join(folder, 'hub.db')));
  const within = harmed((folder) => overwritePages(join(folder, 'hub.db')));
  const target = () => join(temporaryFolder(), 'target');
  for (const words of [
    ['account', 'list', '--data', data],
    ['account', 'list', '--data', within],
    ['backup', target(), '--data', data],
    ['backup', target(), '--data', within],
    ['copy', '--from', data, '--to', target()],
    ['copy', '--from', within, '--to', target()],
  ])
    test(`meridian ${words[0]} says so${words.includes(within) ? ', where that is met late' : ''}`, async () => {
      const run = await meridian(...words);
      assert.ok(run.code === 1 || run.code === 5, run.err);
      assertSentence(run, 'damaged');
    });
});

test('a lock that is no lock is named, and said to hold no data', async () => {
  const data = harmed((folder) => writeFileSync(join(folder, 'meridian.lock'), 'x'.repeat(8192)));
  const run = await meridian('serve', '--data', data);
  assert.equal(run.code, 5, run.err);
  assertSentence(run, 'meridian.lock', 'holds no data');
});

const SPACE: [what: string, harm: (path: string) => void][] = [
  ['is damaged', (path) => writeFileSync(path, 'x'.repeat(8192))],
  ['is missing', (path) => rmSync(path)],
];

for (const [what, harm] of SPACE)
  test(`a space whose file ${what} is named by backup and copy`, async () => {
    const data = harmed((folder) => {
      const [file] = readdirSync(join(folder, 'spaces'));
      harm(join(folder, 'spaces', file!));
    });
    const target = join(temporaryFolder(), 'target');
    for (const words of [
      ['backup', target, '--data', data],
      ['copy', '--from', data, '--to', target],
    ]) {
      const run = await meridian(...words);
      assert.equal(run.code, 1, run.err);
      assertSentence(run, `the space ${space.id}`, what);
    }
  });
