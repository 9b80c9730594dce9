import type { AreaTest } from '../model/query/area.ts';
import type { FeatureQuery, TileQuery } from '../model/query/query.ts';
import { isPlainView } from '../model/query/view.ts';
import { isSampledPart } from '../pyramid/density/sample-classes.ts';
import { isDrawable } from '../pyramid/tile-blocks/block-cells.ts';
import {
  countedTileOf,
  isBinnable,
  isGeometryOnly,
  isUnfiltered,
  type Read,
  type RowRead,
  readPart,
  sampledFrom,
  storedResolution,
} from './row-read.ts';

/** Where the rows of a response come from. */
export type CandidateSource =
  /** Those of a version, by the indexes of the present where little has changed since, where columns do not have them. */
  | 'version'
  /** What is filed by location and rank: a sample, or ids and boxes of everything. */
  | 'density'
  /** Ids and boxes of stored rows; texts only of those that are more than points. */
  | 'geometries'
  /** Ids first, then the rows of those that belong to the sample. */
  | 'sampled ids'
  /** Those that the columns of the properties asked for leave. */
  | 'columns'
  | 'rows';

/** From how many matches on only a sample is shown, and how they are counted: the best way first. */
export type SamplingPlan = { from: number; countedBy: readonly ('density' | 'rows')[] };

/** How a read is carried out. Some ways may turn out not to have the response; then the next is taken. */
export type Plan =
  | { kind: 'sorted'; query: FeatureQuery }
  /** Stored texts joined by the engine, nothing decoded, perhaps with their namespaces cut out. */
  | { kind: 'joined texts'; query: FeatureQuery }
  | {
      kind: 'rows';
      /** What may be drawn from tile blocks. */
      tile: TileQuery | undefined;
      /** The resolution of hexbins that may be counted already. */
      hexResolution: number | undefined;
      /** Whether features may be counted in cells by what columns have of them. */
      isBinned: boolean;
      sampling: SamplingPlan | undefined;
    };

/** A pure decision: nothing has been read yet. */
export function planOf(read: Read): Plan {
  const from = sampledFrom(read);
  if (read.kind === 'features') {
    const { query } = read;
    if (query.sort.length > 0 || query.rankedBy) return { kind: 'sorted', query };
    // A namespace can be cut out of joined texts.
    const isPlain = isPlainView({ ...query.view, hidesNamespace: false });
    if (isPlain && query.filter.tests.length === 0 && from === Infinity && query.fraction === undefined)
      return { kind: 'joined texts', query };
  }
  const isFiled = countedTileOf(read) !== undefined && isUnfiltered(read);
  return {
    kind: 'rows',
    tile: read.kind === 'tile' && isDrawable(read.query) ? read.query : undefined,
    hexResolution: storedResolution(read),
    isBinned: isBinnable(read),
    sampling: from === Infinity ? undefined : { from, countedBy: isFiled ? ['density', 'rows'] : ['rows'] },
  };
}

/** Where the rows of a read come from of which so much is shown: the best first, the last has them always. */
export function candidateSources(
  read: RowRead,
  area: Pick<AreaTest, 'isBoxes'> | undefined,
  shown: number,
): CandidateSource[] {
  const query = read.kind === 'features' ? read.query : undefined;
  const isPresent = read.query.version === undefined;
  const fraction = readPart(read, shown);
  const sources: CandidateSource[] = [];
  if (area?.isBoxes && !query?.after && !query?.part) {
    const isFiled = isSampledPart(fraction) || (fraction === 1 && isGeometryOnly(read));
    if (isFiled && isUnfiltered(read)) sources.push('density');
    if (isPresent && isGeometryOnly(read)) sources.push('geometries');
  }
  if (isPresent && fraction < 1) sources.push('sampled ids');
  if (read.query.filter.tests.length > 0) sources.push('columns');
  return [...sources, isPresent ? 'rows' : 'version'];
}

/** What a plan is going to do, in words. */
export function explain(plan: Plan): string {
  if (plan.kind !== 'rows') return plan.kind;
  const { tile, hexResolution, isBinned, sampling } = plan;
  return [
    ...(tile ? ['tile blocks'] : []),
    ...(hexResolution === undefined ? [] : [`hex counts of resolution ${hexResolution}`]),
    ...(isBinned ? ['cells of columns'] : []),
    sampling
      ? `a sample from ${sampling.from} matches on, counted by ${sampling.countedBy.join(' or ')}`
      : 'rows',
  ].join(', else ');
}
