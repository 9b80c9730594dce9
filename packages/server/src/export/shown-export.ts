import { type ExportRecord, missing, type ReadableSpace } from '@meridian/hub';
import { ownAddress } from '../http/auth/own-address.ts';
import type { Context } from '../http/context.ts';

/** What a client sees of an export. */
export function shownExport(context: Context, record: ExportRecord) {
  const { id, space, format, state, version, features, totalFeatures, bytes } = record;
  const { losses, createdAt, expiresAt, error } = record;
  return {
    id,
    space,
    format,
    state,
    ...(version === undefined ? {} : { version }),
    features,
    ...(totalFeatures === undefined ? {} : { totalFeatures }),
    bytes,
    ...(losses === undefined || state !== 'done' ? {} : { losses }),
    createdAt,
    expiresAt,
    ...(error === undefined ? {} : { error }),
    href: addressOf(context, record),
    ...(state === 'done'
      ? { file: `${addressOf(context, record)}/${encodeURIComponent(record.fileName)}` }
      : {}),
  };
}

/** Where clients ask for it. */
export function addressOf(context: Context, { id, space }: ExportRecord): string {
  return `${ownAddress(context)}/hub/spaces/${encodeURIComponent(space)}/exports/${id}`;
}

/**
 * The export of the path: one that the caller's account made of this very space, out of spaces that the caller may read now.
 */
export async function exportOfPath(context: Context): Promise<ExportRecord> {
  const space = context.openForReading();
  const record = await context.hub.exportFiles.find(context.parameter('export_id'));
  if (!record || !isFor(context, space, record)) throw missing();
  return record;
}

export function isFor({ caller }: Context, space: ReadableSpace, record: ExportRecord): boolean {
  const { account, storageKey, sources } = record;
  if (account !== caller.account.id || storageKey !== space.info.record.storageKey) return false;
  const readable = new Set(space.storedIn);
  return sources.every((source) => readable.has(source));
}
