import { StoredFeature } from '../../model/query/match.ts';
import { isPlainView, showFeature } from '../../model/query/view.ts';
import { encode } from '../../read/feature-work.ts';
import { Ranking } from '../../read/ranking.ts';
import type { WalkQuery } from '../../read/row-read.ts';
import type { Walk } from '../../read/row-work.ts';
import { rowAt } from './past-reader.ts';
import { rowSteps } from './rows.ts';
import type { SpaceReader } from './space-reader.ts';

const STEP_ROWS = 500;

/** A walk in the order of property values; equal values in the order of insertion. */
export function* sortedWalk(reader: SpaceReader, query: WalkQuery): Walk {
  const ranking = new Ranking(query, { tests: query.filter.tests, area: query.area, part: 1 });
  for (const rows of rowSteps(reader, query, 0)) {
    for (const row of rows) ranking.take(row);
    yield undefined;
  }
  const { seqs, end } = ranking.page();
  const plain = isPlainView(query.view);
  const find = rowAt(reader, query.version);
  for (let from = 0; from < seqs.length; from += STEP_ROWS) {
    const texts: string[] = [];
    for (const seq of seqs.slice(from, from + STEP_ROWS)) {
      const row = find(seq);
      // Deleted since the walk began.
      if (!row) continue;
      texts.push(plain ? row.text : showFeature(new StoredFeature(row.id, row), query.view, row.hasZ === 1));
    }
    if (texts.length > 0) yield encode(texts);
  }
  return end;
}
