/** An iteration that goes on while other commands write. */
export interface Walk {
  readonly start: readonly string[];
  readonly seen: string[];
  /** Ids deleted since the start, even if they came back. */
  readonly gone: Set<string>;
  handle: string | undefined;
}
