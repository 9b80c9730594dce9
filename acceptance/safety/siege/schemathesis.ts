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
const MAX_EXAMPLES = '50';

/**
 * What it takes for faults and we mean: the body of a write is validated as features, whose description leaves most open;
 * parameters that are no part of an operation are ignored, as those of the interface we speak always were.
 */
const NOT_HELD = ['negative_data_rejection', 'positive_data_acceptance'];
/** They would end the session that the others need, or stand for another path of the same name with a slash more. */
const LEFT_OUT = ['signOut', 'changePassword', 'putNewFeature'];
/** Takes the cookies of a sign-in; everything else takes a token. With both at once none would be seen to be needed. */
const FOR_SESSIONS = '^/(token-api|account-api|api/account)';

/** Runs its checks against a hub. Whether all of them held. */
export async function schemathesis(hub: Hub, seed: number, isStrict: boolean): Promise<boolean> {
  install();
  mkdirSync(RESULTS, { recursive: true });
  const person = await newPerson(hub);
  const common = [
    ...['run', `${hub.url}/openapi.json`, '--checks', 'all', '--seed', String(seed)],
    ...(isStrict ? [] : ['--exclude-checks', NOT_HELD.join(',')]),
    ...['--max-examples', MAX_EXAMPLES, '--continue-on-failure', '--suppress-health-check', 'all'],
    ...LEFT_OUT.flatMap((name) => ['--exclude-operation-id', name]),
  ];
  const withToken = await run([
    ...common,
    ...['--exclude-path-regex', FOR_SESSIONS, '-H', `Authorization: Bearer ${await person.token()}`],
  ]);
  const withCookies = await run([
    ...common,
    ...['--include-path-regex', FOR_SESSIONS, '-H', `Cookie: ${person.cookie}`],
  ]);
  return withToken && withCookies;
}

async function run(args: readonly string[]): Promise<boolean> {
  const child = spawn(PROGRAM, args, { stdio: 'inherit', cwd: RESULTS });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  return code === 0;
}

function install(): void {
  if (existsSync(PROGRAM)) return;
  const must = (command: string, ...args: string[]) => {
    const { status, error } = spawnSync(command, args, { stdio: 'inherit' });
    if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`, { cause: error });
  };
  must('python3', '-m', 'venv', ENVIRONMENT);
  must(join(ENVIRONMENT, 'bin/pip'), 'install', '--quiet', `schemathesis==${VERSION}`);
}
