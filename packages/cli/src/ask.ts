import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Environment } from '@meridian/server';
import type { AskFor } from './admin-backend.http.ts';
import { Refusal } from './admin-backend.ts';

const VARIABLES = { email: 'MERIDIAN_ADMIN_EMAIL', password: 'MERIDIAN_ADMIN_PASSWORD' } as const;

/** Takes the administrator's email and password from the environment, or asks the user at the terminal. */
export function askFor(env: Environment): AskFor {
  return async (what) => {
    const preset = env[VARIABLES[what]];
    if (preset) return preset;
    if (!process.stdin.isTTY)
      throw new Refusal(
        `a server is using the data folder, so an administrator must sign in: set ${VARIABLES.email} and ${VARIABLES.password}, or stop the server`,
      );
    return prompt(what === 'email' ? 'Email of an administrator: ' : 'Password: ', what === 'password');
  };
}

/** What is typed is not shown where it is secret. */
export async function prompt(question: string, isSecret: boolean): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({
    input: process.stdin,
    output: isSecret ? silent : process.stderr,
    terminal: true,
  });
  if (isSecret) process.stderr.write(question);
  try {
    return await terminal.question(isSecret ? '' : question);
  } finally {
    terminal.close();
    if (isSecret) process.stderr.write('\n');
  }
}

/** The first line of standard input. */
export async function readLine(what = 'the password'): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  throw new Refusal(`standard input is empty: expected ${what}`);
}

/** Confirmation from the user at the terminal; without a terminal, `flag` must be set. */
export async function confirm(question: string, flag: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Refusal(`${question} There is no terminal to confirm on: add ${flag}`);
  return /^y(es)?$/i.test(await prompt(`${question} [y/N] `, false));
}
