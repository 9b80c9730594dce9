import { shareProgram } from './runner/bundle.ts';
import { conclude } from './runner/report.ts';
import { runFiles } from './runner/run-files.ts';

/**
 * `npm run test:python`: the tests of the Python client, with 100,000 features through GeoPandas and a million streamed.
 * `npm test` has a few thousand.
 */
process.env.MERIDIAN_TEST_FEATURES ??= '100000';
process.env.MERIDIAN_TEST_STREAMED ??= '1000000';
const files = ['acceptance/clients/python-client.test.ts'];
await shareProgram(files);
conclude([await runFiles(files, 1)]);
