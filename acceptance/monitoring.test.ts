// Embedded engine only: metrics have the same names on every engine.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { findProgram } from '../testing/programs.ts';
import { startHub } from './harness/hub.ts';
import { temporaryFolder } from './harness/program.ts';

const DEPLOY = new URL('../deploy/', import.meta.url);
const RULES = 'prometheus/meridian.rules.yml';
const DASHBOARD = 'grafana/meridian.json';

// What it measures of backups is there where it makes some.
const hub = await startHub({ settings: { MERIDIAN_BACKUP_TO: join(temporaryFolder(), 'backups') } });
const promtool = findProgram(['promtool'], 'prometheus');

/** Metrics that this hub has not, with the suites that read them from one that has. */
const OF_OTHER_HUBS = new Map([
  ['meridian_backup_last_success_timestamp_seconds', 'backup.schedule.test.ts'],
  ['meridian_replica_up', 'replica.postgres.test.ts'],
  ['meridian_database_connections', 'observability.health.test.ts'],
]);

/** Every time series that the hub has or may have, by the names that queries use. */
async function offeredNames(): Promise<Set<string>> {
  const { text } = await hub.get('/metrics');
  const declared = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    declared.flatMap(([, name, type]) =>
      type === 'histogram' ? [name!, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name!],
    ),
  );
}

function namedIn(file: string): string[] {
  const text = readFileSync(new URL(file, DEPLOY), 'utf8');
  return [...new Set(text.match(/\b(meridian|nodejs|process)_[a-z0-9_]+\b/g))];
}

describe('what is shipped for monitoring', () => {
  for (const file of [RULES, DASHBOARD])
    test(`${file} names only metrics that the hub has`, async () => {
      const offered = await offeredNames();
      const named = namedIn(file);
      assert.ok(named.length > 3);
      assert.deepEqual(
        named.filter((name) => !offered.has(name) && !OF_OTHER_HUBS.has(name)),
        [],
      );
    });

  test('every metric of its own is documented for operators', async () => {
    const pages = globSync('../docs/operating/*.md', { cwd: import.meta.dirname });
    const said = pages.map((page) => readFileSync(join(import.meta.dirname, page), 'utf8')).join();
    const names = [...(await offeredNames()), ...OF_OTHER_HUBS.keys()].filter((name) =>
      /^meridian_/.test(name),
    );
    assert.deepEqual(
      names.filter((name) => !said.includes(name.replace(/_(?:bucket|sum|count)$/, ''))),
      [],
    );
  });

  for (const [name, suite] of OF_OTHER_HUBS)
    test(`${name} is read by ${suite}`, () => {
      assert.ok(readFileSync(new URL(suite, import.meta.url), 'utf8').includes(name));
    });

  test('the dashboard shows each panel once, with at least one query', () => {
    const { panels } = JSON.parse(readFileSync(new URL(DASHBOARD, DEPLOY), 'utf8')) as {
      panels: { title: string; targets: { expr: string }[] }[];
    };
    assert.equal(new Set(panels.map(({ title }) => title)).size, panels.length);
    for (const { title, targets } of panels) assert.ok(targets.length > 0, title);
  });

  for (const command of [
    ['check', 'rules', 'meridian.rules.yml'],
    ['test', 'rules', 'meridian.rules.test.yml'],
  ])
    test(`promtool ${command.join(' ')}`, { skip: 'skip' in promtool ? promtool.skip : false }, () => {
      const { status, stdout, stderr } = spawnSync((promtool as { path: string }).path, command, {
        cwd: new URL('prometheus/', DEPLOY),
        encoding: 'utf8',
      });
      assert.equal(status, 0, stdout + stderr);
    });
});
