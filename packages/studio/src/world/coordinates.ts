export type Position = [longitude: number, latitude: number];

/** What stands for the directions in a language, any of the letters: `EO` where *Ost* is east. */
export type DirectionLetters = { north: string; east: string; south: string; west: string };

type Axis = 'latitude' | 'longitude';
type Angle = { degrees: number; axis: Axis | undefined };

const LARGEST: Record<Axis, number> = { latitude: 90, longitude: 180 };

const WITH_POINT = String.raw`[+-]?\d+(?:\.\d+)?`;
const WITH_COMMA = String.raw`[+-]?\d+(?:,\d+)?`;
/** `52.5, 13.4`, `52.5;13.4`, `52.5° 13.4°` */
const PAIR_WITH_POINTS = pairOf(WITH_POINT, String.raw`(?:\s*[,;/]\s*|\s+)`);
/** `52,5 13,4`, `52,5; 13,4`; where the comma is both, `52,5, 13,4`, and as a last resort `52,5,13,4` */
const PAIR_WITH_COMMAS = pairOf(WITH_COMMA, String.raw`(?:\s*[;/]\s*|,?\s+|,)`);

function pairOf(number: string, separator: string): RegExp {
  return new RegExp(String.raw`^(${number})\s*°?${separator}(${number})\s*°?$`);
}

const NUMBER = String.raw`\d+(?:[.,]\d+)?`;
/** `52°30'15"`, `52° 30.25'` */
const MARKED = String.raw`[+-]?${NUMBER}\s*°(?:\s*${NUMBER}\s*')?(?:\s*${NUMBER}\s*")?`;
/** `52 30 15`, which only a letter makes an angle */
const SPACED = String.raw`[+-]?${NUMBER}(?:\s+${NUMBER}){0,2}`;
/** Nothing is needed beside a mark or a letter. */
const BETWEEN = String.raw`(?:\s*[,;/]\s*|\s+|(?<=[^\d\s])|(?=\p{L}))`;

/**
 * The positions that a text may mean, the likeliest first; none where it is something else. Latitude comes first, unless letters or the size of the
 * numbers say otherwise; two plain numbers may be meant the other way round, too.
 */
export function readCoordinates(text: string, letters: DirectionLetters): Position[] {
  const plain = simplified(text);
  const [, first, second] = PAIR_WITH_POINTS.exec(plain) ?? PAIR_WITH_COMMAS.exec(plain) ?? [];
  if (first !== undefined && second !== undefined) {
    const [a, b] = [toNumber(first), toNumber(second)];
    const found = [positionOf(a, b), positionOf(b, a)].filter((one) => one !== undefined);
    return a === b ? found.slice(0, 1) : found;
  }
  const angles = readAngles(plain, letters);
  const position = angles && fromAngles(angles);
  return position ? [position] : [];
}

/** Signs that look alike become one; `geo:52.5,13.4?z=9` and brackets around the whole are plain numbers. */
function simplified(text: string): string {
  return text
    .trim()
    .replace(/^geo:([^?;]*).*$/i, '$1')
    .replace(/^\((.*)\)$|^\[(.*)\]$/, '$1$2')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll('\u066b', '.')
    .replaceAll('\u060c', ',')
    .replaceAll(/[\u2212\u2013]/g, '-')
    .replaceAll(/[\u2032\u2018\u2019\u00b4`]/g, "'")
    .replaceAll(/''|[\u2033\u201c\u201d\u201e]/g, '"')
    .replaceAll(/[\u00ba\u02da]/g, '°')
    .trim();
}

function toNumber(text: string): number {
  return Number(text.replace(',', '.'));
}

function positionOf(latitude: number, longitude: number): Position | undefined {
  return Math.abs(latitude) <= LARGEST.latitude && Math.abs(longitude) <= LARGEST.longitude
    ? [longitude, latitude]
    : undefined;
}

function readAngles(text: string, letters: DirectionLetters): [Angle, Angle] | undefined {
  const letter = `[${Object.values(letters).join('')}]`;
  const either = `(?:${MARKED}|${SPACED})`;
  const angle = String.raw`${letter}\s*${either}|${either}\s*${letter}|${MARKED}|[+-]?${NUMBER}`;
  const [, first, second] = new RegExp(`^(${angle})${BETWEEN}(${angle})$`, 'iu').exec(text) ?? [];
  // Numbers alone are something else, such as a date.
  if (first === undefined || second === undefined || !/[°\p{L}]/u.test(text)) return undefined;
  const angles = [readAngle(first, letters), readAngle(second, letters)] as const;
  return angles[0] && angles[1] && [angles[0], angles[1]];
}

function readAngle(text: string, letters: DirectionLetters): Angle | undefined {
  const letter = /\p{L}/u.exec(text)?.[0].toUpperCase();
  const numbers = (text.match(/\d+(?:[.,]\d+)?/g) ?? []).map(toNumber);
  // `40°26"` has no minutes.
  if (numbers.length === 2 && text.includes('"')) numbers.splice(1, 0, 0);
  const [degrees = 0, minutes = 0, seconds = 0] = numbers;
  if (minutes >= 60 || seconds >= 60) return undefined;
  const isNegative = text.includes('-');
  const size = degrees + minutes / 60 + seconds / 3600;
  if (letter === undefined) return { degrees: isNegative ? -size : size, axis: undefined };
  // `-52° N` says two things at once.
  if (isNegative) return undefined;
  const isMeant = (direction: keyof DirectionLetters) => letters[direction].includes(letter);
  return {
    degrees: isMeant('south') || isMeant('west') ? -size : size,
    axis: isMeant('north') || isMeant('south') ? 'latitude' : 'longitude',
  };
}

function fromAngles([first, second]: [Angle, Angle]): Position | undefined {
  const isSwapped = first.axis === 'longitude' || second.axis === 'latitude';
  const [latitude, longitude] = isSwapped ? [second, first] : [first, second];
  if (latitude.axis === 'longitude' || longitude.axis === 'latitude') return undefined;
  return positionOf(latitude.degrees, longitude.degrees);
}
