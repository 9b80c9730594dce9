import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';

/** A row of the table of differences in README.md. */
export type Explanation = {
  /** Of names such as `shapefile/point.shp`. */
  files: string;
  difference: RegExp;
  text: string;
  /** In so many files it occurs. */
  count: number;
};

const ROW = /^\| `([^`]+)` \| `(.+)` \| (\d+) \| (.+) \|$/;

/** The differences that are explained, in the order of the table. */
export function readExplanations(): Explanation[] {
  const lines = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8').split('\n');
  return lines.flatMap((line) => {
    const row = ROW.exec(line);
    if (row === null) return [];
    const [, files, text, count] = row as unknown as [string, string, string, string];
    return { files: files!, difference: pattern(text), text, count: Number(count) };
  });
}

/** `*` stands for anything. */
function pattern(text: string): RegExp {
  return new RegExp(`^${text.split('*').map(RegExp.escape).join('.*')}$`, 's');
}

export function explains({ files, difference }: Explanation, file: string, found: string): boolean {
  return difference.test(found) && matchesGlob(file, files);
}
