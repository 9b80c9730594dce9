import { ONE_PIECE } from '../../model/feature/geometry-type.ts';
import type { AreaTest } from '../../model/query/area.ts';
import { idsOf } from '../../model/query/id-test.ts';
import {
  type FeatureFilter,
  type FeatureTest,
  type Operand,
  type PropertyTest,
  propertyTests,
  type TagFilter,
} from '../../model/query/query.ts';
import { ANY_WORD, allSoughtWords, isTextIndex } from '../../model/query/text-index.ts';
import { writtenTexts } from '../../read/written-texts.ts';
import type { Condition } from './condition.ts';
import type { IndexedProperty } from './indexed-property.ts';
import { pushedConditions } from './pushed-filter.ts';
import { sortableValue } from './sortable-value.ts';
import { propertyColumn } from './space-table.ts';
import { textArray, toKey } from './text-key.ts';

/** Any of the alternatives; the condition on empty ones is that of the index. */
export function taggedWith(tags: TagFilter): Condition {
  const alternatives = tags.map(() => 'tags @> ?::text[]');
  return {
    sql: `tags <> '{}' AND (${alternatives.join(' OR ')})`,
    values: tags.map((all) => textArray(all.map(toKey))),
  };
}

const NEAR =
  'geom && ST_MakeEnvelope(?, ?, ?, ?, 4326) AND west <= ?::float8 AND east >= ?::float8 AND south <= ?::float8 AND north >= ?::float8';
const BETWEEN_SIDES = 'west >= ?::float8 AND east <= ?::float8 OR south >= ?::float8 AND north <= ?::float8';
const INSIDE = 'west >= ?::float8 AND east <= ?::float8 AND south >= ?::float8 AND north <= ?::float8';

/** The boxes of features meet one of the area's. The index has them in single precision, the columns exactly. */
export function near({ boxes }: Pick<AreaTest, 'boxes'>): Condition {
  if (boxes.length === 0) return { sql: 'false', values: [] };
  return {
    sql: boxes.map(() => `(${NEAR})`).join(' OR '),
    values: boxes.flatMap(({ west, south, east, north }) => [
      ...[west, south, east, north],
      ...[east, west, north, south],
    ]),
  };
}

/** Whether a feature lies in the area for sure, by its box alone. */
export function surelyInside({ isBoxes, boxes }: AreaTest): Condition {
  if (!isBoxes || boxes.length === 0) return { sql: 'false', values: [] };
  return {
    sql: boxes.map(() => `(${INSIDE})`).join(' OR '),
    values: boxes.flatMap(({ west, south, east, north }) => [west, east, south, north]),
  };
}

/** Whether a feature whose box meets that of the area meets it for sure, by its box and its type. */
export function surelyMeeting(area: AreaTest): Condition {
  const inside = surelyInside(area);
  if (!area.isBoxes || area.boxes.length !== 1) return inside;
  const { west, south, east, north } = area.boxes[0]!;
  return {
    sql: `(${inside.sql}) OR geometry_type IN (${ONE_PIECE}) AND (${BETWEEN_SIDES})`,
    values: [...inside.values, west, east, south, north],
  };
}

export function partOf({ index, count }: { index: number; count: number }): Condition {
  return { sql: 'seq % ?::bigint = ?::bigint', values: [count, index] };
}

/** Lets pass what may match, by looking at the texts only: of what may end in several ways, at what they have in common first. */
export function textPrefilter(tests: readonly FeatureTest[]): Condition[] {
  return writtenTexts(tests).map((texts) => {
    const byStart = Map.groupBy(texts, (text) => text.slice(0, -1));
    const groups = [...byStart].map(([start, ends]) => (ends.length > 1 ? { start, ends } : { ends }));
    return {
      sql: groups
        .map(({ start, ends }) => {
          const found = ends.map(() => 'strpos(text, ?) > 0').join(' OR ');
          return start === undefined ? found : `(strpos(text, ?) > 0 AND (${found}))`;
        })
        .join(' OR '),
      values: groups.flatMap(({ start, ends }) => (start === undefined ? ends : [start, ...ends])),
    };
  });
}

function hasId(ids: readonly string[]): Condition {
  return { sql: 'id = ANY(?::text[])', values: [textArray(ids.map(toKey))] };
}

/** `ordered`: the index has the rows of the condition in insertion order. */
export type IndexCondition = Condition & { ordered: boolean };

/** What an index knows of a test; undefined where there is none or it is of no use. */
export function byIndex(test: PropertyTest, indexed: readonly IndexedProperty[]): IndexCondition | undefined {
  const path = JSON.stringify(test.path);
  const index =
    test.root === 'properties' ? indexed.find((one) => JSON.stringify(one.path) === path) : undefined;
  if (!index) return undefined;
  const column = propertyColumn(index.property);
  if (test.comparison === '=') return hasValue(test.operands, column);
  const ranges = test.operands.map((operand) => rangeOf(test, operand, column));
  if (ranges.length > MAX_RANGES || !ranges.every((range) => range !== undefined)) return undefined;
  return {
    sql: ranges.map(({ sql }) => `(${sql})`).join(' OR '),
    values: ranges.flatMap(({ values }) => values),
    ordered: false,
  };
}

/** However many they are, they are one value of the statement, which has room for 65,534. */
function hasValue(operands: readonly Operand[], column: string): IndexCondition | undefined {
  const values = [...new Set(operands.map(sortableValue))];
  if (!values.every((value) => value !== undefined)) return undefined;
  const ordered = values.length === 1;
  return ordered
    ? { sql: `${column} = ?`, values, ordered }
    : { sql: `${column} = ANY(?::text[])`, values: [textArray(values)], ordered };
}

/** More ranges than these are left to the evaluator: a query may have tens of thousands. */
const MAX_RANGES = 100;

/** Kinds do not mix: numbers lie from n to o, texts from s to t. Values may be cut, so bounds are never strict. */
function rangeOf({ comparison }: PropertyTest, operand: Operand, column: string): Condition | undefined {
  const value = sortableValue(operand);
  if (value === undefined) return undefined;
  if (typeof operand === 'boolean') return undefined;
  const [from, to] = typeof operand === 'number' ? ['n', 'o'] : ['s', 't'];
  switch (comparison) {
    case '>':
    case '>=':
      return { sql: `${column} >= ? AND ${column} < ?`, values: [value, to] };
    case '<':
    case '<=':
      return { sql: `${column} <= ? AND ${column} >= ?`, values: [value, from] };
    default:
      return undefined;
  }
}

/** The rows that have words which begin with these; undefined where there is no such index. */
function hasWords(words: readonly string[], indexed: readonly IndexedProperty[]): Condition | undefined {
  const index = words.length > 0 ? indexed.find(({ path }) => isTextIndex(path)) : undefined;
  if (!index) return undefined;
  const query = words.map((word) => `('${word}':* | '${ANY_WORD}')`).join(' & ');
  return { sql: `${propertyColumn(index.property)} @@ ?::tsquery`, values: [query] };
}

/** How rows that may match are found. */
export type Candidates = {
  /** Conditions that indexes know. None = every row is looked at. */
  indexed: Condition[];
  /** Whether one of them is that of words. */
  byText: boolean;
  /** Whether an index gives the rows in insertion order. */
  ordered: boolean;
  /** Further conditions, cheap ones. */
  prefilter: Condition[];
  /** What the database can test where it looks at every row between two positions. */
  pushed: Condition[];
};

export function candidatesFor(
  { tags, tests }: FeatureFilter,
  area: AreaTest | undefined,
  indexes: readonly IndexedProperty[],
): Candidates {
  const words = hasWords(allSoughtWords(tests), indexes);
  const known = propertyTests(tests).flatMap((test) => byIndex(test, indexes) ?? []);
  const indexed: Condition[] = [
    ...tests
      .map(idsOf)
      .filter((ids) => ids !== undefined)
      .map(hasId),
    ...known,
    ...(words ? [words] : []),
    ...(area ? [near(area)] : []),
    ...(tags.length > 0 ? [taggedWith(tags)] : []),
  ];
  const ordered = !area && !words && known.some((condition) => condition.ordered);
  return {
    ...{ indexed, ordered, byText: words !== undefined },
    ...{ prefilter: textPrefilter(tests), pushed: pushedConditions(tests) },
  };
}
