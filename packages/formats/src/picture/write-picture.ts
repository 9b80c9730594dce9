import type { FeatureInput } from '../write/write-options.ts';
import type { PictureFormatId, PictureOptions } from './picture-options.ts';

/** The bytes of a picture of these features, later ones on top. */
export async function* writePicture(
  format: PictureFormatId,
  features: AsyncIterable<FeatureInput>,
  options: PictureOptions,
): AsyncGenerator<Uint8Array> {
  if (format === 'svg') yield* (await import('./write-svg.ts')).writeSvg(features, options);
  else yield* (await import('./write-png.ts')).writePng(features, options);
}
