import { MeridianClient, MeridianError, UnreachableError } from '@meridian/client';
import { Command } from 'commander';
import { Refusal } from '../admin-backend.ts';
import { reportErrors } from '../connect.ts';
import { unknownProfile } from './choose-hub.ts';
import { type Profile, readConfig, writeConfig } from './config-file.ts';

/** `meridian logout` */
export function logoutCommand(): Command {
  return new Command('logout')
    .description('revoke the token that login created, and remove the profile')
    .option('--profile <name>', 'the profile to remove; default: the current one')
    .action(reportErrors(logout));
}

async function logout({ profile: asked }: { profile?: string }): Promise<void> {
  const { current, profiles } = readConfig(process.env);
  const name = asked ?? current;
  if (name === undefined) throw new Refusal('you are not signed in to any hub');
  const profile = profiles[name];
  if (!profile) throw unknownProfile(name, Object.keys(profiles));
  const ended = await endToken(profile);
  const { [name]: _gone, ...rest } = profiles;
  const next = current === name ? Object.keys(rest)[0] : current;
  writeConfig(process.env, { ...(next !== undefined && { current: next }), profiles: rest });
  process.stdout.write(`Removed the profile ${name}.${ended ? '' : ` ${stillValid(profile)}`}\n`);
}

/** False if the hub could not be reached or the session has ended. */
async function endToken({ url, session, tokenId }: Profile): Promise<boolean> {
  if (session === undefined) return false;
  const client = new MeridianClient({ url, session });
  try {
    if (tokenId !== undefined) await client.tokens.delete(tokenId);
    await client.account.signOut();
    return true;
  } catch (error) {
    if (error instanceof MeridianError || error instanceof UnreachableError) return false;
    throw error;
  }
}

function stillValid({ url, tokenId }: Profile): string {
  const name = tokenId === undefined ? 'Its token' : `Its token ${tokenId}`;
  return `${name} still opens ${url}: revoke it there if nobody else needs it.`;
}
