import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Refusal } from '../admin-backend.ts';

/** One hub, and how to get in. */
export type Profile = {
  url: string;
  token: string;
  /** Names the token, to revoke it. */
  tokenId?: string;
  email?: string;
  /** The access cookies: token management needs a signed-in account. */
  session?: string;
};

export type Config = { current?: string; profiles: Record<string, Profile> };

/** Where the profiles and the states of interrupted imports are: the XDG folder for configuration. */
export function configFolder(env: NodeJS.ProcessEnv): string {
  const base = env.XDG_CONFIG_HOME || join(homedir(), '.config');
  return join(base, 'meridian');
}

function configFile(env: NodeJS.ProcessEnv): string {
  return join(configFolder(env), 'config.json');
}

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const file = configFile(env);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { profiles: {} };
    throw new Refusal(`${file} cannot be read: ${(error as Error).message}`);
  }
  // Somebody made it readable for others; the secrets in it are not theirs to read.
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  try {
    const config = JSON.parse(text) as Partial<Config>;
    return { ...config, profiles: { ...config.profiles } };
  } catch (error) {
    throw new Refusal(`${file} is damaged (${(error as Error).message}): repair or remove it`);
  }
}

/** Whole or not at all, and never readable by others, not even for a moment. */
export function writeConfig(env: NodeJS.ProcessEnv, config: Config): void {
  writePrivately(configFile(env), `${JSON.stringify(config, null, 2)}\n`);
}

export function writePrivately(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, text, { mode: 0o600 });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
