import { CATALOGUE } from './catalogue.ts';
import { defaultOf } from './help.ts';
import { GROUPS, type Setting } from './setting.ts';

const INTRODUCTION = `<!-- Generated from packages/server/src/config/catalogue.ts by
     node packages/server/src/config/write-docs.ts – change it there. -->

# Configuration

Every setting of \`meridian serve\` has a flag and an environment variable. The flag wins over the variable,
the variable over the default; a variable that is set to nothing counts as not set. \`meridian serve --help\`
shows this list in the terminal.

A wrong value, an unknown flag and an unknown variable that starts with \`MERIDIAN_\` are faults. All of them
are listed on stderr at once, and the server ends with exit code 2 before it touches any data.

- A **size** is a number of bytes, or of KiB, MiB or GiB with the suffix \`k\`, \`M\` or \`G\`: \`32M\`.
- A **time** is a number of milliseconds, or of seconds or minutes with the suffix \`s\` or \`m\`: \`30s\`.
- A **secret** is never printed, logged or repeated in an error.
`;

/** The text of `docs/operating/configuration.md`. */
export function configurationPage(): string {
  return [INTRODUCTION, ...GROUPS.map(groupSection)].join('\n');
}

function groupSection(group: Setting['group']): string {
  const entries = (CATALOGUE as readonly Setting[]).filter((entry) => entry.group === group);
  return [
    `## ${group}`,
    '',
    '| variable, flag | default | what it does |',
    '|---|---|---|',
    ...entries.map(row),
    '',
  ].join('\n');
}

function row(entry: Setting): string {
  const flag = `\`--${entry.flag} ${entry.type.placeholder}\``;
  const standard = entry.defaultRule ?? `\`${defaultOf(entry)}\``;
  const cells = [
    `\`${entry.env}\`<br>${flag}`,
    standard,
    `${entry.description}<br>Example: \`${entry.example}\``,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
