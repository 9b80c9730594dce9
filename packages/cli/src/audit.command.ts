import { AUDIT_ACTIONS, type AuditFilter } from '@meridian/server';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { WithAdminBackend } from './account.command.ts';
import type { AccountLine, AuditLine } from './admin-backend.ts';
import { printed } from './json.ts';
import { table } from './terminal/table.ts';
import { minute } from './terminal/words.ts';

type Options = Omit<AuditFilter, 'action'> & {
  action?: (typeof AUDIT_ACTIONS)[number];
  limit: number;
  data?: string;
  json?: boolean;
};

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1_000_000;
const UNITS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `meridian audit …` */
export function auditCommand(withAdminBackend: WithAdminBackend): Command {
  return new Command('audit')
    .option('--data <folder>', 'the data folder; MERIDIAN_DATA otherwise')
    .option(
      '--since <time>',
      'entries from then on: 2026-01-31, 2026-01-31T12:00:00Z, or 30m, 12h, 7d ago',
      readTime,
    )
    .option('--until <time>', 'entries before then', readTime)
    .option('--account <account>', 'what this account did, by email or id')
    .addOption(new Option('--action <action>', 'only this').choices(AUDIT_ACTIONS))
    .option('--subject <id>', 'what was done to this space, project, account or token')
    .option('--limit <number>', 'the newest so many', readLimit, DEFAULT_LIMIT)
    .option('--json', 'print JSON')
    .action(({ data, json, limit, ...filter }: Options) =>
      withAdminBackend(data, async (backend) => {
        const entries = await backend.audit(filter, limit);
        if (json) return printed(entries);
        const emails = emailsOf(await backend.accounts());
        const head = ['WHEN', 'ACTION', 'ACCOUNT', 'SUBJECT', 'VIA', 'ADDRESS'];
        return table(
          head,
          entries.map((entry) => row(entry, emails)),
        );
      }),
    );
}

function row({ at, action, account, subject, details }: AuditLine, emails: Map<string, string>): string[] {
  const named = (id: string) => emails.get(id) ?? id;
  return [
    minute(at),
    action,
    named(account),
    named(subject),
    String(details.via),
    String(details.address ?? ''),
  ];
}

function emailsOf(accounts: readonly AccountLine[]): Map<string, string> {
  return new Map(accounts.map(({ aid, email }) => [aid, email]));
}

function readTime(given: string): number {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(given) ?? [];
  const time = count === undefined ? Date.parse(given) : Date.now() - Number(count) * UNITS[unit!]!;
  if (Number.isNaN(time))
    throw new InvalidArgumentError('It must be a date or time such as 2026-01-31, or 30m, 12h or 7d.');
  return time;
}

function readLimit(given: string): number {
  const limit = Number(given);
  if (!/^\d+$/.test(given) || limit < 1 || limit > MAX_LIMIT)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_LIMIT}.`);
  return limit;
}
