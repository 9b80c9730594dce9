import { shareProgram } from './runner/bundle.ts';
import { CONCURRENCY } from './runner/concurrency.ts';
import { memorySuites } from './runner/memory.ts';
import { conclude } from './runner/report.ts';
import { runFiles } from './runner/run-files.ts';

/** `npm run test:memory`: the contract of the store and acceptance, with all hubs in memory. `npm test` runs a sample. */
process.env.MERIDIAN_TEST_ENGINE = 'memory';
const files = ['packages/store/src/engines/memory/memory.contract.test.ts', ...memorySuites()];
await shareProgram(files);
conclude([await runFiles(files, CONCURRENCY)]);
