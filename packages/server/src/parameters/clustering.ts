import {
  type Clustering,
  HEXBIN_SAMPLINGS,
  hexbinClustering,
  invalid,
  quadbinClustering,
} from '@meridian/hub';
import type { QueryParameter } from '../http/parameter.ts';
import type { QueryString } from '../http/request/query-string.ts';
import { parameters } from './parameter.ts';
import { readBoolean, readChoice, readInteger } from './values.ts';

const KINDS = ['hexbin', 'quadbin'] as const;
const COUNT_MODES = ['real', 'estimated', 'mixed'] as const;

const PREFIX = 'clustering.';

/** The settings that each kind knows. */
const SETTINGS: Record<(typeof KINDS)[number], readonly string[]> = {
  hexbin: [
    'absoluteResolution',
    'resolution',
    'relativeResolution',
    'property',
    'pointmode',
    'singlecoord',
    'sampling',
  ],
  quadbin: ['relativeResolution', 'resolution', 'absoluteResolution', 'noBuffer', 'countmode'],
};

/** The clustering of an area by its zoom. */
type ClusteringAt = (zoom: number) => Clustering;

function readClustering(query: QueryString): ClusteringAt | undefined {
  const kind = readChoice(query, 'clustering', KINDS);
  if (kind === undefined) return undefined;
  for (const { name } of query.pairs)
    if (name.startsWith(PREFIX) && !SETTINGS[kind].includes(name.slice(PREFIX.length)))
      throw invalid(
        `${name} is no setting of ${kind}; these are: ${SETTINGS[kind].map((known) => PREFIX + known).join(', ')}`,
      );
  return kind === 'hexbin' ? readHexbin(query) : readQuadbin(query);
}

function readHexbin(query: QueryString): ClusteringAt {
  const property = readProperty(query);
  const resolution = {
    absolute: readInteger(query, [`${PREFIX}absoluteResolution`, `${PREFIX}resolution`], 0, 15),
    relative: readInteger(query, `${PREFIX}relativeResolution`, -2, 2),
  };
  const options = {
    ...(property ? { property } : {}),
    pointmode: readBoolean(query, `${PREFIX}pointmode`) ?? false,
    singlecoord: readBoolean(query, `${PREFIX}singlecoord`) ?? false,
    sampling: readChoice(query, `${PREFIX}sampling`, HEXBIN_SAMPLINGS) ?? 'off',
  };
  return (zoom) => hexbinClustering(zoom, resolution, options);
}

/** `a.b` is the member b of the property a. */
function readProperty(query: QueryString): string[] | undefined {
  const value = query.one(`${PREFIX}property`);
  const path = value?.split('.');
  if (path?.includes(''))
    throw invalid(
      `${PREFIX}property must be the name of a property, such as height or size.width, not ${JSON.stringify(value)}`,
    );
  return path;
}

/** Cells are always counted exactly and never overlap, so that two of the settings are only checked. */
function readQuadbin(query: QueryString): ClusteringAt {
  readBoolean(query, `${PREFIX}noBuffer`);
  readChoice(query, `${PREFIX}countmode`, COUNT_MODES);
  const resolution = {
    relative: readInteger(query, [`${PREFIX}relativeResolution`, `${PREFIX}resolution`], 0, 4),
    absolute: readInteger(query, `${PREFIX}absoluteResolution`, 0, 22),
  };
  return (zoom) => quadbinClustering(zoom, resolution);
}

const boolean = { type: 'boolean', default: false };

const documented: readonly QueryParameter[] = [
  {
    name: 'clustering',
    description: 'Count features in cells: `hexbin` in hexagons of H3, `quadbin` in tiles.',
    schema: { type: 'string', enum: [...KINDS] },
  },
  {
    name: 'clustering.absoluteResolution',
    description:
      'How fine the cells are: hexbin 0 to 15 (also as `clustering.resolution`), quadbin 0 to 22, the zoom of its cells.',
    schema: { type: 'integer', minimum: 0, maximum: 22 },
  },
  {
    name: 'clustering.relativeResolution',
    description:
      'How much finer the cells are than usual: hexbin -2 to 2; quadbin 0 to 4 levels below the tile (also as `clustering.resolution`).',
    schema: { type: 'integer', minimum: -2, maximum: 4 },
  },
  {
    name: 'clustering.property',
    description: 'hexbin: a property, such as `height` or `size.width`, whose statistics each cell has.',
    schema: { type: 'string' },
  },
  {
    name: 'clustering.pointmode',
    description: 'hexbin: the centre of each cell as a Point, its outline as the property `hexagon`.',
    schema: boolean,
  },
  {
    name: 'clustering.singlecoord',
    description: 'hexbin: count lines and polygons once, where their first coordinate is.',
    schema: boolean,
  },
  {
    name: 'clustering.sampling',
    description:
      'hexbin: count only a part of the features: low 1/8, lowmed 1/32, med 1/128, medhigh 1/1024, high 1/4096.',
    schema: { type: 'string', enum: [...HEXBIN_SAMPLINGS], default: 'off' },
  },
  {
    name: 'clustering.noBuffer',
    description: 'quadbin: accepted; cells always fit together without gaps.',
    schema: boolean,
  },
  {
    name: 'clustering.countmode',
    description: 'quadbin: accepted; counts are always exact.',
    schema: { type: 'string', enum: [...COUNT_MODES], default: 'real' },
  },
];

/** The clustering that is asked for, if any. */
export const clustering = parameters(documented, readClustering);
