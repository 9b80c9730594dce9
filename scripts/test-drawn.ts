import { shareProgram } from './runner/bundle.ts';
import { CONCURRENCY } from './runner/concurrency.ts';
import { allSuites, DRAWN } from './runner/drawn.ts';
import { conclude } from './runner/report.ts';
import { runFiles } from './runner/run-files.ts';

/** `npm run test:studio`, `npm run test:clients`: all suites of an area of which `npm test` draws some by seed. */
const [name] = process.argv.slice(2);
const drawn = DRAWN.find((one) => one.name === name);
if (drawn === undefined) throw new Error(`${name} is none of ${DRAWN.map((one) => one.name).join(', ')}`);
const files = allSuites(drawn);
await shareProgram(files);
conclude([await runFiles(files, CONCURRENCY)]);
