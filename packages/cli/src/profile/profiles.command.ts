import { Command } from 'commander';
import { reportErrors } from '../connect.ts';
import { printed } from '../json.ts';
import { table } from '../terminal/table.ts';
import { unknownProfile } from './choose-hub.ts';
import { readConfig, writeConfig } from './config-file.ts';

/** `meridian profiles …` */
export function profilesCommand(): Command {
  const profiles = new Command('profiles').description('the hubs you are signed in to');
  profiles
    .command('ls', { isDefault: true })
    .description('list profiles; * marks the current one')
    .option('--json', 'print JSON')
    .action(reportErrors(list));
  profiles
    .command('use')
    .argument('<name>', 'a profile')
    .description('make this the current profile')
    .action(reportErrors(use));
  return profiles;
}

async function list({ json }: { json?: boolean }): Promise<void> {
  const { current, profiles } = readConfig(process.env);
  // Secrets stay in the file.
  const lines = Object.entries(profiles).map(([name, { url, email }]) => ({
    name,
    url,
    email,
    current: name === current,
  }));
  if (json) return void process.stdout.write(printed(lines));
  if (lines.length === 0) return void process.stderr.write('No hub yet. Sign in with meridian login\n');
  const rows = lines.map((line) => [line.current ? '*' : '', line.name, line.url, line.email ?? '']);
  process.stdout.write(table(['', 'NAME', 'HUB', 'ACCOUNT'], rows));
}

async function use(name: string): Promise<void> {
  const config = readConfig(process.env);
  const profile = config.profiles[name];
  if (!profile) throw unknownProfile(name, Object.keys(config.profiles));
  writeConfig(process.env, { ...config, current: name });
  process.stdout.write(`Commands now use ${profile.url}.\n`);
}
