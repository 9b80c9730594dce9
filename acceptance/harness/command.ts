import { join } from 'node:path';
import type { Hub } from './hub.ts';
import { exitCode, runMeridian, type Settings, temporaryFolder } from './program.ts';

export interface Run {
  code: number | null;
  out: string;
  err: string;
}

/** Somebody who uses the command `meridian`, with a configuration folder of their own. */
export interface User {
  /** Where files are made and found. */
  folder: string;
  settings: Settings;
  run(...words: string[]): Promise<Run>;
  /** With something on standard input. */
  pipe(input: string, ...words: string[]): Promise<Run>;
}

/** Without a hub, one who has not signed in anywhere. */
export function newUser(hub?: Pick<Hub, 'url' | 'token'>): User {
  const folder = temporaryFolder();
  const settings: Settings = {
    XDG_CONFIG_HOME: join(folder, 'config'),
    ...(hub && { MERIDIAN_URL: hub.url, MERIDIAN_TOKEN: hub.token }),
  };
  const run = async (words: string[], input?: string): Promise<Run> => {
    const program = runMeridian(words, settings, input, folder);
    return { code: await exitCode(program, 60_000), out: program.stdout(), err: program.stderr() };
  };
  return { folder, settings, run: (...words) => run(words), pipe: (input, ...words) => run(words, input) };
}
