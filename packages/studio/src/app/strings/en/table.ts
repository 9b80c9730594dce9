import { plural } from './plural.ts';

/** What the studio says about the table of features. */
export const tableStrings = {
  label: (title: string) => `Features of ${title}`,
  count: (count: string, where: 'view' | 'search' | 'all') =>
    `${count} ${{ view: 'in view', search: 'found', all: 'in the space' }[where]}`,
  onlyInView: 'Only what is in view',
  failed: (reason: string) => `The table could not be read: ${reason}`,
  rows: 'Rows',
  endSearch: 'Clear the search',
  close: 'Close the table',
  pages: 'Pages',
  previous: 'Previous page',
  next: 'Next page',
  page: (page: string, pages: string) => `${page} / ${pages}`,
  none: 'No features here. Move the map, or change the filter.',
  noneYet: 'This space has no features yet. Import a file, or draw them with Edit features.',
  undo: 'Undo the last change in the table',
  redo: 'Redo the change in the table',
  columns: {
    title: 'Columns',
    about: 'Chosen for this space, in this browser.',
    shown: 'Shown',
    others: 'Not shown',
    up: (name: string) => `Move ${name} to the left`,
    down: (name: string) => `Move ${name} to the right`,
    reset: 'As at first',
    tooMany: (count: string) => `At most ${count} columns.`,
  },
  select: (title: string) => `Select ${title}`,
  selectAll: 'Select all that match',
  selected: (shown: string) => `${shown} selected`,
  clear: 'Clear the selection',
  copy: 'Copy the selection',
  copyAs: { tsv: 'Copy as a table (TSV)', geojson: 'Copy as GeoJSON' },
  copied: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'feature', other: 'features' })} copied.`,
  tooManyToCopy: (most: string) => `More than ${most} features are too many to copy. Export them instead.`,
  export: 'Export the selection',
  delete: 'Delete the selection',
  deleteTitle: (count: number, shown: string) =>
    `Delete ${shown} ${plural(count, { one: 'feature', other: 'features' })}?`,
  deleteUndoable: 'This can be undone in the table until the page is closed.',
  deleteForGood: (most: string) =>
    `All features that match now are deleted. More than ${most} cannot be brought back by undo.`,
  deleteInEditor: 'They are marked as deleted in the editor, and deleted when you save.',
  deleteNow: (count: number, shown: string) =>
    `Delete ${shown} ${plural(count, { one: 'feature', other: 'features' })}`,
  deleted: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'feature was', other: 'features were' })} deleted.`,
  cell: {
    label: (property: string, title: string) => `${property} of ${title}`,
    kind: 'Type of the value',
    kinds: { text: 'Text', number: 'Number', boolean: 'Yes or no', null: 'No value' },
    yes: 'true',
    no: 'false',
    noNumber: (text: string) => `“${text}” is not a number.`,
    inEditor: 'Lists and objects are changed in the editor.',
  },
  changedMeanwhile: (title: string) => `${title} was changed by someone else meanwhile. Nothing was saved.`,
  gone: (title: string) => `${title} no longer exists. Nothing was saved.`,
  keys: {
    move: 'Move in the table',
    edit: 'Edit the cell of the table',
    select: 'Select the row, or all rows up to it (with Shift)',
    selectAll: 'Select all rows of the table that match',
    copy: 'Copy the selected rows of the table',
    delete: 'Delete the selected rows of the table',
  },
};
