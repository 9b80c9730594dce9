import { SPACE } from '../../data/filling.ts';
import type { Figure } from '../../figure.ts';
import { tableLine } from '../../table.ts';
import type { Setting } from '../setting.ts';
import { limitMs } from './questions.ts';

const REPEATS = 3;

/** What takes longer is not asked again in a round: the figure is far from its target as it is. */
const SLOW_MS = 3000;
const TILE = `/hub/spaces/${SPACE}/tile/web`;
const BOX = `/hub/spaces/${SPACE}/bbox?west=-10&south=35&east=40&north=60`;

/** Of a million features, cells of the last three resolutions are too many: that is to be said as soon. */
const RESOLUTIONS = [0, 4, 8, 9, 10, 11, 13, 15];

export function hexbinsOfEurope(resolution: number): string {
  return `${BOX}&clustering=hexbin&clustering.resolution=${resolution}`;
}

/** Bins at several resolutions, and the tile of the world with a filter beside the one without. */
export async function tileFigures({ client, effort, prepared }: Setting): Promise<Figure[]> {
  const refused = new Set<string>();
  const ask = async (path: string) => {
    try {
      await client.send('GET', `${path}&skipCache=true`);
    } catch (error) {
      if (!(error instanceof Error && / cells; use a lower one or a smaller area/.test(error.message)))
        throw error;
      refused.add(path);
    }
  };
  const best = async (path: string) => {
    let least = Infinity;
    for (let i = 0; i < REPEATS; i++) {
      const started = performance.now();
      await ask(path);
      const ms = performance.now() - started;
      least = Math.min(least, ms);
      if (ms > SLOW_MS) break;
    }
    return least;
  };
  const figures: Figure[] = [];
  const bins = [
    ...RESOLUTIONS.map((resolution) => ({
      name: `hexbins of resolution ${resolution} of Europe`,
      path: hexbinsOfEurope(resolution),
    })),
    { name: 'hexbins of the world', path: `${TILE}/0_0_0?clustering=hexbin` },
    ...[14, 16, 18].map((zoom) => ({
      name: `quadbins of zoom ${zoom} of Europe`,
      path: `${BOX}&clustering=quadbin&clustering.absoluteResolution=${zoom}`,
    })),
    ...[0, 2, 4].map((resolution) => ({
      name: `quadbins of resolution ${resolution} of the world`,
      path: `${TILE}/0_0_0?clustering=quadbin&clustering.resolution=${resolution}`,
    })),
    {
      name: 'hexbins of the world with a filter',
      path: `${TILE}/0_0_0?clustering=hexbin&p.wheelchair=yes`,
    },
  ];
  for (const { name, path } of bins) {
    const rounds = [];
    // The first one, which finds cells or reads them as they are stored, does not count.
    await ask(path);
    for (let round = 0; round < effort.rounds && (rounds.at(-1)?.ours ?? 0) <= SLOW_MS; round++)
      rounds.push({ ours: await best(path), floor: undefined });
    figures.push({
      name: `columns, ${name}${refused.has(path) ? ', refused' : ''}`,
      unit: 'ms',
      rounds,
      target: { of: 'ours', below: limitMs(300, prepared.count) },
    });
    console.error(tableLine(figures.at(-1)!));
  }
  const rounds = [];
  for (let round = 0; round < effort.rounds; round++)
    rounds.push({
      floor: await best(`${TILE}/0_0_0.mvt?`),
      ours: await best(`${TILE}/0_0_0.mvt?p.wheelchair=yes`),
    });
  figures.push({
    name: 'columns, vector tile of the world with a filter',
    unit: 'ms',
    rounds,
    target: { of: 'ratio', below: 3 },
    note: 'floor: the same tile without a filter',
  });
  console.error(tableLine(figures.at(-1)!));
  return figures;
}
