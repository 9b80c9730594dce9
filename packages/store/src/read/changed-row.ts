import { deletedText } from '../model/feature/feature-text.ts';
import type { FeatureView } from '../model/query/query.ts';
import { showRow } from '../model/query/view.ts';
import type { ChangedRow } from './row-reader.ts';

/** The text of a changed feature as a view asks for it. A deleted one says so, and which version deleted it. */
export function showChanged({ version, change, row }: ChangedRow, view: FeatureView): string {
  return showRow(change === 'deleted' ? { ...row!, ...deletedText(row!, version) } : row!, view);
}
