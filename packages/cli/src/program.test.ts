import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CATALOGUE } from '@meridian/server';
import { CommanderError } from 'commander';
import { operatorCommands } from './operator.commands.ts';
import { meridianCommand } from './program.ts';

/** What the program prints, and the exit code the parser asks for. */
async function said(...words: string[]): Promise<{ text: string; exitCode: number }> {
  let text = '';
  const write = (piece: string) => {
    text += piece;
  };
  const meridian = meridianCommand(
    operatorCommands({
      serve: async () => {},
      withAdminBackend: async () => {},
      examine: async () => {},
      backups: { async backUp() {}, async verify() {}, async restore() {} },
      copy: async () => {},
    }),
  );
  for (const command of [meridian, ...meridian.commands])
    command.configureOutput({ writeOut: write, writeErr: write });
  const outcome = await meridian.parseAsync(words, { from: 'user' }).catch((error: unknown) => error);
  return { text, exitCode: outcome instanceof CommanderError ? outcome.exitCode : 0 };
}

test('--help names the commands', async () => {
  const { text, exitCode } = await said('--help');
  assert.equal(exitCode, 0);
  assert.match(text, /^Usage: meridian/);
  for (const command of ['serve', 'account', 'token']) assert.match(text, new RegExp(`\\n {2}${command} `));
});

test('--version is that of the package', async () => {
  assert.match((await said('--version')).text, /^\d+\.\d+\.\d+\n$/);
});

test('serve --help lists every setting and every exit code, in 80 columns', async () => {
  const { text, exitCode } = await said('serve', '--help');
  assert.equal(exitCode, 0);
  for (const { flag, env } of CATALOGUE) {
    assert.ok(text.includes(`--${flag} `), flag);
    assert.ok(text.includes(`(${env})`), env);
  }
  for (const code of [0, 1, 2, 3, 4, 5]) assert.match(text, new RegExp(`\\n  ${code}  \\w`));
  assert.ok(text.split('\n').every((line) => line.length <= 80));
});

test('a misspelt command is refused with the one that was meant', async () => {
  const { text, exitCode } = await said('sevre');
  assert.notEqual(exitCode, 0);
  assert.match(text, /unknown command 'sevre'\n\(Did you mean serve\?\)/);
});
