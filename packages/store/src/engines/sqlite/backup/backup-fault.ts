/** A backup that can't be made or used, in words for the operator. */
export class BackupFault extends Error {}

/** A space that was copied, or found unchanged in the backup before, or checked. */
export type CopiedSpace = { id: string; features: number; number: number; of: number; isUnchanged?: boolean };

/** `deleted`: spaces that went while the copy was made, and are not in it. */
export type BackupReport = { spaces: number; unchanged: number; features: number; deleted: string[] };

export type OnSpace = (space: CopiedSpace) => void;

/** `s3://bucket/x` would be made as a folder `s3:` here, and be taken for a backup that is elsewhere. */
export function refuseAddress(target: string): void {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(target))
    throw new BackupFault(
      `${target} is an address, and a backup is written to a folder: write it to one and copy that there, or pipe "meridian backup -" into a program that takes it`,
    );
}
