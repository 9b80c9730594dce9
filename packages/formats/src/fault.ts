/** What can be wrong with a file as a whole. What is wrong with one feature is a refused record instead. */
export type FaultKind =
  /** Nothing in it. */
  | 'empty'
  /** No format we read, or not the one it was said to be. */
  | 'unknown'
  /** Ends in the middle. */
  | 'truncated'
  /** Not valid in its format. */
  | 'malformed'
  /** Right, but something we don't read: an encrypted member, a projection nobody knows. */
  | 'unsupported'
  /** Beyond a limit: size of a feature, of an archive's member, its ratio. */
  | 'tooLarge'
  /** Made to do harm: a DTD, a member whose name leaves the archive, an archive in an archive. */
  | 'unsafe'
  /** A file that is not there or may not be read; a server that can't be reached, or that responds with an error. */
  | 'unavailable'
  /** An option that does not fit the file: a layer or column it does not have. */
  | 'option';

/** `roads.geojson: ends in the middle of feature 812 (line 4711, byte 190233)` */
export class FormatFault extends Error {
  readonly kind: FaultKind;
  /** The file, or `archive.zip/member`. */
  readonly file: string;
  /** The message without the file. */
  readonly reason: string;

  constructor(kind: FaultKind, file: string, reason: string) {
    super(`${file}: ${reason}`);
    this.name = 'FormatFault';
    this.kind = kind;
    this.file = file;
    this.reason = reason;
  }
}
