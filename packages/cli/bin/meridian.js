#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

// The Node of the machine only starts Meridian where it is new enough; else a newer one that came as an npm package runs it.
const OLDEST_NODE = 24;
/** How the loader of shared libraries says that one is missing. */
const CANNOT_START = 127;
const [major] = process.versions.node.split('.');
const built = fileURLToPath(new URL('../lib/cli/meridian.js', import.meta.url));
const program = existsSync(built) ? built : fileURLToPath(new URL('../src/meridian.ts', import.meta.url));

if (Number(major) >= OLDEST_NODE) await import(program);
else runWith(findNode());

/** In a checkout it is the package `node`, installed from npm the one of this platform. */
function findNode() {
  const require = createRequire(import.meta.url);
  const names = [`node-${process.platform}-${process.arch}/bin/node`, 'node/bin/node'];
  for (const name of names)
    try {
      return require.resolve(name);
    } catch (error) {
      if (error.code !== 'MODULE_NOT_FOUND') throw error;
    }
  process.stderr.write(
    `Meridian needs Node ${OLDEST_NODE} or newer. This is Node ${process.versions.node}, and none came with the ` +
      `package for ${process.platform} ${process.arch}: install a newer Node, or allow optional dependencies.\n`,
  );
  process.exit(1);
}

function runWith(node) {
  const child = spawn(node, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal sends Ctrl-C to both; the other one decides what it means.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (code === CANNOT_START)
      process.stderr.write(
        'The Node that came with Meridian does not start here. On Debian and Ubuntu: apt-get install libatomic1\n',
      );
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
