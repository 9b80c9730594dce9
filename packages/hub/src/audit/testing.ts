import type { Store } from '@meridian/store';
import { Audit } from './audit.ts';

/** The log of a store that a test has opened. */
export function auditOf({ catalogue }: Store): Audit {
  return new Audit(catalogue.audit, { maxAgeMs: 1000 * 60 * 60, maxEntries: 1000 }, 'hub');
}
