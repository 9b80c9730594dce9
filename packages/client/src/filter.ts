/** Tags a feature must have: any of the list; a list within the list stands for all of its tags. */
export type Tags = readonly (string | readonly string[])[];

/** As spelt in a URL, in which < and > would need encoding. */
const SPELLING = {
  '=': '=',
  '!=': '!=',
  '>': '=gt=',
  '>=': '=gte=',
  '<': '=lt=',
  '<=': '=lte=',
  '@>': '=cs=',
} as const;

export type Operator = keyof typeof SPELLING;
export const OPERATORS = Object.keys(SPELLING) as readonly Operator[];

export type Operand = string | number | boolean | null;

/**
 * A comparison of a property (`p.population`) or of the feature itself (`f.id`). Several operands mean "any of".
 * `null` stands for absent or null.
 */
export type Condition = readonly [
  key: `p.${string}` | `f.${string}`,
  operator: Operator,
  operand: Operand | readonly Operand[],
];

/** Which features are meant. Everything given must hold. */
export type Filter = {
  tags?: Tags | undefined;
  where?: readonly Condition[] | undefined;
  /** A condition in CQL2: a text such as `population > 1000 AND name LIKE 'B%'`, or CQL2 JSON. */
  filter?: string | object | undefined;
  /** Words that begin words of properties, whatever case and accents. `search` gives the best matches first. */
  q?: string | undefined;
  /** The properties in which `q` looks: `['name', 'address.city']`. */
  qProperties?: readonly string[] | undefined;
};

/** `[['a', 'b'], 'c']` → `a+b,c` */
export function writeTags(tags: Tags): string {
  return tags
    .map((entry) =>
      [entry]
        .flat()
        .map((tag) => encodeURIComponent(withoutComma(tag, 'tag')))
        .join('+'),
    )
    .join(',');
}

/** `['p.name', '=', ['Bonn', 'Köln']]` → `p.name="Bonn","Köln"`, encoded but for the separating comma. */
export function writeCondition([key, operator, operand]: Condition): string {
  const operands = [operand].flat() as Operand[];
  return encodeURIComponent(key) + SPELLING[operator] + operands.map(writeOperand).join(',');
}

/** `('contentUpdatedAt', '>=', 1700000000000)` → `contentUpdatedAt=gte=1700000000000` */
export function writeComparison(name: string, operator: Operator, value: number): string {
  return name + SPELLING[operator] + value;
}

/** Strings are quoted, so that "12" and "true" stay strings. */
function writeOperand(operand: Operand): string {
  if (operand === null) return '.null';
  return encodeURIComponent(typeof operand === 'string' ? `"${operand}"` : String(operand));
}

/** In lists a comma separates, encoded or not. */
export function withoutComma(entry: string, kind: string): string {
  if (entry.includes(','))
    throw new TypeError(
      `The ${kind} ${JSON.stringify(entry)} has a comma, which separates ${kind}s in a list`,
    );
  return entry;
}
