const LETTERS = 26;
const A = 65;

/** 0 → `A`, 27 → `AB` */
export function columnLetters(index: number): string {
  let letters = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / LETTERS))
    letters = String.fromCharCode(A + ((rest - 1) % LETTERS)) + letters;
  return letters;
}

/** `AB12` → 27; undefined for what is no reference. */
export function columnIndex(reference: string): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference)?.[1];
  if (letters === undefined) return undefined;
  let index = 0;
  for (const letter of letters) index = index * LETTERS + letter.charCodeAt(0) - A + 1;
  return index - 1;
}
