/** Refuses what is not UTF-8; a byte order mark is a character like any other. */
export const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
