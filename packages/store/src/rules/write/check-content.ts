import { invalid } from '../../model/fault.ts';
import type { BodyContent, WriteEntry } from './body-content.ts';

/** For writes of all or nothing: refuses a body with an invalid feature, or with one id twice. */
export function checkContent(content: BodyContent, prefixId: string): void {
  for (const { entries } of content.modifications)
    for (const entry of entries)
      if (entry.message !== undefined) throw invalid(`${nameOf(entry, content.single)}: ${entry.message}`);
  refuseRepeated(content, prefixId);
}

/** Within one modification each feature may be named once. */
function refuseRepeated({ modifications }: BodyContent, prefixId: string): void {
  for (const { entries, ids } of modifications) {
    const seen = new Set<string>();
    for (const { position, id } of [...entries, ...ids]) {
      if (id === undefined) continue;
      if (seen.has(id)) throw invalid(`feature at position ${position}: ${repeated(prefixId + id)}`);
      seen.add(id);
    }
  }
}

export function repeated(id: string): string {
  return `two features of the request have the id ${JSON.stringify(id)}`;
}

export function nameOf({ position, id }: Pick<WriteEntry, 'position' | 'id'>, single: boolean): string {
  const name = id === undefined ? 'feature' : `feature ${JSON.stringify(id)}`;
  return single ? name : `${name} at position ${position}`;
}
