import { readFileSync } from 'node:fs';
import { shareCluster } from '../testing/postgres/database.ts';
import { shareProgram } from './runner/bundle.ts';
import { CONCURRENCY } from './runner/concurrency.ts';
import { NEEDS_POSTGRES } from './runner/engines.ts';
import { conclude } from './runner/report.ts';
import { runFiles } from './runner/run-files.ts';
import { testFiles } from './runner/test-files.ts';

/**
 * `npm run test:long`: the random tests of which `npm test` runs a sample, with ten times as many cases
 * (`MERIDIAN_TEST_EFFORT=100`: a hundred times). Behind `--` it takes the files to run, instead of all of them.
 */
process.env.MERIDIAN_TEST_EFFORT ??= '10';
const RANDOM = /testing\/effort\.ts'/;
/** The random parts of the contract are in files that these import. */
const CONTRACT = /\.contract\.(postgres\.)?test\.ts$/;
const named = process.argv.slice(2);
const files = testFiles(named.length > 0 ? named : ['packages/*/src/**/*.test.ts', 'acceptance/**/*.test.ts'])
  .filter((file) => CONTRACT.test(file) || RANDOM.test(readFileSync(file, 'utf8')))
  .sort();
const cluster = files.some((file) => NEEDS_POSTGRES.test(file)) ? await shareCluster() : undefined;
if (typeof cluster === 'string') throw new Error(cluster);
await shareProgram(files);
const outcome = await runFiles(files, CONCURRENCY);
await cluster?.discard();
conclude([outcome]);
