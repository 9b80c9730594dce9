/** What an element may be called, of the characters that every program takes. */
const NOT_A_NAME = /[^\p{L}\p{N}_.-]+/gu;
const NO_START = /^[^\p{L}_]|^xml/iu;

/** Names of elements for these names of properties, each a different one: `1st street` → `_1st_street`. */
export function xmlNames(names: readonly string[], taken: Iterable<string> = []): string[] {
  const used = new Set([...taken].map((name) => name.toLowerCase()));
  return names.map((name) => {
    const plain = name.normalize('NFC').replaceAll(NOT_A_NAME, '_') || '_';
    const start = NO_START.test(plain) ? `_${plain}` : plain;
    let free = start;
    for (let n = 2; used.has(free.toLowerCase()); n++) free = `${start}_${n}`;
    used.add(free.toLowerCase());
    return free;
  });
}
