import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { COST_TABLE } from './cost-table.ts';
import { cpuTimeOf } from './cpu-time.ts';
import { cpuTimeOfTree } from './phases.ts';

const PROGRAM = join(import.meta.dirname, '../test.ts');

/** What `npm test -- file` prints, its exit code, and its table of costs. */
function runTest(
  t: TestContext,
  text: string,
  settings: Record<string, string> = {},
): { lines: string[]; status: number | null; costs: string } {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-runner-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'sample.test.mjs'), `import { test } from 'node:test';\n${text}`);
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('NODE_TEST')),
  );
  const { stdout, status } = spawnSync(process.execPath, [PROGRAM, 'sample.test.mjs'], {
    cwd: folder,
    env: { ...env, FOLDER: folder, ...settings },
    encoding: 'utf8',
  });
  const costs = readFileSync(join(folder, COST_TABLE), 'utf8');
  return { lines: stdout.trimEnd().split('\n'), status, costs };
}

test('the last line counts what passed and failed', (t) => {
  const { lines, status } = runTest(t, "test('a', () => {}); test('b', () => { throw new Error('why') });");
  assert.equal(lines.at(-1), '1 passed, 1 failed');
  assert.equal(status, 1);
  const failed = lines.indexOf('✖ failed');
  assert.match(lines[failed + 1]!, /^ {2}sample\.test\.mjs:2 b$/);
  assert.equal(lines[failed + 2], '    why');
});

test('a test that passes at its second try passes, and is named', (t) => {
  const { lines, status } = runTest(
    t,
    `import { existsSync, writeFileSync } from 'node:fs';
    test('flaky', () => {
      const isSecond = existsSync('tried');
      writeFileSync('tried', '');
      if (!isSecond) throw new Error('at first');
    });`,
  );
  assert.equal(lines.at(-1), '1 passed, 0 failed');
  assert.equal(status, 0);
  const heading = lines.indexOf('✖ PASSED ONLY AT THE SECOND TRY, to be repaired');
  assert.match(lines[heading + 1]!, /sample\.test\.mjs:\d+ flaky$/);
});

test('a file that never ends fails, and the others are run', (t) => {
  const { lines, status } = runTest(t, "test('a', () => {}); setInterval(() => {}, 1000);", {
    MERIDIAN_TEST_FILE_TIMEOUT_MS: '1500',
  });
  assert.match(lines.at(-1)!, /^1 passed, 1 failed$/);
  assert.equal(status, 1);
  assert.ok(
    lines.some((line) => /sample\.test\.mjs did not end within 1500 ms/.test(line)),
    lines.join('\n'),
  );
});

test('what was left out is said again at the end', (t) => {
  const line = '✖ qgis is not installed: the tests that need it ARE LEFT OUT of this run';
  const { lines } = runTest(t, `console.log(${JSON.stringify(line)}); test('a', () => {});`);
  assert.equal(lines.at(-2), line);
});

test('a run says what its suites cost, with the CPU time of the processes they start', (t) => {
  const burn = 'const end = process.cpuUsage().user + 500000; while (process.cpuUsage().user < end);';
  const { lines, costs } = runTest(
    t,
    `import { spawnSync } from 'node:child_process';
    test('burns', () => { spawnSync(process.execPath, ['-e', ${JSON.stringify(burn)}]); });`,
  );
  const row = lines[lines.indexOf('▶ longest files') + 1]!;
  const [, cpuSeconds] = /^ +([\d.]+) s +[\d.]+ s {2}sample\.test\.mjs$/.exec(row)!;
  assert.ok(Number(cpuSeconds) >= 0.5, row);
  const [heading, ...table] = costs.trimEnd().split('\n');
  assert.equal(heading, 'kind\tname\tvariant\tcpu_s\twall_s');
  const cpuOf = (kind: string, name: string) => {
    const found = table
      .map((line) => line.split('\t'))
      .find((cells) => cells[0] === kind && cells[1] === name);
    return Number(found![3]);
  };
  assert.ok(cpuOf('file', 'sample.test.mjs') >= 0.5, costs);
  assert.ok(cpuOf('phase', 'all test files') >= cpuOf('file', 'sample.test.mjs'), costs);
});

test('the CPU time of a tree of processes counts those that go on, and each of them once', async (t) => {
  const burn = 'const end = process.cpuUsage().user + 300000; while (process.cpuUsage().user < end);';
  const before = cpuTimeOfTree(process.pid)!;
  const child = spawn(process.execPath, ['-e', `${burn} console.log('burnt'); setInterval(() => {}, 1000)`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill());
  await once(child.stdout, 'data');
  const going = cpuTimeOfTree(process.pid)!;
  child.kill();
  await once(child, 'exit');
  const ended = cpuTimeOfTree(process.pid)!;
  assert.ok(going - before >= 290, `${going} after ${before}`);
  assert.ok(ended >= going - 10 && ended < going + 290, `${ended} after ${going}`);
});

test('the CPU time of a process counts that of its children, whatever it is called', () => {
  const fields = Array.from({ length: 40 }, (_, i) => String(i + 4));
  // Fields 14 to 17 of proc(5), counted from 1: utime, stime, cutime, cstime.
  assert.equal(cpuTimeOf(`7 (a) b) S ${fields.join(' ')}`), (14 + 15 + 16 + 17) * 10);
});
