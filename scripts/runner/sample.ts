import { createHash } from 'node:crypto';

/** Some of these files, others with every seed. */
export function sampleOf(files: readonly string[], count: number, seed: number): string[] {
  const rank = (file: string) => createHash('sha256').update(`${seed} ${file}`).digest('hex');
  return files
    .map((file) => ({ file, rank: rank(file) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ file }) => file);
}
