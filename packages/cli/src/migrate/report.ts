import { plural } from '../terminal/words.ts';
import { type Difference, differenceText } from './compare-sides.ts';
import type { LeftOut, MigrationState } from './migration-state.ts';

type SpaceReport = {
  id: string;
  features: number;
  versions?: number;
  isVerified: boolean;
  difference?: Difference;
  leftOut: LeftOut[];
  /** What is there and does nothing. */
  warnings: LeftOut[];
};

export type MigrationReport = {
  source: string;
  target: string;
  spaces: SpaceReport[];
  projects: string[];
  leftOut: LeftOut[];
  /** Whether all of it is there, and the same on both sides. */
  isComplete: boolean;
};

/** What no hub can be given over HTTP. */
const NEVER_COPIED: LeftOut[] = [
  { what: 'times', why: 'createdAt and updatedAt of features, spaces and projects are those of the copy' },
  { what: 'uuids', why: 'features of spaces with enableUUID have new ones' },
  { what: 'accounts and tokens', why: 'everything belongs to the account that copied it; make tokens again' },
];

export function reportOf(
  { stored: { source, target, spaces, projects } }: MigrationState,
  ids: readonly string[],
  leftOut: readonly LeftOut[],
): MigrationReport {
  const copied = ids.map((id): SpaceReport => {
    const { count, versions, isVerified = false, difference, leftOut, warnings = [] } = spaces[id]!;
    return {
      id,
      features: count,
      ...(versions === undefined ? {} : { versions }),
      isVerified,
      ...(difference && { difference }),
      leftOut,
      warnings,
    };
  });
  return {
    source,
    target,
    spaces: copied,
    projects,
    leftOut: [...leftOut, ...NEVER_COPIED],
    isComplete:
      leftOut.length === 0 && copied.every(({ isVerified, leftOut }) => isVerified && leftOut.length === 0),
  };
}

export function reportText({
  source,
  target,
  spaces,
  projects,
  leftOut,
  isComplete,
}: MigrationReport): string {
  const features = spaces.reduce((sum, one) => sum + one.features, 0);
  const all = [
    ...spaces.flatMap(({ id, leftOut }) => leftOut.map(({ what, why }) => `${id}: ${what}: ${why}`)),
    ...spaces.flatMap(({ id, isVerified, difference }) =>
      isVerified
        ? []
        : [`${id}: not the same on both sides${difference ? `: ${differenceText(difference)}` : ''}`],
    ),
    ...leftOut.map(({ what, why }) => `${what}: ${why}`),
  ];
  const warnings = spaces.flatMap(({ id, warnings }) =>
    warnings.map(({ what, why }) => `- ${id}: ${what}: ${why}`),
  );
  return `${plural(spaces.length, 'space')} with ${plural(features, 'feature')} and ${plural(projects.length, 'project')} of ${source} are on ${target}.
${isComplete ? 'Counts and checksums are the same on both sides.' : 'NOT EVERYTHING was copied:'}

Left out:
${all.map((line) => `- ${line}`).join('\n')}
${warnings.length > 0 ? `\nCopied, but of no effect:\n${warnings.join('\n')}\n` : ''}`;
}
