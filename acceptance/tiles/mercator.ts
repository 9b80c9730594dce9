/** Web Mercator, written down once more: the tests do not ask the program what is right. */
export function columnOf(longitude: number, zoom: number): number {
  return ((longitude + 180) / 360) * 2 ** zoom;
}

export function rowOf(latitude: number, zoom: number): number {
  const radians = (latitude * Math.PI) / 180;
  return ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * 2 ** zoom;
}

export function quadkeyOf(z: number, x: number, y: number): string {
  const digits = Array.from({ length: z }, (_, i) => {
    const bit = 2 ** (z - 1 - i);
    return (Math.floor(x / bit) % 2) + 2 * (Math.floor(y / bit) % 2);
  });
  return digits.join('');
}
