import type { ExpressionSpecification } from 'maplibre-gl';

const DARK_INK = '#1d2b30';
const LIGHT_INK = '#ffffff';
/** A colour of less luminance than this contrasts more with the light ink than with the dark one. */
const DARKEST_FOR_DARK_INK = 0.225;

/** How a number is written on something coloured. */
export type Ink = {
  'text-color': string | ExpressionSpecification;
  'text-halo-color': string | ExpressionSpecification;
  'text-halo-width': number;
};

/** What can be read on a colour. */
export function inkOn(color: string): Ink {
  return { 'text-color': readableOn(color), 'text-halo-color': color, 'text-halo-width': 1 };
}

/** What can be read on a colour of a ramp, whose share of it is from 0 to 1. */
export function inkOnRamp(colors: readonly string[], share: ExpressionSpecification): Ink {
  const last = colors.length - 1;
  const steps = colors.slice(1).flatMap((color, index) => [(index + 0.5) / last, readableOn(color)]);
  return {
    'text-color': ['step', share, readableOn(colors[0]!), ...steps] as unknown as ExpressionSpecification,
    'text-halo-color': rampColor(colors, share),
    'text-halo-width': 1,
  };
}

/** The colour of a ramp at a share of it. */
export function rampColor(
  colors: readonly string[],
  share: ExpressionSpecification,
): ExpressionSpecification {
  const stops = colors.flatMap((color, index) => [index / (colors.length - 1), color]);
  return ['interpolate', ['linear'], share, ...stops] as unknown as ExpressionSpecification;
}

function readableOn(color: string): string {
  return luminance(color) < DARKEST_FOR_DARK_INK ? LIGHT_INK : DARK_INK;
}

/** The relative luminance of WCAG, from 0 for black to 1 for white. */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
