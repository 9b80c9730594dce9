import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hub } from '../../harness/hub.ts';
import { newPerson } from '../../harness/people.ts';
import { RESULTS } from '../results.ts';

const ENVIRONMENT = join(tmpdir(), 'meridian-schemathesis');
const PROGRAM = join(ENVIRONMENT, 'bin/schemathesis');
const VERSION = '4.32.5';
const MAX_EXAMPLES = '100';

/**
 * What it takes for faults and we mean: the body of a write is validated as features, whose description leaves most open;
 * parameters that are no part of an operation are ignored, as those of the interface we speak always were.
 */
const NOT_HELD = ['negative_data_rejection', 'positive_data_acceptance'];
/** They would end the session that the others need. */
const LEFT_OUT = ['signOut', 'changePassword'];

/** Runs its checks against a hub. Whether all of them held. */
export async function schemathesis(hub: Hub, seed: number, isStrict: boolean): Promise<boolean> {
  install();
  const person = await newPerson(hub);
  mkdirSync(RESULTS, { recursive: true });
  const args = [
    ...['run', `${hub.url}/openapi.json`, '--checks', 'all', '--seed', String(seed)],
    ...(isStrict ? [] : ['--exclude-checks', NOT_HELD.join(',')]),
    ...['--max-examples', MAX_EXAMPLES, '--continue-on-failure', '--suppress-health-check', 'all'],
    ...LEFT_OUT.flatMap((name) => ['--exclude-operation-id', name]),
    ...['-H', `Authorization: Bearer ${await person.token()}`, '-H', `Cookie: ${person.cookie}`],
    ...['--report', 'ndjson', '--report-ndjson-path', join(RESULTS, 'schemathesis.ndjson')],
  ];
  const child = spawn(PROGRAM, args, { stdio: 'inherit', cwd: RESULTS });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  return code === 0;
}

function install(): void {
  if (existsSync(PROGRAM)) return;
  const run = (command: string, ...args: string[]) => {
    const { status, error } = spawnSync(command, args, { stdio: 'inherit' });
    if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`, { cause: error });
  };
  run('python3', '-m', 'venv', ENVIRONMENT);
  run(join(ENVIRONMENT, 'bin/pip'), 'install', '--quiet', `schemathesis==${VERSION}`);
}
