import type { Feature } from '../../packages/formats/src/feature.ts';
import { geometryDifferences } from './compare.geometry.ts';

/** What our reader makes of a record: the feature, or why it is refused. */
export type Read = Feature | { refused: string };

/** In what ways our features differ from those of GDAL, each way once: `flag: true, GDAL has 1`. */
export function differences(ours: readonly Read[], theirs: readonly Feature[]): string[] {
  const found = new Set<string>();
  if (ours.length !== theirs.length) found.add(`${ours.length} features, GDAL has ${theirs.length}`);
  for (const [i, expected] of theirs.entries()) {
    const read = ours[i];
    if (read === undefined) continue;
    for (const difference of featureDifferences(read, expected)) found.add(difference);
  }
  return [...found];
}

function featureDifferences(read: Read, expected: Feature): string[] {
  if ('refused' in read) return [`refused: ${read.refused}`];
  const names = new Set([...Object.keys(read.properties), ...Object.keys(expected.properties)]);
  const found = [...names].flatMap((name) => {
    const [ours, theirs] = [read.properties[name] ?? undefined, expected.properties[name]];
    return isSame(ours, theirs) ? [] : [`${name}: ${shown(ours)}, GDAL has ${shown(theirs)}`];
  });
  if (read.id !== expected.id) found.push(`id ${shown(read.id)}, GDAL has ${shown(expected.id)}`);
  return [...found, ...geometryDifferences(read.geometry, expected.geometry)];
}

function isSame(ours: unknown, theirs: unknown): boolean {
  if (typeof ours === 'number' && typeof theirs === 'number')
    return Math.abs(ours - theirs) <= 1e-12 * Math.max(Math.abs(ours), Math.abs(theirs));
  return JSON.stringify(ours) === JSON.stringify(theirs);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 70 ? `${text.slice(0, 69)}…` : text;
}
