export {
  type Account,
  type Administration,
  BackupFault,
  type BackupReport,
  backUp,
  type CopiedSpace,
  copyHub,
  DatabaseUnusable,
  DataFolderInUse,
  Fault,
  isEmbedded,
  MoveFault,
  type MoveProgress,
  type MoveReport,
  NewerFormat,
  openAdministration,
  restore,
  type StoreLocation,
  type Token,
} from '@meridian/hub';
export { publishedAddress } from './address-file.ts';
export * from './config/index.ts';
export { type RunningServer, startServer } from './start-server.ts';
export { VERSION } from './version.ts';
