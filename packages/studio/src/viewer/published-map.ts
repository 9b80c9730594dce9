import type { Condition } from '@meridian/client';
import type { LayerSpecification, SourceSpecification } from 'maplibre-gl';
import { classCondition } from '../map-style/class-condition.ts';
import {
  type LayerStyle,
  type MapLayer,
  newLayer,
  styleOfSpace,
  titleOfSpace,
} from '../map-style/document.ts';
import { OTHER_COLOR } from '../map-style/palette.ts';
import { CELL_RESOLUTION, plainLayers } from '../map-style/plain-layers.ts';
import type { Popup } from '../map-style/popup.ts';
import { RAMPS } from '../map-style/ramp.ts';
import { themedStyle } from '../map-style/themed-layer.ts';

/** A space in a folder that is published. */
export type PublishedSpace = {
  id: string;
  title: string;
  description?: string;
  /** HTML, as map libraries show it. */
  attribution?: string;
  license?: string;
  /** Its tiles, beside the style. */
  file: string;
};

/** With what the definition of the space has for clients, such as its style. */
export type SpaceToPublish = PublishedSpace & {
  client?: unknown;
  /** Tiles with how many features there are, down to a zoom. */
  counts?: { file: string; maxZoom: number };
  /** Whether some of its features are in none of the classes of its style. */
  hasOthers?: boolean;
};

/** How tiles are asked for that have the counts of a style. */
export type TileCounts =
  | { mode: 'cluster' }
  | {
      /** Only this form has counts of cells as numbers. */
      flat: true;
      clustering: { type: 'hexbin'; relativeResolution: number; property?: string };
    };

/** What a space needs beside its tiles to look as its style says; undefined where that is nothing. */
export function tileCountsOf(space: string, client: unknown): TileCounts | undefined {
  const { view, cellBy } = styleOfSpace(space, client) ?? {};
  if (view === 'clusters') return { mode: 'cluster' };
  if (view !== 'hexbin') return undefined;
  return {
    flat: true,
    clustering: {
      type: 'hexbin',
      relativeResolution: CELL_RESOLUTION,
      ...(cellBy ? { property: cellBy.property } : {}),
    },
  };
}

/** What features fulfil that are in one of the classes of the style of a space; undefined where that has no classes. */
export function classesOf(space: string, client: unknown): Condition | undefined {
  const style = styleOfSpace(space, client);
  return style?.view === 'features' ? classCondition(style) : undefined;
}

/** Light, and where that is another one, dark; for what is in no class, in words that pages have in their languages. */
export type LegendEntry = { color: string; dark?: string; label: string; others?: 'category' | 'number' };

export type PublishedMap = {
  title: string;
  bounds: [west: number, south: number, east: number, north: number];
  spaces: SpaceToPublish[];
  /** Which program wrote it. */
  generator: string;
};

/** What the page reads from the style: what MapLibre has no member for. */
export type PublishedMetadata = {
  'meridian:bounds': PublishedMap['bounds'];
  'meridian:generator': string;
  /** What is painted differently for those who prefer dark pages, by layer. */
  'meridian:dark': Record<string, Record<string, unknown>>;
  'meridian:spaces': (PublishedSpace & {
    color: string;
    layers: string[];
    /** Those of the layers that show counts. */
    counted?: string[];
    /** What colours mean where there are several. */
    legend?: LegendEntry[];
    /** The property that they are by. */
    legendProperty?: string;
    /** What is shown of a feature; without it all properties are. */
    popup?: Popup;
    titleProperty?: string;
  })[];
};

export type PublishedStyle = {
  version: 8;
  name: string;
  metadata: PublishedMetadata;
  sources: Record<string, SourceSpecification>;
  layers: LayerSpecification[];
};

const GROUND = {
  light: { water: '#dfe9ea', land: '#f8f7f2', coast: '#c3ccc8' },
  dark: { water: '#10171b', land: '#1e272b', coast: '#465459' },
};

/** Coasts are exact to a kilometre; near by they would only be in the way. */
const LAND_MAX_ZOOM = 9;

/** A MapLibre style of tiles that lie beside it. The first space is on top. */
export function publishedStyle({ title, bounds, spaces, generator }: PublishedMap): PublishedStyle {
  const drawn = spaces.map(({ client, counts, hasOthers, ...space }, index) => {
    const layer = layerOf(space.id, index, client);
    const { color, popup, view, ramp } = layer.style;
    const [legend, titleProperty] = [legendOf(layer.style, hasOthers), titleOfSpace(client)];
    const counted = counts ? countedLayers(layer, counts.maxZoom) : [];
    return {
      ...space,
      color: view === 'hexbin' ? RAMPS[ramp].at(-1)! : color,
      ...(counted.length === 0 ? {} : { counted: counted.map(({ id }) => id) }),
      ...(legend.length === 0 ? {} : { legend, legendProperty: layer.style.property ?? '' }),
      ...(popup ? { popup } : {}),
      ...(titleProperty === undefined ? {} : { titleProperty }),
      plain: [...singleLayers(layer, counts), ...counted],
      dark: [
        ...singleLayers(layer, counts, 'dark'),
        ...(counts ? countedLayers(layer, counts.maxZoom, 'dark') : []),
      ],
    };
  });
  const layers = [...groundLayers('light'), ...drawn.toReversed().flatMap(({ plain }) => plain)];
  const dark = [...groundLayers('dark'), ...drawn.flatMap((space) => space.dark)];
  return {
    version: 8,
    name: title,
    metadata: {
      'meridian:bounds': bounds,
      'meridian:generator': generator,
      'meridian:dark': otherPaint(layers, dark),
      'meridian:spaces': drawn.map(({ plain, dark: _, ...space }) => ({
        ...space,
        layers: plain.map(({ id }) => id),
      })),
    },
    sources: {
      // A name that no space has.
      '/land': { type: 'geojson', data: 'assets/land.json', attribution: 'Natural Earth' },
      ...Object.fromEntries(
        spaces.flatMap((space) => [
          [space.id, sourceOf(space)],
          ...(space.counts
            ? [[countsSource(space.id), sourceOf({ ...space, file: space.counts.file })]]
            : []),
        ]),
      ),
    },
    layers,
  };
}

function groundLayers(look: 'light' | 'dark'): LayerSpecification[] {
  const { water, land, coast } = GROUND[look];
  return [
    { id: '/water', type: 'background', paint: { 'background-color': water } },
    {
      id: '/land',
      type: 'fill',
      source: '/land',
      maxzoom: LAND_MAX_ZOOM,
      paint: { 'fill-color': land, 'fill-outline-color': coast },
    },
  ];
}

/** What some layers paint differently than others of the same names. */
function otherPaint(
  layers: readonly LayerSpecification[],
  others: readonly LayerSpecification[],
): PublishedMetadata['meridian:dark'] {
  const paintOf = ({ paint = {} }: LayerSpecification) => paint as Record<string, unknown>;
  const found = layers.map((layer) => {
    const [paint, other] = [paintOf(layer), paintOf(others.find(({ id }) => id === layer.id)!)];
    const changed = Object.entries(other).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(paint[name]),
    );
    return [layer.id, Object.fromEntries(changed)] as const;
  });
  return Object.fromEntries(found.filter(([, changed]) => Object.keys(changed).length > 0));
}

/** A space as it looks by its own style. */
function layerOf(space: string, index: number, client: unknown): MapLayer {
  const plain = newLayer(space, index);
  return { ...plain, style: styleOfSpace(space, client) ?? plain.style };
}

/** Features one by one: where they are counted, from the zoom on that has no counts any more. */
function singleLayers(
  layer: MapLayer,
  counts: SpaceToPublish['counts'],
  look: 'light' | 'dark' = 'light',
): LayerSpecification[] {
  if (!counts) return plainLayers(layer, look);
  const single = plainLayers({ ...layer, style: { ...layer.style, view: 'features' } }, look);
  return single.map((one) => ({ ...one, minzoom: counts.maxZoom + 1 }));
}

/** Clusters or hexagons. */
function countedLayers(
  layer: MapLayer,
  maxZoom: number,
  look: 'light' | 'dark' = 'light',
): LayerSpecification[] {
  const source = countsSource(layer.space);
  return plainLayers(layer, look).map(
    (one) => ({ ...one, source, maxzoom: maxZoom + 1 }) as LayerSpecification,
  );
}

/** A name that no space has. */
function countsSource(space: string): string {
  return `/counts/${space}`;
}

function legendOf(style: LayerStyle, hasOthers = false): LegendEntry[] {
  const { view, shading, classes } = style;
  if (view !== 'features' || shading === 'plain') return [];
  const { classes: dark } = themedStyle(style, true);
  const entries = classes.map(({ from, color }, index): LegendEntry => {
    const next = classes[index + 1];
    if (shading === 'categories') return { color, label: String(from) };
    return {
      color,
      dark: dark[index]!.color,
      label: next ? `${grouped(from)} – ${grouped(next.from)}` : `≥ ${grouped(from)}`,
    };
  });
  return hasOthers ? [...entries, { color: OTHER_COLOR, ...OTHERS[shading] }] : entries;
}

const OTHERS = {
  categories: { label: 'Other', others: 'category' },
  graduated: { label: 'Not a number', others: 'number' },
} as const;

/** `1250000` → `1 250 000`, with narrow spaces: who will read it, and in which language, is not known. Years stay years. */
function grouped(number: string | number): string {
  const [whole, ...rest] = String(number).split('.');
  if (whole!.length <= 4) return String(number);
  return [whole!.replaceAll(/\B(?=(\d{3})+$)/g, '\u202f'), ...rest].join('.');
}

function sourceOf({ file, attribution, license }: PublishedSpace): SourceSpecification {
  const credit = [attribution, license && escaped(license)].filter(Boolean).join(', ');
  return {
    type: 'vector',
    url: `pmtiles://${encodeURIComponent(file)}`,
    promoteId: 'id',
    ...(credit === '' ? {} : { attribution: credit }),
  };
}

/** Text as HTML. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
