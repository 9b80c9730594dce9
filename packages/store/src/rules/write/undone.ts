/** Ends a trial, with what it would have come to. */
export class Undone {
  readonly result: unknown;

  constructor(result: unknown) {
    this.result = result;
  }
}
