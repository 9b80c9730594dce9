/** What the exit code says to scripts and service managers; `--help` lists it. */
export const EXIT_CODES = {
  orderly: { code: 0, meaning: 'ended on request' },
  failure: { code: 1, meaning: 'ended by an unexpected error' },
  configuration: { code: 2, meaning: 'a flag, a variable or the command itself is wrong' },
  dataFolderInUse: { code: 3, meaning: 'another server uses the data folder' },
  cannotListen: {
    code: 4,
    meaning: 'the port is in use or not permitted, or the host is no address here',
  },
  dataFolderUnusable: { code: 5, meaning: 'the data folder cannot be written, or a newer Meridian wrote it' },
  databaseUnusable: {
    code: 6,
    meaning: 'the database cannot be reached or used, or a newer Meridian wrote it',
  },
} as const;

/** A second signal ends the process immediately, with the code a shell gives to that signal. */
export const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
