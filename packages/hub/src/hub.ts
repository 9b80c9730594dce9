import {
  isEmbedded,
  isInMemory,
  openReadStore,
  openStore,
  ProcessorThreads,
  type ReadStore,
  type ReplicaUse,
  type SharedFolder,
  type Store,
  type StoreLocation,
  type Want,
} from '@meridian/store';
import { Access, createFirstAccount, type FirstAccount, type Issued } from './accounts/access.ts';
import { Accounts } from './accounts/accounts.ts';
import { AnonymousSessions } from './accounts/anonymous-sessions.ts';
import { ByteQuota } from './accounts/byte-quota.ts';
import { LastUses, type TellUse } from './accounts/last-uses.ts';
import { PasswordHashes } from './accounts/passwords.ts';
import { newSecret } from './accounts/secrets.ts';
import { type SessionLifetimes, Sessions } from './accounts/sessions.ts';
import { SignIn } from './accounts/sign-in.ts';
import { Tokens } from './accounts/tokens.ts';
import { Audit, type AuditLimits } from './audit/audit.ts';
import { type BackupSchedule, ScheduledBackups } from './backup/scheduled-backups.ts';
import { DiskGuard, diskSpaceOf } from './disk-guard.ts';
import { ExportFiles, type ExportLimits } from './exports/export-files.ts';
import { Features } from './features.ts';
import { Load, type LoadLimits, PROCESSOR_THREADS } from './load/load.ts';
import { ProcessedWrites } from './processed-writes.ts';
import { Projects } from './projects/projects.ts';
import { Spaces } from './spaces/spaces.ts';
import { StorageCheck } from './storage-check.ts';

export type HubSettings = StoreLocation & {
  readerThreads: number;
  /** What all reader threads together may remember of columns. */
  columnCacheBytes?: number;
  writerThreads: number;
  sessionLifetimes: SessionLifetimes;
  /** Of hashing a password that was chosen, as the binary logarithm of scrypt's N. */
  passwordCost: number;
  /** Of the definition of a project. */
  maxDocumentBytes: number;
  load: LoadLimits;
  /** Of the disk of an embedded store; below it only deletes and sign-ins are accepted. */
  minFreeDiskPercent: number;
  /** That an account may store unless an administrator set another; 0 sets no limit. */
  maxAccountBytes: number;
  auditLimits: AuditLimits;
  exportLimits: ExportLimits;
  /** Spaces may be filled from addresses. */
  mayFetch?: boolean;
  /** Absent where the hub makes no backups of itself. */
  backupSchedule?: BackupSchedule | undefined;
};

/** The whole service without its HTTP. */
export type Hub = {
  access: Access;
  accounts: Accounts;
  tokens: Tokens;
  sessions: Sessions;
  signIn: SignIn;
  anonymousSessions: AnonymousSessions;
  spaces: Spaces;
  features: Features;
  projects: Projects;
  load: Load;
  storage: StorageCheck;
  disk: DiskGuard;
  quota: ByteQuota;
  audit: Audit;
  exportFiles: ExportFiles;
  /** Where reads may go to a replica of the database. */
  replica: ReplicaUse | undefined;
  /** Where other processes may read the data folder: has built what one of them would like. */
  want: Want | undefined;
  lastUses: LastUses;
  /** Not started; absent where none are to be made. */
  backups: ScheduledBackups | undefined;
  /** Makes the first account of a new hub; undefined where there is one already. */
  begin(first: FirstAccount): Promise<Issued | undefined>;
  close(): Promise<void>;
};

/** `shared`: other processes are going to read the data folder. */
export async function openHub(settings: HubSettings, shared?: SharedFolder): Promise<Hub> {
  const disk = diskOf(settings);
  const threads = { ...readersOf(settings), writers: settings.writerThreads };
  const store = await openStore(settings, threads, () => disk.known() === undefined, shared);
  const { backupSchedule } = settings;
  const location = isEmbedded(settings) ? settings.data : settings.store;
  const keys = store.catalogue.keys;
  const backups = backupSchedule && new ScheduledBackups(keys, location, backupSchedule);
  const hub = await hubOn(store, settings, disk, backups);
  try {
    await hub.spaces.bindOlder();
    hub.audit.start();
    hub.lastUses.start();
    return hub;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** A hub that only reads, in a process beside the one that writes. */
export type ReadHub = Hub & Pick<ReadStore, 'forget'>;

/** `want` is told what reads would be cheaper with, `tellUse` which tokens and sessions are used. */
export async function openReadHub(settings: HubSettings, want: Want, tellUse: TellUse): Promise<ReadHub> {
  const store = openReadStore(settings.data, readersOf(settings), want);
  const hub = await hubOn(store, settings, diskOf(settings), undefined, tellUse);
  return { ...hub, forget: store.forget };
}

function readersOf({ readerThreads, columnCacheBytes }: HubSettings) {
  return { readers: readerThreads, ...(columnCacheBytes !== undefined && { columnCacheBytes }) };
}

function diskOf(settings: HubSettings): DiskGuard {
  // The disk of a database is its own concern: nobody here can see it.
  return new DiskGuard(isEmbedded(settings) ? settings.minFreeDiskPercent : 0, () =>
    diskSpaceOf(settings.data),
  );
}

async function hubOn(
  store: Store,
  settings: HubSettings,
  disk: DiskGuard,
  backups: ScheduledBackups | undefined,
  tellUse?: TellUse,
): Promise<Hub> {
  try {
    const { catalogue } = store;
    const lastUses = new LastUses(catalogue, tellUse);
    const access = new Access(catalogue, lastUses);
    const audit = new Audit(catalogue.audit, auditLimits(settings), 'hub');
    const hashes = new PasswordHashes(settings.passwordCost);
    const accounts = new Accounts(catalogue, audit, hashes);
    const key = await catalogue.keys.getOrAdd('sessions', newSecret());
    const sessions = new Sessions(catalogue, key, settings.sessionLifetimes, audit, lastUses);
    const load = new Load(settings.load);
    const processors = new ProcessorThreads(PROCESSOR_THREADS);
    const processed = new ProcessedWrites(processors, load);
    const spaces = new Spaces(store, access, processed, audit, settings.mayFetch ?? false);
    const exportFiles = new ExportFiles(settings.exportLimits);
    const quota = new ByteQuota(
      store.features,
      () => spaces.all(),
      (id) => access.account(id),
      (id) => exportFiles.usedBytes(id),
      settings.maxAccountBytes,
    );
    const features = new Features(store, spaces, load, processed, quota);
    return {
      access,
      accounts,
      tokens: new Tokens(catalogue, audit, lastUses),
      sessions,
      signIn: new SignIn(catalogue, sessions, key, audit, hashes),
      anonymousSessions: new AnonymousSessions(key),
      spaces,
      features,
      projects: new Projects(store.catalogue.projects, settings.maxDocumentBytes, audit),
      load,
      storage: new StorageCheck(async () => {
        await catalogue.refresh();
        return (await store.features.trouble()) ?? disk.trouble();
      }),
      disk,
      quota,
      audit,
      exportFiles,
      replica: store.replica,
      want: store.want,
      lastUses,
      backups,
      begin: (first) => createFirstAccount(catalogue, accounts, first, Date.now()),
      close: async () => {
        await backups?.close();
        await audit.close();
        await lastUses.close();
        await features.close();
        await processors.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** A store in memory has little room for what is not a feature; the log gets a small part of it. */
const MEMORY_PER_ENTRY = 128 * 1024;

function auditLimits({ auditLimits, ...location }: HubSettings): AuditLimits {
  if (!isInMemory(location)) return auditLimits;
  const fitting = Math.max(1, Math.floor((location.memoryStoreMax ?? Infinity) / MEMORY_PER_ENTRY));
  return { ...auditLimits, maxEntries: Math.min(auditLimits.maxEntries, fitting) };
}
