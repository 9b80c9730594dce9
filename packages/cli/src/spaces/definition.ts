import type { SpaceInput } from '@meridian/client';
import type { Command } from 'commander';

export type SpaceOptions = {
  title?: string;
  description?: string;
  license?: string;
  shared?: boolean;
  readOnly?: boolean;
  tags?: string[];
  searchable?: string[];
  textIndex?: boolean;
};

export function list(text: string): string[] {
  return text.split(',').filter((entry) => entry !== '');
}

/** What can be said about a space. */
export function spaceOptions(command: Command): Command {
  return command
    .option('--title <text>', 'its title')
    .option('--description <text>', 'what it holds')
    .option('--license <id>', 'a licence, such as CC0-1.0 or ODbL-1.0')
    .option('--shared', 'let everyone with a token read it')
    .option('--no-shared', 'make it private')
    .option('--read-only', 'make it read-only')
    .option('--no-read-only', 'make it writable')
    .option('--tags <list>', 'tags of the space, separated by commas', list)
    .option('--searchable <list>', 'properties to index, separated by commas', list)
    .option('--text-index', 'index the words of all properties, for searches by words')
    .option('--no-text-index', 'drop that index');
}

/** An empty text removes a member. */
export function spaceChanges(options: SpaceOptions): SpaceInput {
  const { title, description, license, shared, readOnly, tags, searchable, textIndex } = options;
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description: description || null }),
    ...(license !== undefined && { license: license || null }),
    ...(shared !== undefined && { shared }),
    ...(readOnly !== undefined && { readOnly }),
    ...(tags !== undefined && { tags }),
    ...(textIndex !== undefined && { textIndex }),
    ...(searchable !== undefined && {
      searchableProperties: Object.fromEntries(searchable.map((name) => [name, true])),
    }),
  };
}
