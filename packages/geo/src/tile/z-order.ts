/** The position of a column and a row of up to 20 bits on the Z-order curve: their bits interleaved. */
export function zOrder(x: number, y: number): number {
  const low = (spread(x & 0xffff) | (spread(y & 0xffff) << 1)) >>> 0;
  return (spread(x >>> 16) | (spread(y >>> 16) << 1)) * 2 ** 32 + low;
}

/** Puts a zero between every two of 16 bits. */
function spread(bits: number): number {
  let wide = (bits | (bits << 8)) & 0x00ff00ff;
  wide = (wide | (wide << 4)) & 0x0f0f0f0f;
  wide = (wide | (wide << 2)) & 0x33333333;
  return (wide | (wide << 1)) & 0x55555555;
}
