import { randomBytes } from 'node:crypto';
import { sizeSetting } from '@meridian/server';
import { Command } from 'commander';
import { type AccountLine, type AdminBackend, Refusal } from './admin-backend.ts';
import { readLine } from './ask.ts';
import { printed } from './json.ts';
import { table } from './terminal/table.ts';
import { size } from './terminal/words.ts';

/** Opens the admin backend, runs the work, closes it and prints the result. */
export type WithAdminBackend = (
  data: string | undefined,
  work: (backend: AdminBackend) => Promise<string>,
) => Promise<void>;

type Options = { data?: string; admin?: boolean; passwordStdin?: boolean; json?: boolean };

const DATA = ['--data <folder>', 'the data folder; MERIDIAN_DATA otherwise'] as const;
const JSON_FLAG = ['--json', 'print JSON'] as const;
const STDIN = [
  '--password-stdin',
  'take the password from standard input; otherwise one is generated',
] as const;

/** `meridian account …` */
export function accountCommand(withAdminBackend: WithAdminBackend): Command {
  const account = new Command('account').description('manage accounts');
  account
    .command('add <email>')
    .description('create an account')
    .option(...DATA)
    .option('--admin', 'make it an administrator')
    .option(...STDIN)
    .option(...JSON_FLAG)
    .action(async (email: string, { data, admin = false, passwordStdin, json }: Options) => {
      const password = passwordStdin ? await readLine() : undefined;
      await withAdminBackend(data, async (backend) => {
        const made = await backend.addAccount(email, password, admin);
        if (json) return printed(made);
        return `Created the account ${made.email} (${made.aid}).\n${shownOnce(made.password)}`;
      });
    });
  account
    .command('list')
    .alias('ls')
    .description('list all accounts')
    .option(...DATA)
    .option(...JSON_FLAG)
    .action(({ data, json }: Options) =>
      withAdminBackend(data, async (backend) => {
        const accounts = await backend.accounts();
        return json ? printed(accounts) : table(['EMAIL', 'ID', 'IS'], accounts.map(accountRow));
      }),
    );
  for (const [word, disabled, text] of [
    ['disable', true, 'disable an account: end its sessions and reject its tokens'],
    ['enable', false, 'enable a disabled account and its tokens again'],
  ] as const)
    account
      .command(`${word} <account>`)
      .description(`${text}; by email or id`)
      .option(...DATA)
      .action((name: string, { data }: Options) =>
        withAdminBackend(data, async (backend) => {
          const { email } = await backend.setDisabled(name, disabled);
          return `The account ${email} is ${word}d.\n`;
        }),
      );
  account
    .command('quota <account> <size>')
    .description('set how much an account may store: 500M, 10G, unlimited or default; by email or id')
    .option(...DATA)
    .action((name: string, quota: string, { data }: Options) =>
      withAdminBackend(data, async (backend) => {
        const { email } = await backend.setMaxBytes(name, readQuota(quota));
        return `The quota of ${email} is ${quota}.\n`;
      }),
    );
  account
    .command('usage <account>')
    .description('show how much an account has stored and may store; by email or id')
    .option(...DATA)
    .option(...JSON_FLAG)
    .action((name: string, { data, json }: Options) =>
      withAdminBackend(data, async (backend) => {
        const usage = await backend.usage(name);
        if (json) return printed(usage);
        const allowed = usage.maxBytes === undefined ? 'no limit' : `of ${size(usage.maxBytes)}`;
        return `${name} has stored ${size(usage.usedBytes)}, ${allowed}.\n`;
      }),
    );
  account
    .command('passwd <account>')
    .description('set the password of an account, which signs it out everywhere; by email or id')
    .option(...DATA)
    .option(...STDIN)
    .action(async (name: string, { data, passwordStdin }: Options) => {
      const given = passwordStdin ? await readLine() : undefined;
      const password = given ?? randomBytes(12).toString('base64url');
      await withAdminBackend(data, async (backend) => {
        const { email } = await backend.setPassword(name, password);
        return `The password of ${email} was set.\n${shownOnce(given === undefined ? password : undefined)}`;
      });
    });
  return account;
}

/** A number of bytes with a suffix, or one of the two words. */
function readQuota(text: string): number | string | null {
  if (text === 'unlimited') return text;
  if (text === 'default') return null;
  const bytes = sizeSetting.read(text);
  if (!bytes)
    throw new Refusal(`the quota must be ${sizeSetting.expected}, unlimited or default, not ${text}`);
  return bytes.value;
}

function accountRow({ email, aid, admin, disabled }: AccountLine): string[] {
  return [email, aid, [...(admin ? ['admin'] : []), ...(disabled ? ['disabled'] : [])].join(', ')];
}

function shownOnce(password: string | undefined): string {
  return password === undefined ? '' : `Password (shown only once): ${password}\n`;
}
