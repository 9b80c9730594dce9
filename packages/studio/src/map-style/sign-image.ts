import type { ExpressionSpecification } from 'maplibre-gl';
import type { LayerStyle } from './document.ts';
import { SIGN_IMAGE, type SignName } from './signs.ts';

/** Whether points have signs, all or those of a category. */
export function hasSigns({ sign, shading, classes }: LayerStyle): boolean {
  return sign !== undefined || (shading === 'categories' && classes.some((one) => one.sign !== undefined));
}

/** The image of the sign of a feature; an empty name is none. */
export function signImage(style: LayerStyle): string | ExpressionSpecification {
  const { sign, shading, property, classes } = style;
  const named = (name: SignName | undefined) => (name === undefined ? '' : SIGN_IMAGE + name);
  const own = shading === 'categories' ? classes.filter((one) => one.sign !== undefined) : [];
  if (property === undefined || own.length === 0) return named(sign);
  const cases = own.flatMap(({ from, sign: its }) => [String(from), named(its)]);
  return [
    'match',
    ['to-string', ['get', property]],
    ...cases,
    named(sign),
  ] as unknown as ExpressionSpecification;
}
