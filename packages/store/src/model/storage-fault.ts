import { Fault } from './fault.ts';

/** Primary result codes of SQLite, and what they mean for whoever asks. */
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

/** It does not mend itself: only an operator, or deleting the space, helps. */
const RETRY_AFTER_SECONDS = 60;

/** An error of SQLite about its files, in words; any other as it is. */
export function toStorageFault(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error;
  const code = error.errcode & 0xff;
  if (code === FULL) return diskFull();
  const what = DAMAGED[code];
  if (!what) return error;
  return new Fault(
    'damaged',
    `the file that this is stored in ${what} (${error.message}). Other spaces are not concerned. Restore it from a backup, or delete the space`,
    RETRY_AFTER_SECONDS,
  );
}

export function diskFull(): Fault {
  return new Fault('full', FULL_MESSAGE);
}
