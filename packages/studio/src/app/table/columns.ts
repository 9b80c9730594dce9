import { signal } from '@preact/signals';
import { layerStatistics } from '../map/state.ts';
import { titleProperty } from '../map/titles.ts';
import { remember, remembered } from '../memory.ts';

/** More make rows that nobody reads, and requests that are long. */
export const MAX_COLUMNS = 40;
const FIRST_COLUMNS = 8;
const STORED = 'columns';

type Stored = Record<string, string[]>;

const chosen = signal<Stored>(readStored());

function readStored(): Stored {
  const found = Object.entries(Object(remembered(STORED)) as Record<string, unknown>);
  return Object.fromEntries(
    found.filter((entry): entry is [string, string[]] => {
      const [, names] = entry;
      return Array.isArray(names) && names.every((name) => typeof name === 'string');
    }),
  );
}

/** Properties that can be columns; a name with a comma cannot be asked for. */
export function possibleColumns(space: string): string[] {
  const all = layerStatistics.value.get(space)?.properties.value ?? [];
  return all.map(({ key }) => key).filter((key) => !key.includes(','));
}

/** The columns of a table: those that were chosen, or else the title and the properties that most features have. */
export function columnsOf(space: string): string[] {
  return Object.hasOwn(chosen.value, space) ? chosen.value[space]! : firstColumns(space);
}

/** The title first, then the properties that most features have, in the order the hub lists them. */
function firstColumns(space: string): string[] {
  const all = layerStatistics.value.get(space)?.properties.value ?? [];
  const usable = all.filter(({ key }) => !key.includes(','));
  const most = [...usable].sort((a, b) => b.count - a.count).slice(0, FIRST_COLUMNS);
  const title = titleProperty(space);
  const others = usable.filter((property) => most.includes(property)).map(({ key }) => key);
  return title === undefined || title.includes(',')
    ? others
    : [title, ...others.filter((key) => key !== title)];
}

export function hasChosenColumns(space: string): boolean {
  return Object.hasOwn(chosen.value, space);
}

/** Without columns: those that the table has by itself. */
export function chooseColumns(space: string, columns: string[] | undefined): void {
  const { [space]: _, ...others } = chosen.value;
  chosen.value = columns ? { ...others, [space]: columns } : others;
  remember(STORED, chosen.value);
}
