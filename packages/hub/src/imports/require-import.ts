import { Fault, invalid, sameJson } from '@meridian/store';
import { type Caller, type Right, requireRight } from '../accounts/rights.ts';
import type { Space } from '../spaces/space.ts';

/**
 * Who has a space filled from an address must be allowed to write there: the hub does it in the name of the owner. What was
 * there before stays.
 */
export function requireImport(
  caller: Caller,
  draft: Space,
  before: Space | undefined,
  mayFetch: boolean,
): void {
  const { imports } = draft;
  if (imports === undefined || sameJson(imports, before?.imports)) return;
  if (!mayFetch)
    throw new Fault(
      'invalid',
      'import: this hub reads no addresses; its operator can allow that with MERIDIAN_FETCH=on',
    );
  if (draft.upstreams)
    throw invalid('import: the features of a virtual space are those of others; import into one of them');
  const needed: Right[] = ['createFeatures', 'updateFeatures'];
  if (imports.mode === 'replace') needed.push('deleteFeatures');
  for (const right of needed) requireRight(caller, draft, [right]);
}
