/** What an expression can be; `any` is known only when a feature is looked at. */
export type ValueKind = 'any' | 'boolean' | 'number' | 'text' | 'instant' | 'interval' | 'geometry' | 'array';

/** A function that filters can call beside those of the standard. */
export type FilterFunction = {
  name: string;
  description: string;
  args: readonly { title: string; kind: ValueKind }[];
  returns: ValueKind;
};

const text = { title: 'text', kind: 'text' } as const;
const number = { title: 'number', kind: 'number' } as const;
const time = { title: 'time', kind: 'instant' } as const;
const geometry = { title: 'geometry', kind: 'geometry' } as const;

/** All of them; what they do is in evaluate/call.ts, which does not compile without one of these. */
export const FUNCTIONS = [
  { name: 'lower', description: 'The text in lower case.', args: [text], returns: 'text' },
  { name: 'upper', description: 'The text in upper case.', args: [text], returns: 'text' },
  { name: 'length', description: 'The number of characters of the text.', args: [text], returns: 'number' },
  { name: 'abs', description: 'The number without its sign.', args: [number], returns: 'number' },
  {
    name: 'floor',
    description: 'The greatest whole number not above it.',
    args: [number],
    returns: 'number',
  },
  { name: 'ceil', description: 'The least whole number not below it.', args: [number], returns: 'number' },
  { name: 'year', description: 'The year of a date or time, in UTC.', args: [time], returns: 'number' },
  {
    name: 'month',
    description: 'The month of a date or time, 1 to 12, in UTC.',
    args: [time],
    returns: 'number',
  },
  {
    name: 'day',
    description: 'The day of the month of a date or time, in UTC.',
    args: [time],
    returns: 'number',
  },
  {
    name: 'geometry_type',
    description: 'The type of the geometry: Point, Polygon, …',
    args: [geometry],
    returns: 'text',
  },
  {
    name: 'distance',
    description: 'The shortest distance of two geometries in metres, on the ellipsoid of WGS 84.',
    args: [geometry, { title: 'other', kind: 'geometry' }],
    returns: 'number',
  },
] as const satisfies readonly FilterFunction[];

export type FunctionName = (typeof FUNCTIONS)[number]['name'];

export function findFunction(name: string): ((typeof FUNCTIONS)[number] & FilterFunction) | undefined {
  return FUNCTIONS.find((known) => known.name === name);
}
