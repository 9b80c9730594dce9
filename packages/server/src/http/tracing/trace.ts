import type { WorkObserver } from '@meridian/hub';
import type { Span } from './span.ts';

/** What becomes known of a request that is traced. */
export type Trace = WorkObserver & {
  readonly traceId: string;
  /** All spans of the request, which has ended; what is told afterwards counts no more. */
  finish(): Span[];
};
