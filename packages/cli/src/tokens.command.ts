import { type MeridianClient, MeridianError, type Token } from '@meridian/client';
import { Command } from 'commander';
import { Refusal } from './admin-backend.ts';
import { confirm, prompt } from './ask.ts';
import { clientExitCodes } from './client-exit-codes.ts';
import {
  type ConnectedHub,
  connect,
  type HubOptions,
  hubOptions,
  Missing,
  NotSignedIn,
  reportErrors,
} from './connect.ts';
import { printed } from './json.ts';
import { readConfig, writeConfig } from './profile/config-file.ts';
import { table, terminalWidth } from './terminal/table.ts';
import { minute } from './terminal/words.ts';
import { type TokenOptions, tokenDefinition, tokenOptions } from './token.definition.ts';

/** `meridian tokens …`: those of the signed-in account. `meridian token` is for operators, on the data folder. */
export function tokensCommand(): Command {
  const tokens = new Command('tokens').description('your access tokens on a hub: list, create, remove');
  hubOptions(tokens.command('ls').alias('list'))
    .description('list your tokens, without their secrets')
    .option('--json', 'print JSON')
    .action(reportErrors(list));
  tokenOptions(hubOptions(tokens.command('create')))
    .description('create a token and print its secret, which is shown only once')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Without --right it can do everything you can.

Examples:
  meridian tokens create --right readFeatures --space peaks --description "map on the web"
  meridian tokens create --expires 12h
`,
    )
    .action(reportErrors(create));
  hubOptions(tokens.command('rm').alias('revoke'))
    .description('revoke a token')
    .argument('<id>', 'the token, by its id')
    .option('-y, --yes', 'do not ask for confirmation')
    .action(reportErrors(remove));
  return tokens.addHelpText('after', `\n${clientExitCodes()}`);
}

async function list(options: HubOptions): Promise<void> {
  const tokens = await signedIn(connect(options), (client) => client.tokens.list());
  if (options.json) return void process.stdout.write(printed(tokens));
  const head = ['ID', 'MADE', 'LAST USED', 'EXPIRES', 'RIGHTS', 'DESCRIPTION'];
  process.stdout.write(table(head, tokens.map(tokenRow), { width: terminalWidth() }));
}

async function create(options: HubOptions & TokenOptions): Promise<void> {
  const made = await signedIn(connect(options), (client) => client.tokens.create(tokenDefinition(options)));
  process.stdout.write(options.json ? printed(made) : `${made.token}\n`);
}

async function remove(id: string, options: HubOptions & { yes?: boolean }): Promise<void> {
  if (!options.yes && !(await confirm(`Revoke the token ${id}?`, '--yes')))
    throw new Refusal('the token was not revoked');
  const at = connect(options);
  await signedIn(at, async (client) => {
    const { tid } = (await client.tokens.list()).find((token) => token.tid === id) ?? {};
    if (tid === undefined) throw new Missing(`there is no token ${id} of yours on ${client.url}`);
    await client.tokens.delete(tid);
  });
  process.stdout.write(`The token ${id} was revoked.\n`);
}

/** The token API accepts no token, only a session: the one that login stored, or a new one by password. */
async function signedIn<T>(
  { client, hub }: ConnectedHub,
  work: (client: MeridianClient) => Promise<T>,
): Promise<T> {
  try {
    if (hub.session !== undefined) return await work(client);
  } catch (error) {
    if (!(error instanceof MeridianError) || error.status !== 401) throw error;
  }
  if (!process.stdin.isTTY)
    throw new NotSignedIn(`managing tokens needs a session on ${hub.url}: run meridian login`);
  const email = hub.email ?? (await prompt('Email: ', false));
  const password = await prompt(`Password of ${email}: `, true);
  await client.account.signIn({ email, password, rememberMe: true });
  remember(hub.profile, client.account.session);
  return work(client);
}

function remember(name: string | undefined, session: string): void {
  const config = readConfig(process.env);
  const profile = name === undefined ? undefined : config.profiles[name];
  if (profile)
    writeConfig(process.env, {
      ...config,
      profiles: { ...config.profiles, [name!]: { ...profile, session } },
    });
}

function tokenRow({ tid, iat, exp, urm, description, lastUsedAt }: Token): string[] {
  const rights = Object.keys(urm['xyz-hub'] ?? {});
  const expires = exp === undefined ? 'never' : minute(exp * 1000);
  const used = lastUsedAt === undefined ? 'never' : minute(lastUsedAt);
  return [tid, minute(iat * 1000), used, expires, rights.join(', ') || 'all', description];
}
