/** How far north a latitude is on the map, in radians of longitude. */
export function mercator(latitude: number): number {
  return Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360));
}

export function latitudeAt(y: number): number {
  return (Math.atan(Math.exp(y)) * 360) / Math.PI - 90;
}
