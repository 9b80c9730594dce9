import { shareCluster } from '../testing/postgres/database.ts';
import { shareProgram } from './runner/bundle.ts';
import { CONCURRENCY } from './runner/concurrency.ts';
import { postgresSuites } from './runner/postgres.ts';
import { conclude } from './runner/report.ts';
import { runFiles } from './runner/run-files.ts';

/** `npm run test:postgres`: acceptance with all hubs on PostgreSQL. `npm test` draws some of them by seed. */
process.env.MERIDIAN_TEST_ENGINE = 'postgres';
const files = postgresSuites();
const cluster = await shareCluster();
if (typeof cluster === 'string') throw new Error(cluster);
await shareProgram(files);
const outcome = await runFiles(files, CONCURRENCY);
await cluster.discard();
conclude([outcome]);
