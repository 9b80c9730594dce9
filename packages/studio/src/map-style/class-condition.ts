import type { Condition, Operand } from '@meridian/client';
import type { LayerStyle } from './document.ts';

/** What features fulfil that are in one of the classes of a style; undefined where it has none. */
export function classCondition({ shading, property, classes }: LayerStyle): Condition | undefined {
  if (shading === 'plain' || property === undefined || classes.length === 0) return undefined;
  return shading === 'categories'
    ? [`p.${property}`, '=', classes.flatMap(({ from }) => spelt(String(from)))]
    : // What is below the first class has its colour: every number is in a class.
      [`p.${property}`, '>=', -Number.MAX_VALUE];
}

/** What a category may be in the data: classes are kept as texts. */
function spelt(text: string): Operand[] {
  if (text === 'true' || text === 'false') return [text, text === 'true'];
  const number = Number(text);
  return text !== '' && String(number) === text ? [text, number] : [text];
}
