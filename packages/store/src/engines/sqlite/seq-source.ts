import type { DatabaseSync } from 'node:sqlite';
import type { FeatureFilter, PropertyTest } from '../../model/query/query.ts';
import { indexedSource } from './indexed-source.ts';
import { listSource, pagedSource, type SeqSource } from './seq-pages.ts';
import { taggedAlternatives } from './tag-search.ts';

/** What to walk along, and whether the tags of the filter are settled by that. */
export type ChosenSource = { source: SeqSource; settlesTags: boolean };

/** The index that narrows a walk down best: ids, then an indexed property, then tags. None = look at every row. */
export function chooseSource(
  database: DatabaseSync,
  { tests, tags }: FeatureFilter,
): ChosenSource | undefined {
  const settlesTags = tags.length === 0;
  const ids = tests.find(isIdTest);
  if (ids) return { source: idSource(database, ids.operands as string[]), settlesTags };
  for (const test of tests) {
    const source = indexedSource(database, test);
    if (source) return { source, settlesTags };
  }
  if (settlesTags) return undefined;
  return { source: pagedSource(database, taggedAlternatives(database, tags)), settlesTags: true };
}

function isIdTest({ root, path, comparison, operands }: PropertyTest): boolean {
  return (
    root === 'feature' &&
    path.length === 1 &&
    path[0] === 'id' &&
    comparison === '=' &&
    operands.every((operand) => typeof operand === 'string')
  );
}

function idSource(database: DatabaseSync, ids: string[]): SeqSource {
  const statement = database.prepare('SELECT seq FROM feature WHERE id = ?');
  return listSource(ids.flatMap((id) => (statement.get(id)?.seq as number | undefined) ?? []));
}
