import type { ReadRow } from '../../model/feature/row.ts';
import type { AreaTest } from '../../model/query/area.ts';
import { ask, type Effect, type Maybe } from '../effect.ts';
import type { HistoryReader } from '../row-reader.ts';
import type { Overlay } from './overlay.ts';

/** What was at positions: what has not changed since is read by `present`. */
export function* versionRowsAt(
  reader: HistoryReader,
  overlay: Overlay,
  seqs: readonly number[],
  present: (unchanged: number[]) => Maybe<ReadRow[] | { rows: ReadRow[] }>,
  area?: AreaTest,
): Effect<ReadRow[]> {
  const asked = seqs.filter((seq) => !overlay.hasChanged(seq));
  const found = asked.length > 0 ? yield* ask(() => present(asked)) : [];
  // What was written while these were read may be in them.
  yield* overlay.extend(reader, false);
  const rows = 'rows' in found ? found.rows : found;
  const unchanged = rows.filter(({ seq }) => !overlay.hasChanged(seq));
  return [...unchanged, ...overlay.rowsAt(seqs, area)].sort((a, b) => a.seq - b.seq);
}
