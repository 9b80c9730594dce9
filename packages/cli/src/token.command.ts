import { Command, InvalidArgumentError } from 'commander';
import { type AtDesk, printed } from './account.command.ts';
import { Refusal, type TokenLine } from './desk.ts';
import { table } from './table.ts';

type Options = {
  data?: string;
  account?: string;
  json?: boolean;
  description?: string;
  expires?: number;
  right?: string[];
  space?: string;
  urm?: object;
  maxSpaces?: number;
  maxFeaturesPerSpace?: number;
};

const DATA = ['--data <folder>', 'the data folder; MERIDIAN_DATA otherwise'] as const;
const JSON_FLAG = ['--json', 'print JSON'] as const;

/** `meridian token …` */
export function tokenCommand(atDesk: AtDesk): Command {
  const token = new Command('token').description('look after access tokens');
  token
    .command('create')
    .description(
      'make a token and print its secret, which is shown this once; without rights it has all of its account',
    )
    .option(...DATA)
    .option('--account <account>', 'whose it is, by email or id; the first administrator otherwise')
    .option('--description <text>', 'what it is for')
    .option('--expires <when>', 'a date, or a time from now such as 12h or 30d', readExpiry)
    .option('--right <right...>', 'rights it has, such as readFeatures')
    .option('--space <pattern>', 'spaces these rights are for; cities-* is a prefix')
    .option('--urm <json>', 'all of its rights, as in the token interface', readJson)
    .option('--max-spaces <number>', 'spaces its account may have', readCount)
    .option('--max-features-per-space <number>', 'features a space may have', readCount)
    .option(...JSON_FLAG)
    .action((options: Options) =>
      atDesk(options.data, async (desk) => {
        const made = await desk.createToken(options.account, definitionOf(options));
        return options.json ? printed(made) : `${made.token}\n`;
      }),
    );
  token
    .command('list')
    .description('list tokens, without their secrets')
    .option(...DATA)
    .option('--account <account>', 'only those of this account')
    .option(...JSON_FLAG)
    .action(({ data, account, json }: Options) =>
      atDesk(data, async (desk) => {
        const tokens = await desk.tokens(account);
        const head = ['ID', 'ACCOUNT', 'MADE', 'EXPIRES', 'DESCRIPTION'];
        return json ? printed(tokens) : table(head, tokens.map(tokenRow));
      }),
    );
  token
    .command('revoke <id>')
    .description('end a token at once; by its id or its secret')
    .option(...DATA)
    .action((tid: string, { data }: Options) =>
      atDesk(data, async (desk) => {
        if (!(await desk.revokeToken(tid))) throw new Refusal('there is no such token');
        return 'The token is revoked.\n';
      }),
    );
  return token;
}

function definitionOf({ description, expires, right, space, urm, maxSpaces, maxFeaturesPerSpace }: Options) {
  if (right && urm) throw new Refusal('--right and --urm say the same thing: use one of them');
  if (space !== undefined && !right) throw new Refusal('--space limits what --right names: add a --right');
  const filter = space === undefined ? {} : { space };
  const rights = right && { 'xyz-hub': Object.fromEntries(right.map((name) => [name, [filter]])) };
  const limits = { maxSpaces, maxFeaturesPerSpace };
  // What is not set is left out on the way through JSON.
  return JSON.parse(JSON.stringify({ description, exp: expires, urm: rights ?? urm, limits }));
}

function tokenRow({ tid, account, iat, exp, description }: TokenLine): string[] {
  return [tid, account, day(iat), exp === undefined ? 'never' : day(exp), description];
}

function day(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');
}

const UNITS: Record<string, number> = { m: 60, h: 3600, d: 24 * 3600 };

function readExpiry(text: string): number {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (count !== undefined) return Math.floor(Date.now() / 1000) + Number(count) * UNITS[unit!]!;
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw new InvalidArgumentError('a date such as 2030-12-31, or a time from now such as 90m, 12h or 30d.');
  return Math.floor(time / 1000);
}

function readCount(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('a whole number.');
  return Number(text);
}

function readJson(text: string): object {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('JSON, such as {"xyz-hub":{"readFeatures":[{}]}}.');
  }
}
