import type { Box, Condition, Filter, Past, Tags } from '@meridian/client';
import { type Command, InvalidArgumentError } from 'commander';
import { addCondition } from './where.ts';

/** Which features are meant. */
export type FilterOptions = {
  bbox?: Box;
  tags?: Tags;
  where?: Condition[];
  filter?: string;
  search?: string;
  at?: string;
};

/** The same without the area, as the client takes it. */
export function filterOf({ tags, where, filter, search, at }: FilterOptions): Filter & Past {
  return { tags, where, filter, q: search, at };
}

/** Adds the options by which query and export choose features. */
export function filterOptions(command: Command): Command {
  return command
    .option('--bbox <w,s,e,n>', 'features that intersect this box, in degrees: 5.9,45.8,10.5,47.8', readBox)
    .option('--tags <list>', 'with one of these tags; a+b means both', readTags)
    .option(
      '--where <comparison>',
      "by a property: 'height>=4000', name=Bonn,Berlin; may be repeated",
      addCondition,
    )
    .option('--filter <cql2>', 'by a condition in CQL2: "name LIKE \'B%\' OR height > 4000"')
    .option('--search <words>', 'by words that begin words of properties, whatever case and accents')
    .option('--at <time>', 'as they were then, in a space with history: 2026-11-16T12:00:00Z, or a day');
}

export function readBox(text: string): Box {
  const edges = text.split(',').map(readNumber);
  if (edges.length !== 4) throw new InvalidArgumentError('four numbers: west,south,east,north.');
  return edges as unknown as Box;
}

/** `47.4,10.9` */
export function readPoint(text: string): { lat: number; lon: number } {
  const [lat, lon, ...rest] = text.split(',').map(readNumber);
  if (lat === undefined || lon === undefined || rest.length > 0)
    throw new InvalidArgumentError('a latitude and a longitude: 47.42,10.98.');
  return { lat, lon };
}

export function readCount(text: string): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0) throw new InvalidArgumentError('a whole number from 1.');
  return Number(text);
}

/** `a+b,c` → `[['a', 'b'], ['c']]` */
export function readTags(text: string): Tags {
  return text
    .split(',')
    .map((all) => all.split('+').filter((tag) => tag !== ''))
    .filter((all) => all.length > 0);
}

function readNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value))
    throw new InvalidArgumentError(`${text || 'nothing'} is not a number.`);
  return value;
}
