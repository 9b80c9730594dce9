import type { CircleLayerSpecification, ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { LayerStyle } from './document.ts';
import { inkOn } from './ink.ts';
import { countLayer } from './labels.ts';

const COUNT: ExpressionSpecification = ['get', 'point_count'];
const MILLION = Math.log(1e6);

type Shared = { source: string; 'source-layer': string; layout: { visibility: 'visible' | 'none' } };

/** Circles with how many features they stand for, from tiles of `mode=cluster`. A single feature is a dot without a number. */
export function clusterLayers(
  shared: Shared,
  named: string,
  { color, size, opacity }: LayerStyle,
): LayerSpecification[] {
  const circles: CircleLayerSpecification = {
    ...shared,
    id: `${named} cluster`,
    type: 'circle',
    paint: {
      'circle-color': color,
      'circle-opacity': opacity,
      'circle-radius': [
        'case',
        ['==', COUNT, 1],
        size,
        ['+', 8 + size * 0.6, ['*', size * 4, ['min', 1, ['/', ['ln', COUNT], MILLION]]]],
      ],
      'circle-stroke-color': '#ffffff',
      'circle-stroke-width': 1,
      'circle-stroke-opacity': opacity,
    },
  };
  return [circles, countLayer(shared, `${named} cluster count`, COUNT, ['>', COUNT, 1], inkOn(color))];
}
