import { Command } from 'commander';

/** The operator commands. They load the server, which all other commands do without. */
export const OPERATOR_COMMANDS = {
  serve: 'start the hub (`meridian serve --help` lists every setting)',
  account: 'manage accounts',
  token: 'manage access tokens, on the data folder',
  audit: 'show who changed access or deleted data',
  backup: 'write a backup of the hub, while it runs',
  verify: 'check that a backup is as it was written',
  restore: 'make a hub of a backup, or bring one space back',
  doctor: 'check every space, and repair what can be rebuilt',
  copy: 'copy a whole hub between a data folder and PostgreSQL',
} as const;

export type OperatorWord = keyof typeof OPERATOR_COMMANDS;

export function isOperatorWord(word: string | undefined): word is OperatorWord {
  return word !== undefined && Object.hasOwn(OPERATOR_COMMANDS, word);
}

/** Name and description only: for help, and for finding out what was misspelt. */
export function operatorOutlines(): Command[] {
  return Object.entries(OPERATOR_COMMANDS).map(([word, description]) =>
    new Command(word).description(description),
  );
}
