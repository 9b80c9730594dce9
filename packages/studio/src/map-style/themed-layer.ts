import type { LayerStyle, MapLayer } from './document.ts';

/**
 * On a dark base map the highest class of numbers is the lightest, as it is the darkest on a light one: else it would sink
 * into the ground.
 */
export function themedStyle(style: LayerStyle, isDark: boolean): LayerStyle {
  if (!isDark || style.shading !== 'graduated') return style;
  const colors = style.classes.map(({ color }) => color).reverse();
  return { ...style, classes: style.classes.map(({ from }, index) => ({ from, color: colors[index]! })) };
}

export function themedLayer(layer: MapLayer, isDark: boolean): MapLayer {
  return { ...layer, style: themedStyle(layer.style, isDark) };
}
