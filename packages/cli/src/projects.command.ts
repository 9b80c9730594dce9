import type { Project, ProjectInput } from '@meridian/client';
import { Command } from 'commander';
import { Refusal } from './admin-backend.ts';
import { confirm } from './ask.ts';
import { clientExitCodes } from './client-exit-codes.ts';
import { connect, type HubOptions, hubOptions, orMissing, reportErrors } from './connect.ts';
import { printed, readJsonObject } from './json.ts';
import { readDefinition } from './read-definition.ts';
import { table, terminalWidth } from './terminal/table.ts';
import { minute } from './terminal/words.ts';

type Changes = { title?: string; description?: string; publish?: boolean };

/** `meridian projects …` */
export function projectsCommand(): Command {
  const projects = new Command('projects').description(
    'the projects of a hub: list, create, show, edit, remove',
  );
  hubOptions(projects.command('ls'))
    .description('list your projects')
    .option('--all', 'also those that others have published')
    .option('--json', 'print JSON')
    .action(reportErrors(list));
  projectOptions(hubOptions(projects.command('create')))
    .description('create a project')
    .argument('[id]', 'its id; the hub makes one up otherwise')
    .option('--from <file>', 'take the definition from a JSON file, - for standard input')
    .option('--json', 'print JSON')
    .action(reportErrors(create));
  hubOptions(projects.command('show'))
    .description('print a project as JSON')
    .argument('<id>', 'the project')
    .action(reportErrors(show));
  projectOptions(hubOptions(projects.command('edit')))
    .description('change a project; what you do not name stays')
    .argument('<id>', 'the project')
    .option('--patch <json>', 'change any member; null removes it', readJsonObject)
    .option('--json', 'print JSON')
    .action(reportErrors(edit));
  hubOptions(projects.command('rm'))
    .description('remove a project; the spaces it shows stay')
    .argument('<id>', 'the project')
    .option('-y, --yes', 'do not ask')
    .action(reportErrors(remove));
  return projects.addHelpText(
    'after',
    `
Examples:
  meridian projects create walks --title "City walks" --publish
  meridian projects show walks > walks.json
  meridian projects edit walks --no-publish

${clientExitCodes()}`,
  );
}

function projectOptions(command: Command): Command {
  return command
    .option('--title <text>', 'its title')
    .option('--description <text>', 'what it shows')
    .option('--publish', 'let everybody with a token see it')
    .option('--no-publish', 'keep it to yourself');
}

function changesOf({ title, description, publish }: Changes): ProjectInput {
  return {
    ...(title !== undefined && { title: title || null }),
    ...(description !== undefined && { description: description || null }),
    ...(publish !== undefined && { status: publish ? 'PUBLISHED' : 'UNPUBLISHED' }),
  };
}

async function list(options: HubOptions & { all?: boolean }): Promise<void> {
  const { client } = connect(options);
  const projects = await Array.fromAsync(client.projects.iterate({ owner: options.all ? '*' : 'me' }));
  if (options.json) return void process.stdout.write(printed(projects));
  if (projects.length === 0) return void process.stderr.write('No projects yet.\n');
  process.stdout.write(
    table(['ID', 'TITLE', 'CHANGED', 'IS'], projects.map(projectRow), { width: terminalWidth() }),
  );
}

function projectRow({ id, title, last_update, status }: Project): string[] {
  return [id, title ?? '', minute(last_update), status === 'PUBLISHED' ? 'published' : ''];
}

async function create(
  id: string | undefined,
  options: HubOptions & Changes & { from?: string },
): Promise<void> {
  const { client } = connect(options);
  const given = options.from === undefined ? {} : await readDefinition(options.from);
  const project = await client.projects.create({
    ...given,
    ...(id !== undefined && { id }),
    ...changesOf(options),
  });
  process.stdout.write(options.json ? printed(project) : `Created the project ${project.id}.\n`);
}

async function show(id: string, options: HubOptions): Promise<void> {
  const at = connect(options);
  process.stdout.write(printed(await orMissing(`project ${id}`, at, at.client.projects.get(id))));
}

async function edit(id: string, options: HubOptions & Changes & { patch?: object }): Promise<void> {
  const at = connect(options);
  const changes = { ...options.patch, ...changesOf(options) };
  if (Object.keys(changes).length === 0)
    throw new Refusal('nothing to change: meridian projects edit --help lists what can be');
  const project = await orMissing(`project ${id}`, at, at.client.projects.update(id, changes));
  process.stdout.write(options.json ? printed(project) : `Changed the project ${project.id}.\n`);
}

async function remove(id: string, options: HubOptions & { yes?: boolean }): Promise<void> {
  const at = connect(options);
  if (!options.yes && !(await confirm(`Remove the project ${id} on ${at.client.url}?`, '--yes')))
    throw new Refusal('nothing was removed');
  await orMissing(`project ${id}`, at, at.client.projects.delete(id));
  process.stdout.write(`Removed the project ${id}.\n`);
}
