import type { MapLayer } from './document.ts';

/**
 * The layers with one of them a step up (-1) or down (1). At the edge of its group it leaves the group first, and at the edge of
 * another one it joins that: so layers of a group always follow each other.
 */
export function movedLayer(layers: readonly MapLayer[], space: string, by: -1 | 1): MapLayer[] {
  const from = layers.findIndex((layer) => layer.space === space);
  const layer = layers[from];
  if (!layer) return [...layers];
  const beside = layers[from + by];
  if (layer.group !== beside?.group) {
    const next = layer.group === undefined ? beside?.group : undefined;
    return layers.with(from, inGroup(layer, next));
  }
  return beside ? inserted(layers.toSpliced(from, 1), from + by, layer) : [...layers];
}

/** The layers with one of them where another one is, and in the group of that. */
export function placedLayer(layers: readonly MapLayer[], space: string, at: string): MapLayer[] {
  const [from, to] = [space, at].map((id) => layers.findIndex((layer) => layer.space === id)) as [
    number,
    number,
  ];
  if (from < 0 || to < 0 || from === to) return [...layers];
  return inserted(layers.toSpliced(from, 1), to, inGroup(layers[from]!, layers[to]!.group));
}

/** The layers with one of them in a group, after those that are in it already; an empty name is none. */
export function groupedLayer(layers: readonly MapLayer[], space: string, group: string): MapLayer[] {
  const from = layers.findIndex((layer) => layer.space === space);
  const layer = layers[from];
  if (!layer || (layer.group ?? '') === group) return [...layers];
  const others = layers.toSpliced(from, 1);
  const last = others.findLastIndex((other) => other.group !== undefined && other.group === group);
  if (last >= 0) return inserted(others, last + 1, inGroup(layer, group));
  // What leaves a group, or begins one, stays close by: after the group that it would cut in two.
  const cut = layer.group;
  const isWithin = cut !== undefined && others[from - 1]?.group === cut && others[from]?.group === cut;
  const to = isWithin ? others.findLastIndex((other) => other.group === cut) + 1 : from;
  return inserted(others, to, inGroup(layer, group === '' ? undefined : group));
}

/** Layers that follow each other in one group, or one layer without. */
export type Run = { group: string | undefined; layers: MapLayer[] };

export function runsOf(layers: readonly MapLayer[]): Run[] {
  const runs: Run[] = [];
  for (const layer of layers) {
    const last = runs.at(-1);
    if (last && last.group !== undefined && last.group === layer.group) last.layers.push(layer);
    else runs.push({ group: layer.group, layers: [layer] });
  }
  return runs;
}

function inGroup({ group: _, ...layer }: MapLayer, group: string | undefined): MapLayer {
  return group === undefined ? layer : { ...layer, group };
}

function inserted(layers: readonly MapLayer[], at: number, layer: MapLayer): MapLayer[] {
  return layers.toSpliced(at, 0, layer);
}
