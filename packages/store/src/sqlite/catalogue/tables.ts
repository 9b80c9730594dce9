import type { DatabaseSync } from 'node:sqlite';
import type { Catalogue } from '../../catalogue.ts';
import { accountTable } from './accounts.ts';
import { spaceTable } from './spaces.ts';
import type { Synchronous } from './synchronous.ts';
import { tokenTable } from './tokens.ts';

type Tables = { [T in keyof Catalogue]: Synchronous<Catalogue[T]> };

/** The tables of the catalogue, each with its calls. */
export function openTables(database: DatabaseSync): Tables {
  return { accounts: accountTable(database), tokens: tokenTable(database), spaces: spaceTable(database) };
}
