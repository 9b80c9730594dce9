import { nodePlatform } from './node/platform.ts';
import { readerFor } from './read.ts';
import { writerFor } from './write.ts';

export * from './index.ts';
export { fileSource } from './node/file-source.ts';
export { notebook } from './node/notebook.ts';
export type { Notebook } from './platform.ts';

/** Reads a file's features in the order they stand in it. See index.ts. */
export const readFeatures = readerFor(nodePlatform);

/** The bytes of a file with these features, as they are ready. */
export const writeFeatures = writerFor(nodePlatform);
