import { shareProgram } from './runner/bundle.ts';
import { CONCURRENCY } from './runner/concurrency.ts';
import { processSuites } from './runner/processes.ts';
import { conclude } from './runner/report.ts';
import { runFiles } from './runner/run-files.ts';

/** `npm run test:processes`: acceptance with two processes a hub. `npm test` runs a sample. */
process.env.MERIDIAN_TEST_PROCESSES = '2';
const files = processSuites();
await shareProgram(files);
conclude([await runFiles(files, CONCURRENCY)]);
