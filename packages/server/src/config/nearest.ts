/** The known name a misspelt one most likely stands for, if one is near enough. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const allowed = Math.max(2, Math.floor(name.length / 3));
  const ranked = known
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .filter(({ distance }) => distance <= allowed)
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.candidate;
}

/** Insertions, deletions and substitutions that turn one text into the other (Levenshtein). */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const substituted = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, substituted));
    }
    row = next;
  }
  return row[to.length]!;
}
