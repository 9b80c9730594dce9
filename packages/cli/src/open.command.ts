import { spawn } from 'node:child_process';
import { Command } from 'commander';
import { connect, type HubOptions, hubOptions, orMissing, reportErrors } from './connect.ts';

/** `meridian open` */
export function openCommand(): Command {
  return hubOptions(new Command('open'))
    .description('open the hub in a browser, or print its address where there is none')
    .argument('[space]', 'show this space on a map')
    .option('--print', 'only print the address')
    .action(reportErrors(open));
}

async function open(space: string | undefined, options: HubOptions & { print?: boolean }): Promise<void> {
  const at = connect(options);
  if (space !== undefined) await orMissing(`space ${space}`, at, at.client.spaces.get(space));
  const url =
    space === undefined ? `${at.client.url}/` : `${at.client.url}/#/map?space=${encodeURIComponent(space)}`;
  process.stdout.write(`${url}\n`);
  if (!options.print && hasBrowser()) await launch(url);
}

/** A screen that somebody looks at. */
function hasBrowser(): boolean {
  if (process.platform === 'darwin' || process.platform === 'win32') return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

const OPENERS: Partial<Record<NodeJS.Platform, [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Where no browser can be started, the address that was printed has to do. */
function launch(url: string): Promise<void> {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    child.once('error', () => {
      process.stderr.write('No browser could be started: open this address yourself\n');
      resolve();
    });
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}
