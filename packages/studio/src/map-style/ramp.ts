/** From low to high, for a light base map; each distinct to colour-blind eyes too, as lightness falls all the way. */
export const RAMPS = {
  teal: ['#c5e3da', '#8ecabe', '#4fa9a6', '#1f7f8b', '#0b5566'],
  fire: ['#f7e6b5', '#f2b134', '#e07f36', '#c04a3a', '#8c2740'],
  violet: ['#e3dcf0', '#c3b3de', '#9d86c6', '#7658a8', '#4b2f80'],
  viridis: ['#dde318', '#5ac864', '#21918c', '#3b528b', '#440154'],
} as const;

export type RampName = keyof typeof RAMPS;
export const RAMP_NAMES = Object.keys(RAMPS) as RampName[];

/** So many colours of a ramp, evenly spaced. */
export function rampColors(name: RampName, count: number): string[] {
  const stops = RAMPS[name];
  return Array.from({ length: count }, (_, index) => {
    const at = count === 1 ? stops.length - 1 : (index * (stops.length - 1)) / (count - 1);
    const low = Math.floor(at);
    return mixed(stops[low]!, stops[Math.min(low + 1, stops.length - 1)]!, at - low);
  });
}

/** `#000000`, `#ffffff`, 0.5 → `#808080` */
function mixed(from: string, to: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [a, b] = [from, to].map((color) => Number.parseInt(color.slice(at, at + 2), 16)) as [
      number,
      number,
    ];
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}
