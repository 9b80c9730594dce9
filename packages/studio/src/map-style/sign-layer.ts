import type { ExpressionSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import type { LayerStyle } from './document.ts';
import { signImage } from './sign-image.ts';
import { SIGN_ROOM, SIGN_WIDTH } from './signs.ts';
import { sizeOf } from './size.ts';

const SIGN_LAYER = ' sign';
export const isSignLayer = (id: string) => id.endsWith(SIGN_LAYER);

/** White signs on the discs of points. */
export function signLayer(
  shared: { source: string; 'source-layer': string; layout: { visibility: 'visible' | 'none' } },
  named: string,
  style: LayerStyle,
  filter: ExpressionSpecification,
  opacity: number | ExpressionSpecification = 1,
): SymbolLayerSpecification {
  return {
    ...shared,
    id: named + SIGN_LAYER,
    type: 'symbol',
    filter,
    layout: {
      ...shared.layout,
      'icon-image': signImage(style),
      'icon-size': ['*', 1.3 / SIGN_WIDTH, sizeOf(style, 1, SIGN_ROOM)],
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
    },
    paint: { 'icon-opacity': opacity },
  };
}
