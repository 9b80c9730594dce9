import { Command } from 'commander';
import { Refusal } from '../admin-backend.ts';
import { confirm } from '../ask.ts';
import { clientExitCodes } from '../client-exit-codes.ts';
import { connect, type HubOptions, hubOptions, orMissing, reportErrors } from '../connect.ts';
import { printed, readJsonObject } from '../json.ts';
import { readDefinition } from '../read-definition.ts';
import { plural } from '../terminal/words.ts';
import { type SpaceOptions, spaceChanges, spaceOptions } from './definition.ts';
import { listSpaces } from './list.ts';
import { describeSpace } from './show.ts';

/** `meridian spaces …` */
export function spacesCommand(): Command {
  const spaces = new Command('spaces').description('the spaces of a hub: list, create, show, edit, remove');
  hubOptions(spaces.command('ls'))
    .description('list your spaces')
    .option('--all', 'also those of others that you may read')
    .option('-l, --long', 'count the features of each')
    .option('--json', 'print JSON')
    .action(reportErrors(listSpaces));
  spaceOptions(hubOptions(spaces.command('create')))
    .description('create a space')
    .argument('[id]', 'its id; the hub makes one up otherwise')
    .option('--from <file>', 'take the definition from a JSON file, - for standard input')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Examples:
  meridian spaces create peaks --title "Peaks of the Alps" --license CC0-1.0
  meridian spaces create roads --searchable kind,lanes --shared
`,
    )
    .action(reportErrors(create));
  hubOptions(spaces.command('show'))
    .description('show what a space is and what it holds')
    .argument('<id>', 'the space')
    .option('--json', 'print JSON')
    .action(reportErrors(show));
  spaceOptions(hubOptions(spaces.command('edit')))
    .description('change a space; what you do not name stays')
    .argument('<id>', 'the space')
    .option('--patch <json>', 'change any member; null removes it', readJsonObject)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Examples:
  meridian spaces edit peaks --title "Peaks" --description ""
  meridian spaces edit peaks --patch '{"client":{"colour":"#4a6"}}'
`,
    )
    .action(reportErrors(edit));
  hubOptions(spaces.command('rm'))
    .description('remove a space with all its features')
    .argument('<id>', 'the space')
    .option('-y, --yes', 'do not ask')
    .action(reportErrors(remove));
  return spaces.addHelpText('after', `\n${clientExitCodes()}`);
}

async function create(
  id: string | undefined,
  options: HubOptions & SpaceOptions & { from?: string },
): Promise<void> {
  const { client } = connect(options);
  const given = options.from === undefined ? {} : await readDefinition(options.from);
  const definition = { ...given, ...(id !== undefined && { id }), ...spaceChanges(options) };
  const space = await client.spaces.create({ title: id ?? 'A new space', ...definition });
  process.stdout.write(options.json ? printed(space) : `Created the space ${space.id}.\n`);
}

async function show(id: string, options: HubOptions): Promise<void> {
  const at = connect(options);
  const space = await orMissing(`space ${id}`, at, at.client.spaces.get(id));
  const statistics = await at.client.features(id).statistics();
  process.stdout.write(options.json ? printed({ ...space, statistics }) : describeSpace(space, statistics));
}

async function edit(id: string, options: HubOptions & SpaceOptions & { patch?: object }): Promise<void> {
  const at = connect(options);
  const changes = { ...options.patch, ...spaceChanges(options) };
  if (Object.keys(changes).length === 0)
    throw new Refusal('nothing to change: meridian spaces edit --help lists what can be');
  const space = await orMissing(`space ${id}`, at, at.client.spaces.update(id, changes));
  process.stdout.write(options.json ? printed(space) : `Changed the space ${space.id}.\n`);
}

async function remove(id: string, options: HubOptions & { yes?: boolean }): Promise<void> {
  const at = connect(options);
  if (!options.yes) {
    const count = await orMissing(`space ${id}`, at, at.client.features(id).count());
    const question = `Remove the space ${id} on ${at.client.url} with ${plural(count, 'feature')}?`;
    if (!(await confirm(question, '--yes'))) throw new Refusal('nothing was removed');
  }
  await orMissing(`space ${id}`, at, at.client.spaces.delete(id));
  process.stdout.write(`Removed the space ${id}.\n`);
}
