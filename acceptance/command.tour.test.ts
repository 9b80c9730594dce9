// Embedded engine only: what the command prints does not depend on where a hub keeps its data.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../testing/programs.ts';
import { shows, Terminal } from './examples/terminal.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from './harness/account.ts';
import { startHub } from './harness/hub.ts';
import { temporaryFolder } from './harness/program.ts';

/** The tour of docs/using/command.md, typed into a real terminal: prompts, tables and bars are what the page shows. */
const PAGE = readFileSync(new URL('../docs/using/command.md', import.meta.url), 'utf8');
const BIN = fileURLToPath(new URL('../node_modules/.bin', import.meta.url));
const DOCUMENTED_HUB = 'http://127.0.0.1:8080';

/** What is typed where the command asks. */
const ANSWERS: [prompt: RegExp, response: string][] = [
  [/Email: $/, ADMIN_EMAIL],
  [/Password: $/, ADMIN_PASSWORD],
  [/\[y\/N\] $/, 'y'],
];

const tmux = findProgram(['tmux'], 'tmux');

describe('the tour of the command, in a terminal', { skip: 'skip' in tmux ? tmux.skip : false }, async () => {
  if ('skip' in tmux) return;
  const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
  const folder = temporaryFolder();
  const environment = {
    PATH: BIN + delimiter + process.env.PATH,
    XDG_CONFIG_HOME: join(folder, 'config'),
    HOME: folder,
  };
  const terminal = new Terminal(tmux.path, folder, environment, { columns: 200, rows: 50 });
  after(() => terminal.close());
  // What is typed before the shell asks for it is shown twice.
  await shows(terminal, (text) => text.startsWith('$'));
  for (const [, name, text] of PAGE.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms))
    writeFileSync(join(folder, name!), text!);

  /** Types a command, answers what it asks, and gives what stands below it. */
  const run = async (command: string): Promise<string> => {
    terminal.clear();
    terminal.type(command);
    terminal.press('Enter');
    for (;;) {
      const screen = await shows(
        terminal,
        (text) => isAsking(text) !== undefined || /\n\$$/.test(text.trimEnd()),
        60_000,
      );
      const response = isAsking(screen);
      if (response === undefined) return screen.trimEnd().split('\n').slice(1, -1).join('\n');
      terminal.type(response);
      terminal.press('Enter');
      await shows(terminal, (text) => text !== screen && isAsking(text) !== response);
    }
  };

  for (const { line, command, shown } of steps(PAGE))
    test(`line ${line}: ${command}`, async () => {
      const output = await run(command.replaceAll(DOCUMENTED_HUB, hub.url));
      assert.equal(alike(output.replaceAll(hub.url, DOCUMENTED_HUB)), alike(shown));
    });

  test('a bar moves while a large file is on its way', async () => {
    // So many that it takes some seconds on any machine: what is left is told only then.
    const lines = Array.from({ length: 200_000 }, (_, n) =>
      JSON.stringify({
        type: 'Feature',
        id: `r${n}`,
        geometry: { type: 'Point', coordinates: [n % 180, 45] },
        properties: { n, text: 'x'.repeat(200) },
      }),
    );
    writeFileSync(join(folder, 'roads.ndjson'), `${lines.join('\n')}\n`);
    const variables = `MERIDIAN_URL=${hub.url} MERIDIAN_TOKEN=${hub.token}`;
    terminal.clear();
    terminal.type(`${variables} meridian import roads.ndjson --to roads --create`);
    terminal.press('Enter');
    const [, shown] = /^```console-bar\n(.*)\n```$/m.exec(PAGE)!;
    const pattern = barPattern(shown!);
    const screen = await shows(terminal, (text) => pattern.test(text), 60_000);
    assert.match(screen, pattern);
    const ended = await shows(terminal, (text) => /\n\$$/.test(text.trimEnd()), 120_000);
    assert.match(ended, /roads\.ndjson: 200\s000 features read: 200\s000 new\.\n\$/);
    assert.doesNotMatch(ended, /━/, 'the bar is gone when it is done');
  });

  test('Ctrl-C stops an import, and the terminal says how to go on', async () => {
    terminal.clear();
    terminal.type(
      `MERIDIAN_URL=${hub.url} MERIDIAN_TOKEN=${hub.token} meridian import roads.ndjson --to again --create --chunk-features 100; echo "code $?"`,
    );
    terminal.press('Enter');
    await shows(terminal, (text) => /━.* [1-9][\s\d]* features/.test(text));
    terminal.press('C-c');
    const ended = await shows(terminal, (text) => /code \d+\n/.test(text), 60_000);
    assert.match(
      ended,
      /Stopped before the end of roads\.ndjson; the same command with --resume continues from here\.\n/,
    );
    assert.match(ended, /code 130\n/);
  });
});

function isAsking(screen: string): string | undefined {
  const last = screen.split('\n').at(-1)!;
  return ANSWERS.find(([prompt]) => prompt.test(last) || prompt.test(`${last} `))?.[1];
}

interface Step {
  line: number;
  command: string;
  shown: string;
}

/** `$ command` and what stands below it, up to the next. */
function steps(page: string): Step[] {
  const found: Step[] = [];
  for (const { 1: text, index } of page.matchAll(/^```console\n(.*?)^```$/gms)) {
    const from = page.slice(0, index).split('\n').length;
    for (const [offset, line] of text!.trimEnd().split('\n').entries()) {
      const last = found.at(-1);
      if (line.startsWith('$ ')) found.push({ line: from + offset + 1, command: line.slice(2), shown: '' });
      else if (last) last.shown += `${last.shown === '' ? '' : '\n'}${line}`;
    }
  }
  return found;
}

/** Without what differs from run to run: times, ids of tokens, the name of the machine, bytes of a file. */
function alike(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'TIME')
    .replaceAll(/^[A-Za-z0-9]{22}/gm, 'ID')
    .replaceAll(/command on \S+/g, 'command on HOST')
    .replaceAll(/\d+ kB/g, 'SIZE')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Any numbers, and a bar as full as it may be. */
function barPattern(shown: string): RegExp {
  const source = shown
    .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/[━╸─]+/, '[━╸─]{20}')
    .replaceAll(/\d[\d\s]*(?:\\\.\d+)?(?=[ /])/g, '\\d[\\d\\s.]*')
    .replaceAll(/[kMG]B/g, '[kMG]?B')
    .replace(/\S+ left/, '\\d+:\\d\\d left')
    .replaceAll(/ {2,}/g, '\\s+');
  return new RegExp(`^${source}$`, 'm');
}
