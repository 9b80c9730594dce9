import { FormatFault } from '../fault.ts';
import { colorOfBits, colorOfNumber } from './colors.ts';
import type { DxfObject } from './dxf-object.ts';

const MAX_LAYERS = 100_000;
const BY_BLOCK = 0;

/** The colours of layers, which entities have that have none of their own. */
export class Layers {
  readonly #colors = new Map<string, string | undefined>();

  add(layer: DxfObject, file: string): void {
    if (this.#colors.size >= MAX_LAYERS)
      throw new FormatFault('tooLarge', file, `has more than ${MAX_LAYERS} layers`);
    // The colour of a layer that is switched off is negative.
    const own = colorOfBits(wholeOf(layer, 420)) ?? colorOfNumber(Math.abs(wholeOf(layer, 62)));
    this.#colors.set(layer.text(2)?.toLowerCase() ?? '', own);
  }

  colorOf(entity: DxfObject): string | undefined {
    const number = wholeOf(entity, 62);
    if (number === BY_BLOCK) return undefined;
    return (
      colorOfBits(wholeOf(entity, 420)) ??
      colorOfNumber(number) ??
      this.#colors.get(entity.text(8)?.toLowerCase() ?? '')
    );
  }
}

function wholeOf(object: DxfObject, code: number): number {
  return Number(object.text(code) ?? Number.NaN);
}
