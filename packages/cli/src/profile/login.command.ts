import { hostname } from 'node:os';
import { MeridianClient } from '@meridian/client';
import { Command } from 'commander';
import { Refusal } from '../admin-backend.ts';
import { prompt, readLine } from '../ask.ts';
import { reportErrors } from '../connect.ts';
import { LOCAL } from './choose-hub.ts';
import { type Profile, readConfig, writeConfig } from './config-file.ts';

type Options = { profile?: string; email?: string; passwordStdin?: boolean; tokenStdin?: boolean };

/** `meridian login` */
export function loginCommand(): Command {
  return new Command('login')
    .description('sign in to a hub and remember it')
    .argument('[url]', `where the hub is; asked for otherwise, ${LOCAL} where nobody can be asked`)
    .option('--profile <name>', 'the name to remember it by')
    .option('--email <email>', 'who signs in; asked for otherwise')
    .option('--password-stdin', 'take the password from standard input')
    .option('--token-stdin', 'take an access token from standard input instead of signing in')
    .addHelpText(
      'after',
      `
Signing in makes a token for this machine and keeps it in a file only you can
read. Later commands go to the hub you signed in to last.

Examples:
  meridian login                                  asks for everything
  meridian login https://maps.example.org --email ana@example.org
  meridian login --token-stdin < token.txt        with a token you were given
`,
    )
    .action(reportErrors(login));
}

async function login(address: string | undefined, options: Options): Promise<void> {
  const url = (address ?? (await askAddress(options))).replace(/\/+$/, '');
  if (url.startsWith('http://') && !isThisMachine(url))
    process.stderr.write(
      'Warning: this hub does not use HTTPS, so others on the network can read what is sent\n',
    );
  const profile = options.tokenStdin ? await withToken(url) : await withPassword(url, options);
  const name = options.profile ?? nameFor(url);
  const config = readConfig(process.env);
  writeConfig(process.env, { current: name, profiles: { ...config.profiles, [name]: profile } });
  const who = profile.email === undefined ? '' : ` as ${profile.email}`;
  process.stdout.write(`Signed in to ${url}${who}. Saved as profile ${name}.\n`);
}

async function askAddress({ passwordStdin, tokenStdin }: Options): Promise<string> {
  if (!process.stdin.isTTY || passwordStdin || tokenStdin) return process.env.MERIDIAN_URL || LOCAL;
  return (await prompt(`Address of the hub [${LOCAL}]: `, false)) || LOCAL;
}

async function withToken(url: string): Promise<Profile> {
  const token = (await readLine('the token')).trim();
  // Any call shows whether the hub takes it.
  await new MeridianClient({ url, token }).spaces.list();
  const { tid } = await new MeridianClient({ url }).tokens.get(token);
  return { url, token, tokenId: tid };
}

async function withPassword(url: string, { email: given, passwordStdin }: Options): Promise<Profile> {
  const email = given ?? (await askAtTerminal('Email: ', '--email', false));
  const password = passwordStdin
    ? await readLine('the password')
    : await askAtTerminal('Password: ', '--password-stdin', true);
  const client = new MeridianClient({ url });
  await client.account.signIn({ email, password, rememberMe: true });
  const { tid, token } = await client.tokens.create({ description: `meridian command on ${hostname()}` });
  return { url, token, tokenId: tid, email, session: client.account.session };
}

async function askAtTerminal(question: string, flag: string, isSecret: boolean): Promise<string> {
  if (!process.stdin.isTTY) throw new Refusal(`there is no terminal to ask on: use ${flag}`);
  return prompt(question, isSecret);
}

/** `local` for this machine, else the name of the host. */
function nameFor(url: string): string {
  return isThisMachine(url) ? 'local' : new URL(url).hostname;
}

function isThisMachine(url: string): boolean {
  const { hostname: host } = URL.parse(url) ?? {};
  return host !== undefined && /^(localhost|127\..*|\[::1\])$/.test(host);
}
