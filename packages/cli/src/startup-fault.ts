import { Fault, type Settings } from '@meridian/server';
import { describeFaults } from './configuration.ts';
import { EXIT_CODES } from './exit-codes.ts';

/** Why the server did not start, for the operator. */
export type StartupFault = { code: number; message: string };

/** As Node, its SQLite and Meridian's store throw them. */
type SystemError = Error & { code?: string; syscall?: string; path?: string; errcode?: number };

/** SQLite's primary result codes for a file that cannot be opened or written. */
const SQLITE_UNWRITABLE = new Map([
  [8, 'it is read-only'],
  [10, 'a file in it can not be read or written'],
  [11, 'a file in it is damaged'],
  [13, 'the disk is full'],
  [14, 'a file in it cannot be opened'],
  [26, 'a file in it is not a database'],
]);

const FOLDER_ERRORS = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['ENOTDIR', 'a part of its path is a file'],
  ['EEXIST', 'it is a file'],
  ['ENOENT', 'no folder can be created there'],
]);

const LISTEN_ERRORS = new Map([
  ['EADDRINUSE', 'it is in use by another program'],
  ['EACCES', 'this user is not permitted to; ports below 1024 are reserved'],
]);

export function startupFault(error: unknown, settings: Settings): StartupFault {
  const { code, syscall, message } = asError(error);
  if (code === 'CERTIFICATE_UNUSABLE' || code === 'TILE_FOLDER_UNUSABLE')
    return { code: EXIT_CODES.configuration.code, message: describeFaults([message]).trimEnd() };
  return (
    listenFault(code, syscall, settings) ??
    storageFault(error, settings) ?? {
      code: EXIT_CODES.failure.code,
      message: unforeseen(error),
    }
  );
}

/** What is wrong with the data folder or the database; undefined for any other error. */
export function storageFault(error: unknown, { data }: Pick<Settings, 'data'>): StartupFault | undefined {
  const { code, syscall, errcode, message } = asError(error);
  if (code === 'DATA_FOLDER_IN_USE') return { code: EXIT_CODES.dataFolderInUse.code, message };
  if (code === 'DATA_FOLDER_NEWER' || code === 'DATA_FOLDER_DAMAGED' || code === 'DATA_FOLDER_IS_BACKUP')
    return { code: EXIT_CODES.dataFolderUnusable.code, message };
  // Met by what reads it, when it was opened without.
  if (error instanceof Fault && error.kind === 'damaged')
    return {
      code: EXIT_CODES.dataFolderUnusable.code,
      message: `Cannot use the data folder ${data}: ${message}. Restore it from a backup ("meridian restore"); "meridian doctor" shows what else is damaged`,
    };
  if (code === 'DATABASE_UNUSABLE') return { code: EXIT_CODES.databaseUnusable.code, message };
  return folderFault(code, syscall, errcode, data);
}

function listenFault(
  code: string | undefined,
  syscall: string | undefined,
  { host, port }: Settings,
): StartupFault | undefined {
  const exit = EXIT_CODES.cannotListen.code;
  if (syscall === 'getaddrinfo' || code === 'EADDRNOTAVAIL')
    return {
      code: exit,
      message: `Cannot listen on host ${host}: it is not an address of this machine. Set another one with MERIDIAN_HOST or --host.`,
    };
  const reason = LISTEN_ERRORS.get(code ?? '');
  if (reason === undefined || (code === 'EACCES' && syscall !== 'listen')) return undefined;
  return {
    code: exit,
    message: `Cannot listen on port ${port} of ${host}: ${reason}. Set another one with MERIDIAN_PORT or --port.`,
  };
}

function folderFault(
  code: string | undefined,
  syscall: string | undefined,
  errcode: number | undefined,
  data: string,
): StartupFault | undefined {
  if (code === 'ENOENT' && syscall !== 'mkdir') return undefined;
  const reason = FOLDER_ERRORS.get(code ?? '') ?? SQLITE_UNWRITABLE.get((errcode ?? 0) & 0xff);
  if (reason === undefined) return undefined;
  return {
    code: EXIT_CODES.dataFolderUnusable.code,
    message: `Cannot use the data folder ${data}: ${reason}. Set another one with MERIDIAN_DATA or --data.`,
  };
}

function asError(error: unknown): SystemError {
  return error instanceof Error ? error : new Error(String(error));
}

function unforeseen(error: unknown): string {
  return `Meridian could not start.\n${asError(error).stack}`;
}
