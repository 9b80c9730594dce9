import { Command } from 'commander';
import type { WithAdminBackend } from './account.command.ts';
import { Refusal, type TokenLine } from './admin-backend.ts';
import { printed } from './json.ts';
import { table } from './terminal/table.ts';
import { minute } from './terminal/words.ts';
import { type TokenOptions, tokenDefinition, tokenOptions } from './token.definition.ts';

type Options = TokenOptions & { data?: string; account?: string; json?: boolean };

const DATA = ['--data <folder>', 'the data folder; MERIDIAN_DATA otherwise'] as const;
const JSON_FLAG = ['--json', 'print JSON'] as const;

/** `meridian token …` */
export function tokenCommand(withAdminBackend: WithAdminBackend): Command {
  const token = new Command('token').description('manage access tokens');
  const create = token
    .command('create')
    .description(
      'create a token and print its secret, which is shown only once; without --right it has all rights of its account',
    )
    .option(...DATA)
    .option('--account <account>', 'owner, by email or id; default: the first administrator')
    .option(...JSON_FLAG)
    .action((options: Options) =>
      withAdminBackend(options.data, async (backend) => {
        const made = await backend.createToken(options.account, tokenDefinition(options));
        return options.json ? printed(made) : `${made.token}\n`;
      }),
    );
  tokenOptions(create);
  token
    .command('list')
    .alias('ls')
    .description('list tokens, without their secrets')
    .option(...DATA)
    .option('--account <account>', 'only those of this account')
    .option(...JSON_FLAG)
    .action(({ data, account, json }: Options) =>
      withAdminBackend(data, async (backend) => {
        const tokens = await backend.tokens(account);
        const head = ['ID', 'ACCOUNT', 'MADE', 'EXPIRES', 'DESCRIPTION'];
        return json ? printed(tokens) : table(head, tokens.map(tokenRow));
      }),
    );
  token
    .command('revoke <id>')
    .alias('rm')
    .description('revoke a token, by its id or its secret')
    .option(...DATA)
    .action((tid: string, { data }: Options) =>
      withAdminBackend(data, async (backend) => {
        if (!(await backend.revokeToken(tid))) throw new Refusal('there is no such token');
        return 'The token was revoked.\n';
      }),
    );
  return token;
}

function tokenRow({ tid, account, iat, exp, description }: TokenLine): string[] {
  return [tid, account, minute(iat * 1000), exp === undefined ? 'never' : minute(exp * 1000), description];
}
