export {
  type Account,
  type Administration,
  BackupFault,
  type BackupReport,
  backUp,
  type CopiedSpace,
  copyHub,
  DataFolderInUse,
  type Diagnosis,
  DoctorFault,
  examineHub,
  Fault,
  type HubDiagnosis,
  isEmbedded,
  isInMemory,
  MoveFault,
  type MoveProgress,
  type MoveReport,
  openAdministration,
  restore,
  type StoreLocation,
  type Token,
} from '@meridian/hub';
export { publishedAddress } from './address-file.ts';
export * from './config/index.ts';
export { certificateFaults } from './http/connections/certificate.ts';
export { type RunningServer, startServer } from './start-server.ts';
export { VERSION } from './version.ts';
