import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programFile } from '../../testing/program.ts';
import { engineSettings, PROCESSES } from './engine.ts';

/** Lets `program.child.send(ms)` move the clock of the program. */
export const MOVABLE_CLOCK = {
  NODE_OPTIONS: `--import=${new URL('./movable-clock.preload.ts', import.meta.url).href}`,
};

/** Nearly every suite has accounts: hashing their passwords at the least cost takes a quarter of what it takes by default. */
const PASSWORD_COST = { MERIDIAN_PASSWORD_COST: '14' };

const folders: string[] = [];
const running = new Set<ChildProcess>();

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

// A signal alone would end this process without the clean-up above.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** A new empty folder that is gone when the test process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-acceptance-'));
  folders.push(folder);
  return folder;
}

export interface Program {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Resolves with the exit code (null when a signal ended it) once all output has been read. */
  exited: Promise<number | null>;
}

export type Settings = Record<string, string | undefined>;

/** Runs `meridian …` with the given settings and no others: those of the developer's shell do not count. `input` is what it can read from stdin. */
export function runMeridian(args: string[], settings: Settings, input?: string, cwd?: string): Program {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(MERIDIAN_|NODE_TEST|NODE_OPTIONS)/.test(name),
  );
  // One clock is moved, not those of all processes.
  const processes = settings.NODE_OPTIONS === MOVABLE_CLOCK.NODE_OPTIONS ? '1' : PROCESSES;
  const serving = args[0] === 'serve' ? { MERIDIAN_PROCESSES: processes } : {};
  const given = Object.entries({
    ...PASSWORD_COST,
    ...engineSettings(settings),
    ...serving,
    ...settings,
  }).filter(([, value]) => value !== undefined);
  const child = spawn(process.execPath, [programFile(), ...args], {
    env: Object.fromEntries([...inherited, ...given]),
    stdio: [
      'pipe',
      'pipe',
      'pipe',
      ...(settings.NODE_OPTIONS === MOVABLE_CLOCK.NODE_OPTIONS ? (['ipc'] as const) : []),
    ],
    cwd,
  });
  child.stdin!.end(input);
  running.add(child);
  let out = '';
  let err = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const exited = new Promise<number | null>((resolve) => {
    child.on('close', (code) => {
      running.delete(child);
      resolve(code);
    });
  });
  return { child, stdout: () => out, stderr: () => err, exited };
}

/** The exit code of a run that is expected to end by itself. */
export async function exitCode(program: Program, withinMs = 120_000): Promise<number | null> {
  const late = setTimeout(() => program.child.kill('SIGKILL'), withinMs);
  const code = await program.exited;
  clearTimeout(late);
  return code;
}
