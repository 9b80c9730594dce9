import { Fault } from './fault.ts';

/** Primary result codes of SQLite, and what they mean for the user. */
const GENERIC = 1;
const FULL = 13;
const IO_ERROR = 10;
const CORRUPT = 11;
const CAN_NOT_OPEN = 14;
const NO_DATABASE = 26;

const FULL_MESSAGE =
  'the disk of the server is full: nothing was written. Delete something, or ask its operator';

const DAMAGED: Record<number, string> = {
  [IO_ERROR]: 'can not be read or written',
  [CORRUPT]: 'is damaged',
  [CAN_NOT_OPEN]: 'is missing, or may not be opened',
  [NO_DATABASE]: 'is damaged',
};

/** The code of errors about files that a newer version of the program has written. */
export const NEWER_FORMAT = 'DATA_FOLDER_NEWER';

/** It does not get well by itself: only an operator, or deleting the space, helps. */
const RETRY_AFTER_SECONDS = 60;

/** An error of SQLite about its files, in words; any other as it is. */
export function toStorageFault(error: unknown): unknown {
  if (isDiskFull(error)) return diskFull();
  if (isOfNewerVersion(error))
    return damaged(
      'the file that this is stored in was written by a newer version of Meridian, which can read it. Other spaces are not concerned',
    );
  const damage = damageOf(error);
  return damage === undefined
    ? error
    : damaged(
        `the file that this is stored in ${damage}. Other spaces are not concerned. Restore it from a backup, or delete the space`,
      );
}

/** What an error of SQLite says about a file, such as "is damaged (database disk image is malformed)". */
export function damageOf(error: unknown): string | undefined {
  const what = isTableMissing(error) ? 'is damaged' : DAMAGED[resultCode(error)];
  return what && `${what} (${(error as Error).message})`;
}

/** Every file has all tables: one that lacks some was cut, emptied or replaced. */
function isTableMissing(error: unknown): boolean {
  return resultCode(error) === GENERIC && (error as Error).message.startsWith('no such table');
}

function isOfNewerVersion(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === NEWER_FORMAT;
}

/** What was stored as a feature, and is no JSON any more. */
export function damagedText(why: string): Fault {
  return damaged(
    `a feature of this space is damaged (${why}). Others are not concerned. Restore the space from a backup, or delete it`,
  );
}

export function isDiskFull(error: unknown): boolean {
  return resultCode(error) === FULL;
}

export function damaged(message: string): Fault {
  return new Fault('damaged', message, RETRY_AFTER_SECONDS);
}

/** The primary result code of an error of SQLite; 0 for any other. */
function resultCode(error: unknown): number {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return 0;
  return error.errcode & 0xff;
}

export function diskFull(): Fault {
  return new Fault('full', FULL_MESSAGE);
}
