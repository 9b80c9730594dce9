import type { DatabaseSync } from 'node:sqlite';
import { type Finding, rebuildable } from '../../../transfer/diagnosis.ts';
import { SINCE } from '../schema.ts';
import { hasTextIndex } from '../text-index.ts';

/** Statements that count what must not be there, and what it is called. */
type Rule = [sql: string, what: string];

const HISTORY: Rule[] = [
  [
    'SELECT count(*) FROM history WHERE oldest < began OR oldest > (SELECT version FROM content) + 1',
    'ranges of versions that no history can have',
  ],
  ['SELECT count(*) FROM past WHERE until <= since', 'old states that end before they begin'],
  [
    'SELECT count(*) FROM change WHERE version > (SELECT version FROM content)',
    'changes of versions that are still to come',
  ],
];

const INDEXES: Rule[] = [
  [
    'SELECT count(*) FROM box WHERE seq NOT IN (SELECT seq FROM feature)',
    'entries of the spatial index without a feature',
  ],
  [
    'SELECT count(*) FROM tag WHERE seq NOT IN (SELECT seq FROM feature)',
    'entries of the index of tags without a feature',
  ],
  [
    'SELECT count(*) FROM property_value WHERE seq NOT IN (SELECT seq FROM feature) OR property NOT IN (SELECT property FROM indexed_property)',
    'entries of indexes of properties without a feature',
  ],
];

const WORDS: Rule[] = [
  [
    'SELECT count(*) FROM word_docsize WHERE id NOT IN (SELECT seq FROM feature)',
    'entries of the index of words without a feature',
  ],
];

const DENSITY: Rule[] = [
  [
    'SELECT count(*) FROM overview_place WHERE seq NOT IN (SELECT seq FROM feature)',
    'entries of the density index without a feature',
  ],
  [
    'SELECT count(*) FROM overview WHERE built_to > (SELECT last_seq FROM content)',
    'density indexes that are further than the features',
  ],
];

const BLOCKS: Rule[] = [
  [
    'SELECT count(*) FROM sheet_body WHERE key NOT IN (SELECT key FROM sheet WHERE state = 1)',
    'tile blocks without a cell',
  ],
];

export function historyFindings(database: DatabaseSync): Finding[] {
  return broken(database, HISTORY);
}

export function derivedFindings(database: DatabaseSync, format: number): Finding[] {
  return broken(database, [
    ...INDEXES,
    ...(hasTextIndex(database) ? WORDS : []),
    ...(format >= SINCE.densityIndex ? DENSITY : []),
    ...(format >= SINCE.tileBlocks ? BLOCKS : []),
  ]);
}

function broken(database: DatabaseSync, rules: readonly Rule[]): Finding[] {
  return rules.flatMap(([sql, what]) => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    const [count] = statement.get() as unknown as [number];
    return count > 0 ? [rebuildable(`there are ${count} ${what}`)] : [];
  });
}
