import { Refusal } from '../admin-backend.ts';
import { type Profile, readConfig } from './config-file.ts';

/** What a command line says about the hub it means. */
export type HubChoice = { url?: string; profile?: string };

/** The hub that is meant, and what is known of it. */
export type ChosenHub = Omit<Profile, 'token'> & { token: string | undefined; profile: string | undefined };

export const LOCAL = 'http://127.0.0.1:8080';

/** A profile that was asked for and is not there. */
export class UnknownProfile extends Refusal {}

/**
 * Flags before variables before the profile in use. A token of a profile goes to the hub of that profile and to no
 * other, whatever address is given besides.
 */
export function chooseHub(env: NodeJS.ProcessEnv, choice: HubChoice): ChosenHub {
  const { current, profiles } = readConfig(env);
  const asked = choice.profile ?? (env.MERIDIAN_PROFILE || undefined);
  const name = asked ?? current;
  const profile = name === undefined ? undefined : profiles[name];
  if (asked !== undefined && !profile) throw unknownProfile(asked, Object.keys(profiles));
  const url = (choice.url ?? (env.MERIDIAN_URL || undefined) ?? profile?.url ?? LOCAL).replace(/\/+$/, '');
  const own = profile?.url === url ? profile : undefined;
  return { ...own, url, token: env.MERIDIAN_TOKEN || own?.token, profile: own && name };
}

export function unknownProfile(name: string, known: readonly string[]): UnknownProfile {
  const others = known.length > 0 ? `there are ${known.join(', ')}` : 'there are none yet';
  return new UnknownProfile(
    `there is no profile ${name} (${others}): make it with meridian login --profile ${name}`,
  );
}
