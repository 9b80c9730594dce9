/** A file of the studio as it is served. */
export type StudioFile = {
  type: string;
  body: Uint8Array;
  /** The same compressed, where that makes it smaller. */
  br?: Uint8Array;
  gzip?: Uint8Array;
  etag: string;
  /** Runs WebAssembly, which a content policy must allow. */
  mayCompile?: boolean;
  /** Its name changes with its content. */
  isImmutable: boolean;
};

/** By the path they are served at. */
export type StudioFiles = ReadonlyMap<string, StudioFile>;

/** The page, for those who have cookies of a sign-in and for those who have none. */
export const PAGE = '/';
export const UNKNOWN_PAGE = '/ unknown';
/** The page of a published map. */
export const MAP_PAGE = '/ map';
/** Shows one space in frames of other pages. */
export const EMBED_PAGE = '/embed';
