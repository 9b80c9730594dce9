export {
  type Account,
  type Administration,
  AUDIT_ACTIONS,
  type AuditFilter,
  type AuditRecord,
  BackupFault,
  type BackupReport,
  backUpAsStream,
  backUpHub,
  backUpInSeries,
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
  restoreHub,
  restoreSpace,
  type StoreLocation,
  type Token,
  verifyBackup,
  withUnpacked,
} from '@meridian/hub';
export { publishedAddress } from './address-file.ts';
export { type AuditSettings, auditLimits } from './config/audit-limits.ts';
export * from './config/index.ts';
export { certificateFaults } from './http/connections/certificate.ts';
export type { RunningServer } from './start-server.ts';
export { VERSION } from './version.ts';
