import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Fault } from '@meridian/hub';
import type { Fetched, FetchJob, FromFetch } from './fetch-job.ts';

/** Of the memory that is allowed: the rest is for what is not in the heap of JavaScript. */
const HEAP_SHARE = 0.75;
const MAX_ERROR_CHARACTERS = 2000;
/** What V8 says last, where memory ran out between two looks at it. */
const OUT_OF_MEMORY = /heap out of memory|Allocation failed/;
/** What the process needs of the environment; the others may hold secrets of the hub. */
const PASSED_ON = ['PATH', 'LANG', 'TZ', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];

/** Has a process of its own read the source and compare it with the features of the space. */
export async function fetchInProcess(
  job: FetchJob,
  features: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<Fetched> {
  const child = fork(new URL('./fetch.process.ts', import.meta.url), [], {
    execArgv: [`--max-old-space-size=${Math.floor((job.maxMemoryBytes * HEAP_SHARE) / 1024 ** 2)}`],
    env: { ...environment(), TMPDIR: job.folder },
    cwd: job.folder,
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
  });
  const errors = textOf(child);
  // What it says last may come after its end.
  const exited = Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  // Where the process ends before it has read all of it, what it says is why.
  const piped = pipeline(Readable.from(features), child.stdin!).catch((error: unknown) => {
    if (!isBrokenPipe(error)) throw error;
  });
  try {
    signal.throwIfAborted();
    child.send(job);
    let said: FromFetch | undefined;
    child.once('message', (message: FromFetch) => {
      said = message;
    });
    await Promise.race([exited, piped.then(() => exited)]);
    signal.throwIfAborted();
    if (said === undefined && OUT_OF_MEMORY.test(errors()))
      throw new Fault(
        'invalid',
        `the source takes more than the ${job.maxMemoryBytes} bytes of memory allowed`,
      );
    if (said === undefined)
      throw new Error(`the process that reads the source ended before it was done: ${errors()}`);
    if ('failed' in said) throw new Fault('invalid', said.failed);
    return said.fetched;
  } finally {
    signal.removeEventListener('abort', kill);
    kill();
    await exited;
  }
}

function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]]).filter(([, value]) => value));
}

/** The beginning of what it writes to standard error. */
function textOf({ stderr }: ChildProcess): () => string {
  let text = '';
  stderr!.setEncoding('utf8').on('data', (more: string) => {
    text = (text + more).slice(0, MAX_ERROR_CHARACTERS);
  });
  return () => text;
}

function isBrokenPipe(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === 'EPIPE' || code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE';
}
