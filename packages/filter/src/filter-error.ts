/** A filter that cannot be understood. The message says what is wrong and where, for the one who wrote it. */
export class FilterError extends Error {
  override name = 'FilterError';
}
