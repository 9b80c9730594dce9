import type { Command, Option } from 'commander';
import { connect } from '../connect.ts';
import { readConfig } from '../profile/config-file.ts';

export type Candidate = { word: string; meaning: string };

/** Longer than this nobody waits for a Tab. */
const TIMEOUT_MS = 1500;

/** Completions for the last of these words; an empty list leaves it to the shell, which completes files. */
export async function completionsOf(program: Command, words: readonly string[]): Promise<Candidate[]> {
  const current = words.at(-1) ?? '';
  const { command, option, position } = parsed(program, words.slice(0, -1));
  const all = option ? valuesOf(option) : await wordsFor(command, current, position);
  return all.filter(({ word }) => word.startsWith(current));
}

/** The command that the words lead to, the option whose value comes next, and how many arguments there are. */
function parsed(program: Command, words: readonly string[]) {
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

/** If the hub does not respond in time there are no completions, and no message. */
async function spaces(): Promise<Candidate[]> {
  try {
    const { client } = connect({}, { retryTimeoutMs: 0 });
    const found = await client.spaces.list({ owner: '*', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return found.map(({ id, title }) => ({ word: id, meaning: title }));
  } catch {
    return [];
  }
}
