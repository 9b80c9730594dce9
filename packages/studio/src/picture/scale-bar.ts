/** Metres that a pixel of a Web Mercator map of 512 px tiles stands for. */
export function metresPerPixel(latitude: number, zoom: number): number {
  return (40_075_016.686 * Math.cos((latitude * Math.PI) / 180)) / (512 * 2 ** zoom);
}

/** The longest round length that fits: 1, 2 or 5 of a power of ten. */
export function scaleBar(metres: number, maxWidth: number): { metres: number; width: number } {
  const longest = metres * maxWidth;
  const power = 10 ** Math.floor(Math.log10(longest));
  const length = ([5, 2, 1].find((step) => step * power <= longest) ?? 1) * power;
  return { metres: length, width: length / metres };
}
