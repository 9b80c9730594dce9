import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Holds a lock on a table, by default one that lets nobody else read it, until it is released. */
export async function holdTable(
  url: string,
  table: string,
  mode: 'ACCESS EXCLUSIVE' | 'ACCESS SHARE' | 'SHARE UPDATE EXCLUSIVE' = 'ACCESS EXCLUSIVE',
): Promise<() => Promise<void>> {
  const child = spawn('psql', ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-d', url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  child.stdin.write(`BEGIN; LOCK TABLE ${table} IN ${mode} MODE; SELECT 'held';\n`);
  await Promise.race([
    once(child.stdout, 'data'),
    exited.then(([code]) => Promise.reject(new Error(`psql ended with ${code}`))),
  ]);
  return async () => {
    child.stdin.end('ROLLBACK;\n');
    await exited;
  };
}
