import { plural } from './plural.ts';

/** What is said of saved and published maps. */
export const projectsStrings = {
  lead: 'Your saved maps: layers, styles, filters and view.',
  none: 'No projects yet',
  noneYet: 'Add spaces to a map, style them, then save the map.',
  openMap: 'Open the map',
  untitled: 'Untitled map',
  newMap: 'New map',
  saveTitle: 'Save the map',
  title: 'Title',
  description: 'Description',
  rename: 'Rename the map',
  unsaved: 'Changed, not saved yet',
  discard: 'Discard changes',
  saved: (title: string) => `${title} was saved.`,
  publishedHint:
    'This map is published: everyone with the link sees the changes. Newly added spaces need a new link.',
  spaces: (count: number) => `${count} ${plural(count, { one: 'space', other: 'spaces' })}`,
  actions: (title: string) => `Actions for ${title}`,
  delete: 'Delete',
  deleted: (title: string) => `${title} was deleted.`,
  deleteTitle: (title: string) => `Delete ${title}?`,
  deleteWarning:
    'The map will be permanently deleted and links to it will stop working. The spaces are not deleted.',
};

export const publishStrings = {
  title: 'Publish',
  publish: 'Publish',
  published: 'Published',
  about: 'Everyone with the link can view this map and read these spaces, without an account:',
  isPublished: 'This map is published. Everyone with one of its links can read these spaces:',
  links: 'Links',
  linkName: 'Link',
  name: 'Name of the new link',
  nameHint: 'Optional. Tells links apart, for example by whom you gave them to.',
  copyLink: 'Copy link',
  copyEmbed: 'Copy embed code',
  revoke: 'Revoke',
  notStored: 'Created by an earlier version: it works, but cannot be copied again.',
  newLink: 'New link',
  end: 'Unpublish',
  closed: 'This map is no longer published. Ask the sender of the link for a new one.',
  legend: 'Legend',
  data: (credits: string) => `Data: ${credits}`,
};

/** What the dialog for exports says. */
export const exportStrings = {
  title: (space: string) => `Export ${space}`,
  format: 'Format',
  withNotes: 'With what the hub notes of each feature (when it was written, …)',
  start: 'Export',
  progress: (count: string) => `${count} features…`,
  done: (name: string) => `${name} was downloaded.`,
  command: 'For very large spaces, use the command line:',
};
