/** The first colours have names; 7 is black on paper and white on a dark screen. */
const NAMED = [
  '#000000',
  '#ff0000',
  '#ffff00',
  '#00ff00',
  '#00ffff',
  '#0000ff',
  '#ff00ff',
  '#000000',
  '#808080',
  '#c0c0c0',
];
const GREYS = ['#545454', '#767676', '#989898', '#bababa', '#dcdcdc', '#ffffff'];
/** Each hue comes in five degrees of brightness. */
const BRIGHTNESS = [255, 165, 127, 76, 38];
const HUES = 24;

/** A colour by its number: from 10 on, hues of 15 degrees, each in ten shades; every other is half as strong. */
export function colorOfNumber(number: number): string | undefined {
  if (!Number.isInteger(number) || number < 1 || number > 255) return undefined;
  if (number < 10) return NAMED[number];
  if (number >= 250) return GREYS[number - 250];
  const value = BRIGHTNESS[Math.floor((number % 10) / 2)]!;
  const isPale = number % 2 === 1;
  const channels = [0, 8, 16].map((at) => {
    const full = value * strength((Math.floor(number / 10) - 1 - at + HUES) % HUES);
    return Math.floor(isPale ? (full + value) / 2 : full);
  });
  return hex(channels);
}

/** `16711680` is red. */
export function colorOfBits(bits: number): string | undefined {
  if (!Number.isInteger(bits) || bits < 0 || bits > 0xffffff) return undefined;
  return hex([bits >> 16, (bits >> 8) & 255, bits & 255]);
}

/** How much of a primary colour a hue has, by its distance on the circle of hues. */
function strength(hue: number): number {
  const distance = Math.min(hue, HUES - hue);
  return Math.max(0, Math.min(1, 2 - distance / 4));
}

function hex(channels: number[]): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
