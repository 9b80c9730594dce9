import type { TagFilter } from '../query/query.ts';

/** SQL that gives the insertion numbers of the features a tag filter lets pass; everything is bound. */
export function tagCondition(tags: TagFilter): { sql: string; values: string[] } {
  const one = 'SELECT seq FROM tag WHERE tag = ?';
  const alternatives = tags.map((all) => {
    const [first, ...others] = all;
    return { sql: one + others.map(() => ` AND seq IN (${one})`).join(''), values: [first!, ...others] };
  });
  return {
    sql: alternatives.map(({ sql }) => sql).join(' UNION '),
    values: alternatives.flatMap(({ values }) => values),
  };
}
