/** Without letters and digits that are taken for one another. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 16;

/** A password that nobody has thought of, to be told to its owner. */
export function randomPassword(): string {
  const letters: string[] = [];
  const byte = new Uint8Array(1);
  while (letters.length < LENGTH) {
    crypto.getRandomValues(byte);
    // What is beyond the last whole round would make some letters more likely than others.
    if (byte[0]! < 256 - (256 % LETTERS.length)) letters.push(LETTERS[byte[0]! % LETTERS.length]!);
  }
  return letters.join('');
}
