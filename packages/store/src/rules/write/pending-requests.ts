import type { Requests } from './carry-out.ts';
import type { PendingHistory } from './pending-history.ts';
import type { PendingTable } from './pending-table.ts';

type Content = { version: number; updatedAt: number; lastSeq: number };

/** Requests whose changes are collected in a table; `content` moves with them. */
export function pendingRequests(
  space: string,
  table: PendingTable,
  history: PendingHistory,
  content: Content,
): Requests {
  return {
    get content() {
      return { version: content.version, updatedAt: content.updatedAt };
    },
    attempt(work, { activityLogs, versioning }) {
      // A clock that was set back does not make changes older than those before them.
      const now = Math.max(Date.now(), content.updatedAt);
      table.record(space, activityLogs, now);
      const result = history.attempt(table, versioning, { before: content.updatedAt, now }, () => work(now));
      if (content.version !== table.nextVersion - 1) {
        content.version = table.nextVersion - 1;
        content.updatedAt = now;
        content.lastSeq = table.lastSeq;
      }
      return result;
    },
  };
}
