import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { shareProgram } from './runner/bundle.ts';
import { EMBEDDED_ONLY } from './runner/engines.ts';
import { testFiles } from './runner/test-files.ts';

/**
 * `npm run test:citus`: the contract of the store and acceptance, with every hub on the cluster that
 * MERIDIAN_TEST_CITUS_URL names: the URL of a database on its coordinator with Citus and PostGIS in it.
 */
const url = process.env.MERIDIAN_TEST_CITUS_URL;
if (!url) {
  console.error(
    'MERIDIAN_TEST_CITUS_URL is not set: name a database with Citus and PostGIS, such as postgres://postgres@coordinator/citus',
  );
  process.exit(2);
}
const has = (extension: string) =>
  spawnSync('psql', ['-XqAt', '-d', url, '-c', `SELECT 1 FROM pg_extension WHERE extname = '${extension}'`], {
    encoding: 'utf8',
  });
for (const extension of ['citus', 'postgis']) {
  const { status, stdout, stderr } = has(extension);
  if (status === 0 && stdout.trim() === '1') continue;
  console.error(`the database of MERIDIAN_TEST_CITUS_URL has no extension ${extension}. ${stderr}`.trim());
  process.exit(2);
}

/** These start a PostgreSQL of their own, and would say nothing about the cluster. */
const OWN_SERVER = /\bstartCluster\(/;

const acceptance = testFiles('acceptance/**/*.test.ts').filter((file) => {
  const text = readFileSync(file, 'utf8');
  return !EMBEDDED_ONLY.test(text) && !OWN_SERVER.test(text);
});
const files = [
  'packages/store/src/engines/postgres/postgres.contract.postgres.test.ts',
  ...acceptance.sort(),
];
await shareProgram(files);
const { status } = spawnSync(process.execPath, ['--test', '--test-concurrency=1', ...files], {
  stdio: 'inherit',
  env: { ...process.env, MERIDIAN_TEST_ENGINE: 'postgres' },
});
process.exitCode = status ?? 1;
