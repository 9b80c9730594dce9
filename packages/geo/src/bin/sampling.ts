/** What `vizSampling` asks for: from how many features on a tile shows only a part of them. */
export const VIZ_SAMPLING = { low: 70000, med: 30000, high: 15000 } as const;

export type VizSampling = 'off' | keyof typeof VIZ_SAMPLING;

/** What `sampling` of hexbins asks for: the part of the features that is counted. */
export const HEXBIN_SAMPLING = {
  off: 1,
  low: 1 / 8,
  lowmed: 1 / 32,
  med: 1 / 128,
  medhigh: 1 / 1024,
  high: 1 / 4096,
} as const;

export type HexbinSampling = keyof typeof HEXBIN_SAMPLING;

/** The fraction that is shown when the count passes this many thresholds. */
const STEPS: [thresholds: number, part: number][] = [
  [1024, 1 / 4096],
  [128, 1 / 1024],
  [32, 1 / 128],
  [8, 1 / 32],
  [4, 1 / 8],
  [3, 1 / 4],
  [1, 1 / 3],
];

/** The part of a tile's features to show. It never falls as the count does, so a deeper tile shows all that its parent did. */
export function vizFraction(count: number, sampling: VizSampling): number {
  if (sampling === 'off') return 1;
  const threshold = VIZ_SAMPLING[sampling];
  for (const [thresholds, part] of STEPS) if (count > thresholds * threshold) return part;
  return 1;
}
