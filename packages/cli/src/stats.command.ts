import type { PropertyStatistics, Statistics } from '@meridian/client';
import { Command } from 'commander';
import { clientExitCodes } from './client-exit-codes.ts';
import { connect, type HubOptions, hubOptions, orMissing, reportErrors } from './connect.ts';
import { printed } from './json.ts';
import { table, terminalWidth } from './terminal/table.ts';
import { grouped, size } from './terminal/words.ts';

/** `meridian stats` */
export function statsCommand(): Command {
  return hubOptions(new Command('stats'))
    .description('show what the properties of a space hold')
    .argument('<space>', 'the space to look at')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Looks at every feature: types, different values, smallest and largest,
and the most frequent values of each property.

Examples:
  meridian stats peaks
  meridian stats peaks --json

${clientExitCodes()}`,
    )
    .action(reportErrors(stats));
}

async function stats(space: string, options: HubOptions): Promise<void> {
  const at = connect(options);
  const asked = at.client.features(space).statistics({ properties: 'full' });
  const statistics = await orMissing(`space ${space}`, at, asked);
  process.stdout.write(options.json ? printed(statistics) : described(statistics));
}

const HEAD = ['PROPERTY', 'FEATURES', 'TYPES', 'DISTINCT', 'MIN', 'MAX', 'MOST FREQUENT'];
const SHOWN_VALUES = 3;
const SHOWN_CHARS = 24;

function described({ count, byteSize, geometryTypes, properties }: Statistics): string {
  const facts = [`${grouped(count.value)} features`, size(byteSize.value), geometryTypes.value.join(', ')];
  const head = `${facts.filter((fact) => fact !== '').join(', ')}\n`;
  if (properties.value.length === 0) return head;
  const rows = properties.value.map(rowOf);
  return `${head}\n${table(HEAD, rows, { width: terminalWidth(), right: [1, 3] })}`;
}

function rowOf({
  key,
  count,
  datatype,
  types,
  distinct = 0,
  min,
  max,
  frequent = [],
  estimated,
}: PropertyStatistics) {
  return [
    key,
    grouped(count),
    Object.keys(types ?? { [datatype]: count }).join(', '),
    `${estimated ? '≥ ' : ''}${grouped(distinct)}`,
    textOf(min),
    textOf(max),
    frequent
      .slice(0, SHOWN_VALUES)
      .map((one) => `${textOf(one.value)} (${grouped(one.count)})`)
      .join(', '),
  ];
}

function textOf(value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value);
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS - 1)}…` : text;
}
