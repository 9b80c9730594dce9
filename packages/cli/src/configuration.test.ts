import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { describeFaults, readConfiguration } from './configuration.ts';
import type { CommandLine } from './flags.ts';
import { operatorCommands } from './operator.commands.ts';
import { meridianCommand } from './program.ts';

/** What `meridian serve …` passes on. */
async function commandLine(...words: string[]): Promise<CommandLine> {
  const lines: CommandLine[] = [];
  const command = meridianCommand(
    operatorCommands({
      withAdminBackend: async () => {},
      examine: async () => {},
      backups: { async backUp() {}, async verify() {}, async restore() {} },
      copy: async () => {},
      serve: async (line) => void lines.push(line),
    }),
  );
  await command.parseAsync(['serve', ...words], { from: 'user' });
  return lines[0]!;
}

const lines: [name: string, words: string[], line: CommandLine][] = [
  ['a flag and its value', ['--port', '81'], { flags: { port: '81' }, unexpectedArguments: 0 }],
  ['a flag with =', ['--max-body-bytes=1M'], { flags: { 'max-body-bytes': '1M' }, unexpectedArguments: 0 }],
  [
    'a flag without value',
    ['--port', '--host', 'a'],
    { flags: { port: true, host: 'a' }, unexpectedArguments: 0 },
  ],
  [
    'an unknown flag',
    ['--prot', '81', '--host', 'a'],
    { flags: { prot: true, host: 'a' }, unexpectedArguments: 0 },
  ],
  ['an unknown flag with =', ['--prot=81'], { flags: { prot: true }, unexpectedArguments: 0 }],
  ['an unknown short flag', ['-p', '81'], { flags: { p: true }, unexpectedArguments: 0 }],
  [
    'words that belong to no flag',
    ['a', '--port', '81', 'b'],
    { flags: { port: '81' }, unexpectedArguments: 2 },
  ],
];

describe('the command line', () => {
  for (const [name, words, line] of lines)
    test(`with ${name}: ${words.join(' ')}`, async () => assert.deepEqual(await commandLine(...words), line));
});

test('all errors of flags, variables and unexpected arguments are listed together', async () => {
  const line = await commandLine('--port', 'x', '--prot', '1', 'y', 'z');
  const configuration = readConfiguration({ MERIDIAN_LOG_LEVEL: 'loud' }, line);
  assert.ok('faults' in configuration);
  assert.equal(
    describeFaults(configuration.faults),
    `The configuration has 4 faults:
  - --prot is no setting; did you mean --port?
  - --port is "x": expected a whole number from 0 to 65535
  - MERIDIAN_LOG_LEVEL is "loud": expected one of trace, debug, info, warn, error, silent
  - 2 arguments on the command line belong to no flag: settings are written --name value, and a value with blanks is quoted
`,
  );
});

test('half a password with a blank in it is not repeated', async () => {
  const configuration = readConfiguration({}, await commandLine('--admin-password', 'correct', 'horse'));
  assert.ok('faults' in configuration);
  assert.doesNotMatch(describeFaults(configuration.faults), /correct|horse/);
});
