import { conclude } from './runner/report.ts';
import { runFiles } from './runner/run-files.ts';

/**
 * `npm run test:install`: every way to install Meridian, tried as a stranger would: npm packages on
 * machines with Node 20 to 26, tarball, Debian package, container image. As root on Debian; it adds and removes the user and the files of the Debian package.
 */
process.env.CI = 'true';
process.env.MERIDIAN_TEST_CONTAINER = '1';
process.env.MERIDIAN_TEST_HOSTS = 'all';
// One after the other: both build the studio.
const outcome = await runFiles(
  ['acceptance/install/packages.test.ts', 'acceptance/install/distribution.test.ts'],
  1,
);
conclude([outcome]);
