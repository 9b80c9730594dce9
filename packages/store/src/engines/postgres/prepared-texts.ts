/**
 * A server holds each change of a table against all statements that a connection has prepared, and most are of the tables of one space:
 * those of spaces that are gone would stay, and slow down all others.
 */
export const MAX_PREPARED = 500;

/** The statements that a connection, or each of a pool, has prepared. */
export class PreparedTexts {
  readonly #texts = new Set<string>();

  /** Whether a statement is to be prepared. */
  takes(sql: string): boolean {
    if (this.#texts.has(sql)) return true;
    if (this.isFull) return false;
    this.#texts.add(sql);
    return true;
  }

  get isFull(): boolean {
    return this.#texts.size >= MAX_PREPARED;
  }

  clear(): void {
    this.#texts.clear();
  }
}
