/** How a CSV file is written. */
export type Dialect = { delimiter: number };

const DELIMITERS = [',', ';', '\t', '|'];
const SAMPLED_RECORDS = 20;
const QUOTE = 0x22;

/** The delimiter that cuts the first records into the same number of fields, and into the most. */
export function guessDelimiter(name: string, head: Uint8Array): number {
  const isTabbed = /\.(tsv|tab)(\.gz)?$/i.test(name);
  const candidates = (isTabbed ? ['\t', ...DELIMITERS] : DELIMITERS).map((text) => text.charCodeAt(0));
  let best = candidates[0]!;
  let bestScore = 0;
  for (const delimiter of candidates) {
    const counts = fieldCounts(head, delimiter);
    const fields = counts[0] ?? 1;
    if (fields < 2) continue;
    const score =
      (counts.filter((count) => count === fields).length / counts.length) * 1000 + Math.min(fields, 900);
    if (score > bestScore) {
      best = delimiter;
      bestScore = score;
    }
  }
  return best;
}

/** Fields of the first whole records; delimiters and line ends in quotes don't count. */
function fieldCounts(head: Uint8Array, delimiter: number): number[] {
  const counts: number[] = [];
  let fields = 1;
  let inQuotes = false;
  let isStart = true;
  for (let i = 0; i < head.length && counts.length < SAMPLED_RECORDS; i++) {
    const byte = head[i]!;
    if (inQuotes) {
      if (byte === QUOTE) inQuotes = false;
      continue;
    }
    if (byte === QUOTE && (isStart || head[i - 1] === QUOTE)) inQuotes = true;
    else if (byte === delimiter) fields++;
    else if (byte === 0x0a) {
      if (fields > 1 || head[i - 1] !== 0x0a) counts.push(fields);
      fields = 1;
    }
    isStart = byte === delimiter || byte === 0x0a;
  }
  return counts.length > 0 ? counts : [fields];
}
