/** Ends a dry run, with what it would have come to. */
export class DryRunResult {
  readonly result: unknown;

  constructor(result: unknown) {
    this.result = result;
  }
}
