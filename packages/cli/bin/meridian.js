#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';

// Meridian brings its own Node, as the npm package `node`; whatever Node the machine has only starts it.
const [major] = process.versions.node.split('.');
const program = new URL('../src/meridian.ts', import.meta.url);

if (Number(major) >= 24) await import(program.href);
else {
  const node = createRequire(import.meta.url).resolve('node/bin/node');
  const child = spawn(node, [program.pathname, ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal sends Ctrl-C to both; the other one decides what it means.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
