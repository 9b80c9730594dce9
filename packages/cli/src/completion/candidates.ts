import type { Command, Option } from 'commander';
import { openHub } from '../at-hub.ts';
import { readConfig } from '../profile/config-file.ts';

export type Candidate = { word: string; meaning: string };

/** Longer than this nobody waits for a Tab. */
const PATIENCE_MS = 1500;

/** What could stand in place of the last of these words; nothing leaves it to the shell, which knows files. */
export async function completionsOf(program: Command, words: readonly string[]): Promise<Candidate[]> {
  const current = words.at(-1) ?? '';
  const { command, option, position } = walk(program, words.slice(0, -1));
  const all = option ? valuesOf(option) : await wordsFor(command, current, position);
  return all.filter(({ word }) => word.startsWith(current));
}

/** The command that the words lead to, the option whose value comes next, and how many arguments there are. */
function walk(program: Command, words: readonly string[]) {
  let command = program;
  let option: Option | undefined;
  let position = 0;
  for (const word of words) {
    if (option) {
      option = undefined;
      continue;
    }
    if (word.startsWith('-')) {
      const found = command.options.find(({ long, short }) => word === long || word === short);
      option = found && (found.required || found.optional) ? found : undefined;
      continue;
    }
    const inner = command.commands.find((candidate) => candidate.name() === word);
    if (inner) command = inner;
    else position++;
  }
  return { command, option, position };
}

async function wordsFor(command: Command, current: string, position: number): Promise<Candidate[]> {
  if (current.startsWith('-')) {
    const flags = command.options.filter(({ hidden }) => !hidden);
    return flags.map(({ long, short, description }) => ({ word: long ?? short!, meaning: description }));
  }
  const commands = command.commands
    .filter((inner) => !inner.name().startsWith('_'))
    .map((inner) => ({ word: inner.name(), meaning: inner.description() }));
  if (commands.length > 0) return commands;
  const argument = command.registeredArguments[Math.min(position, command.registeredArguments.length - 1)];
  if (argument?.argChoices) return argument.argChoices.map((word) => ({ word, meaning: '' }));
  const isSpace =
    argument?.name() === 'space' || (argument?.name() === 'id' && command.parent?.name() === 'spaces');
  return isSpace ? spaces() : [];
}

function valuesOf({ long, argChoices }: Option): Candidate[] {
  if (argChoices) return argChoices.map((word) => ({ word, meaning: '' }));
  if (long !== '--profile') return [];
  return Object.entries(readConfig(process.env).profiles).map(([word, { url }]) => ({ word, meaning: url }));
}

/** A hub that does not answer in time leaves the line as it is: a completion is no place for messages. */
async function spaces(): Promise<Candidate[]> {
  try {
    const { client } = openHub({}, { patience: 0 });
    const found = await client.spaces.list({ owner: '*', signal: AbortSignal.timeout(PATIENCE_MS) });
    return found.map(({ id, title }) => ({ word: id, meaning: title }));
  } catch {
    return [];
  }
}
