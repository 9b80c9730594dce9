import type { LayerStyle } from './document.ts';

/** How far the warmth of a cell reaches, in pixels. */
export function heatRadius({ size }: LayerStyle): number {
  return 12 + size * 5;
}
