import type { Operation } from '../http/operation.ts';
import { ArchiveReader } from './archive-reader.ts';
import { tileFileTileOperation } from './tile-file-tile.get.ts';
import { tileFileOperations } from './tile-files.get.ts';
import type { TileFolder } from './tile-folder.ts';

/** Tiles in files of the operator's. */
export function tileOperations(folder: TileFolder): Operation[] {
  const reader = new ArchiveReader();
  return [...tileFileOperations(folder, reader), tileFileTileOperation(folder, reader)];
}
