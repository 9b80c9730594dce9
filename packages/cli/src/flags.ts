import { CATALOGUE, type Flags } from '@meridian/server';
import { Option } from 'commander';

/** Values are optional for the parser, so that a missing one is reported together with all other faults. */
export function settingOptions(): Option[] {
  return CATALOGUE.map(({ flag }) => new Option(`--${flag} [value]`));
}

/** What the command line said: flags by name, known or not, and how many words belong to none. */
export type CommandLine = { flags: Flags; unexpectedArguments: number };

/**
 * @param options what the parser recognised, by the setting's name
 * @param rest what it did not: `['--prot', '80', 'word']`
 */
export function readCommandLine(
  options: Readonly<Record<string, string | true>>,
  rest: readonly string[],
): CommandLine {
  const flags: Record<string, string | true> = {};
  for (const { name, flag } of CATALOGUE) {
    const given = options[name];
    if (given !== undefined) flags[flag] = given;
  }
  let unexpectedArguments = 0;
  for (const [index, word] of rest.entries()) {
    if (isFlag(word)) flags[nameOf(word)] = true;
    else if (!isValueOf(rest[index - 1])) unexpectedArguments++;
  }
  return { flags, unexpectedArguments };
}

function isFlag(word: string): boolean {
  return word.startsWith('-');
}

function isValueOf(previous: string | undefined): boolean {
  return previous !== undefined && isFlag(previous) && !previous.includes('=');
}

function nameOf(flag: string): string {
  return flag.replace(/^-+/, '').replace(/=.*$/s, '');
}
