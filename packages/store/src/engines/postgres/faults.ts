import { Fault } from '../../model/fault.ts';
import { diskFull } from '../../model/storage-fault.ts';

/** The table of a space is gone. */
const UNDEFINED_TABLE = '42P01';
const QUERY_CANCELED = '57014';
const FAILED_TRANSACTION = '25P02';
const DISK_FULL = '53100';

/** The server is not there, or the connection to it is lost. */
const LOST = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  // admin_shutdown, crash_shutdown, cannot_connect_now, database_dropped, idle_in_transaction, idle_session
  ...['57P01', '57P02', '57P03', '57P04', '25P03', '57P05'],
  // too_many_connections
  '53300',
]);

/** The server can't take it now; it is worth trying again. */
const BUSY = new Set([
  // out_of_memory, disk_full, lock_not_available, deadlock, serialization
  ...['53200', '53100', '55P03', '40P01', '40001'],
  // read_only_sql_transaction: a standby, or a primary that is being replaced
  '25006',
]);

/** As it travels between threads; `tellMissingTables` says what it means before anybody sees it. */
const MISSING_TABLE = 'the table of the space does not exist';

/** Whether the table of a space was not there; a feature that does not exist is another matter. */
export function isMissingTable(error: unknown): boolean {
  return error instanceof Fault && error.kind === 'notFound' && error.message === MISSING_TABLE;
}

function codeOf(error: unknown): string {
  return error instanceof Error ? String((error as { code?: unknown }).code ?? '') : '';
}

export function isUnavailable(error: unknown): boolean {
  return BUSY.has(codeOf(error)) || isConnectionLost(error);
}

export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  return LOST.has(code) || code.startsWith('08');
}

export function isCanceled(error: unknown): boolean {
  return codeOf(error) === QUERY_CANCELED;
}

/** The statement came behind another of its transaction that failed. */
export function isRefused(error: unknown): boolean {
  return codeOf(error) === FAILED_TRANSACTION;
}

const UNAVAILABLE = 'the database is not available at this moment; try again';

/** What the driver says, in the words of the interface. What is none of its kinds is a fault of ours and stays as it is. */
export function toFault(error: unknown): unknown {
  if (error instanceof Fault) return error;
  if (codeOf(error) === UNDEFINED_TABLE) return new Fault('notFound', MISSING_TABLE);
  if (codeOf(error) === DISK_FULL) return diskFull();
  if (isUnavailable(error)) return new Fault('unavailable', UNAVAILABLE, 1, (error as Error).message);
  return error;
}
