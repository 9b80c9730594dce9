// Embedded engine only: what the command prints does not depend on where a hub keeps its data.
import { delimiter } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../testing/programs.ts';
import { shows, Terminal } from './examples/terminal.ts';
import { startHub } from './harness/hub.ts';
import { temporaryFolder } from './harness/program.ts';
import { newSpace } from './harness/space.ts';

/** Completion as it is typed: in the three shells, each in a real terminal. */
const BIN = fileURLToPath(new URL('../node_modules/.bin', import.meta.url));
const tmux = findProgram(['tmux'], 'tmux');
const hub = await startHub();
await newSpace(hub, { id: 'roadside-trees' });

type Shell = { name: string; start: string[]; load: string };

const SHELLS: Shell[] = [
  { name: 'bash', start: ['--norc', '--noprofile'], load: 'source <(meridian completion bash)' },
  {
    name: 'zsh',
    start: ['-f'],
    load: 'autoload -U compinit; compinit -u; source <(meridian completion zsh)',
  },
  { name: 'fish', start: ['--no-config'], load: 'meridian completion fish | source' },
];

const CASES: [typed: string, completed: string][] = [
  ['meridian spac', 'meridian spaces'],
  ['meridian spaces sho', 'meridian spaces show'],
  ['meridian query roadsi', 'meridian query roadside-trees'],
  ['meridian query roadside-trees --cou', 'meridian query roadside-trees --count'],
  ['meridian import --format flat', 'meridian import --format flatgeobuf'],
];

for (const { name, start, load } of SHELLS) {
  const shell = findProgram([name], name);
  const skip = 'skip' in shell ? shell.skip : 'skip' in tmux ? tmux.skip : false;
  describe(`${name} completes`, { skip }, async () => {
    if ('skip' in shell || 'skip' in tmux) return;
    const folder = temporaryFolder();
    const environment = {
      PATH: BIN + delimiter + process.env.PATH,
      HOME: folder,
      MERIDIAN_URL: hub.url,
      MERIDIAN_TOKEN: hub.token,
    };
    const size = { columns: 150, rows: 30 };
    const terminal = new Terminal(tmux.path, folder, environment, size, [shell.path, ...start]);
    after(() => terminal.close());

    test('once its script is loaded', async () => {
      terminal.type(`${load}; echo loaded`);
      terminal.press('Enter');
      await shows(terminal, (text) => /^loaded$/m.test(text));
    });

    for (const [typed, completed] of CASES)
      test(`${typed}▏`, async () => {
        terminal.type(typed);
        await shows(terminal, (text) => text.trimEnd().endsWith(typed));
        terminal.press('Tab');
        await shows(terminal, (text) => text.split('\n').some((line) => line.trimEnd().endsWith(completed)));
        terminal.press('C-c');
        await new Promise((resolve) => setTimeout(resolve, 300));
      });
  });
}
