import fc from 'fast-check';

/** Code points without surrogates, numbered from 0. */
const COUNT = 0x110000 - 0x800;
const SURROGATES = 0xd800;

/**
 * Any character of Unicode, as unit of `fc.string`. It is what `unit: 'binary'` stands for, which takes a second of processor time
 * to list all of them whenever a process first asks for it.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat({ max: COUNT - 1 }).map(
  (number) => String.fromCodePoint(number < SURROGATES ? number : number + 0x800),
  (character) => {
    if (typeof character !== 'string') throw new Error('not a text');
    const code = character.codePointAt(0);
    if (code === undefined || String.fromCodePoint(code) !== character || !character.isWellFormed())
      throw new Error('not one character');
    return code < SURROGATES ? code : code - 0x800;
  },
);
