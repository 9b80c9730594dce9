import { PICTURE_FORMATS, type PictureFormatId } from '@meridian/formats';

/** The picture that is asked for, by its name or the ending of the file; undefined if it is none. */
export function pictureFormatOf(
  format: string | undefined,
  output: string | undefined,
): PictureFormatId | undefined {
  const formats = Object.keys(PICTURE_FORMATS) as PictureFormatId[];
  const ending = output?.toLowerCase().split('.').at(-1);
  return formats.find((one) => one === (format ?? ending));
}
