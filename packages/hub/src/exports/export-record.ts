/** `waiting` for others to end, `running`, and then one of the others for good. */
export type ExportState = 'waiting' | 'running' | 'done' | 'failed';

/** A file of a space that is being written, or was. */
export type ExportRecord = {
  id: string;
  /** Whose it is: nobody else learns of it. */
  account: string;
  space: string;
  /** Of that space: a later one may have its id. */
  storageKey: string;
  /** The spaces whose features are in the file: who may not read them all may not read it. */
  sources: string[];
  fileName: string;
  mediaType: string;
  format: string;
  state: ExportState;
  /** Of the content of the space that the file has; known once it is complete. */
  version?: number;
  /** Read so far, by whole pages. */
  features: number;
  /** To be read, where all of the space is. */
  totalFeatures?: number;
  bytes: number;
  /** What the format has no room for, of features that were read; known once a file of features is complete. */
  losses?: { what: string; count: number }[];
  createdAt: number;
  expiresAt: number;
  /** Why it failed. */
  error?: string;
};

/** Whether more will become of it. */
export function isOpen({ state }: Pick<ExportRecord, 'state'>): boolean {
  return state === 'waiting' || state === 'running';
}
