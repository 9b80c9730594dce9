import { PLAIN_PROPERTY, SELECTIVITY } from '../../data/feature.ts';
import { SPACE } from '../../data/filling.ts';

/** The same question to the hub, to DuckDB over a Parquet file and to PostgreSQL over jsonb. */
export type Question = {
  name: string;
  /** What is asked of the hub, below the space. */
  path: string;
  duckdb: string;
  jsonb: string;
  values: (number | string)[];
  /** What it is held to. */
  kind: 'search' | 'groups' | 'top' | 'count' | 'words';
};

/** For a million features; of `growth` times as many it may take 1.1 times as long as in proportion. */
export function limitMs(ms: number, features: number): number {
  const growth = features / 1e6;
  return growth > 1 ? Math.round(1.1 * growth * ms) : ms;
}

const SPACE_PATH = `/hub/spaces/${SPACE}`;

export function pathOf({ path }: Question): string {
  return `${SPACE_PATH}/${path}${path.includes('?') ? '&' : '?'}skipCache=true`;
}

const P = "data->'properties'";

/** With other values for each `number` from 0 on. */
export function questions(number: number, features: number): Question[] {
  const value = number % SELECTIVITY;
  const survey = (number * 7919) % (features - 1000);
  const date = `20${10 + (number % 16)}-0${1 + (number % 9)}-1${number % 10}`;
  const digits = String(100 + (number % 900));
  const rare = String(10_000 + ((number * 7919) % 90_000));
  return [
    {
      name: 'search, one in a thousand by a number',
      kind: 'search',
      path: `search?p.${PLAIN_PROPERTY}=${value}`,
      duckdb: `SELECT text FROM feature WHERE ${PLAIN_PROPERTY} = $1`,
      jsonb: `SELECT data::text FROM feature WHERE (${P}->'${PLAIN_PROPERTY}')::int = $1`,
      values: [value],
    },
    {
      name: 'search, one in a thousand by a text',
      kind: 'search',
      path: `search?p.source.date=${date}`,
      duckdb: 'SELECT text FROM feature WHERE source.date = $1',
      jsonb: `SELECT data::text FROM feature WHERE ${P}->'source'->>'date' = $1`,
      values: [date],
    },
    {
      name: 'search, one in a thousand by a range',
      kind: 'search',
      path: `search?p.source.survey>=${survey}&p.source.survey<${survey + features / 1000}`,
      duckdb: 'SELECT text FROM feature WHERE source.survey >= $1 AND source.survey < $2',
      jsonb: `SELECT data::text FROM feature WHERE (${P}->'source'->'survey')::int >= $1 AND (${P}->'source'->'survey')::int < $2`,
      values: [survey, survey + features / 1000],
    },
    {
      name: 'search, part of a name',
      kind: 'search',
      path: `search?filter=${encodeURIComponent(`name LIKE '% ${digits}_'`)}&filter-lang=cql2-text`,
      duckdb: 'SELECT text FROM feature WHERE name LIKE $1',
      jsonb: `SELECT data::text FROM feature WHERE ${P}->>'name' LIKE $1`,
      values: [`% ${digits}_`],
    },
    {
      name: 'search, words in any property',
      kind: 'words',
      path: `search?q=station+${digits}`,
      duckdb: "SELECT text FROM feature WHERE text ILIKE '%station%' AND text ILIKE '%' || $1 || '%'",
      jsonb:
        "SELECT data::text FROM feature WHERE data::text ILIKE '%station%' AND data::text ILIKE '%' || $1 || '%'",
      values: [digits],
    },
    {
      name: 'search, digits in any property',
      kind: 'words',
      path: `search?q=${rare}`,
      duckdb: "SELECT text FROM feature WHERE text ILIKE '%' || $1 || '%'",
      jsonb: "SELECT data::text FROM feature WHERE data::text ILIKE '%' || $1 || '%'",
      values: [rare],
    },
    {
      name: 'count by a text',
      kind: 'count',
      path: 'count?p.wheelchair=yes',
      duckdb: "SELECT count(*) FROM feature WHERE wheelchair = 'yes'",
      jsonb: `SELECT count(*) FROM feature WHERE ${P}->>'wheelchair' = 'yes'`,
      values: [],
    },
    {
      name: 'the 100 largest by a number',
      kind: 'top',
      path: 'iterate?sort=p.height:desc&limit=100',
      duckdb: 'SELECT text FROM feature ORDER BY height DESC NULLS LAST LIMIT 100',
      jsonb: `SELECT data::text FROM feature ORDER BY (${P}->'height')::float8 DESC NULLS LAST LIMIT 100`,
      values: [],
    },
    {
      name: 'the 100 first by a text',
      kind: 'top',
      path: 'iterate?sort=p.name&limit=100',
      duckdb: 'SELECT text FROM feature ORDER BY name LIMIT 100',
      jsonb: `SELECT data::text FROM feature ORDER BY ${P}->>'name' LIMIT 100`,
      values: [],
    },
    {
      name: 'count per text',
      kind: 'groups',
      path: 'aggregate?groupBy=operator',
      duckdb: 'SELECT operator, count(*) FROM feature GROUP BY 1',
      jsonb: `SELECT ${P}->>'operator', count(*) FROM feature GROUP BY 1`,
      values: [],
    },
    {
      name: 'sum per number',
      kind: 'groups',
      path: `aggregate?groupBy=${PLAIN_PROPERTY}&measures=sum(capacity)&limit=1000`,
      duckdb: `SELECT ${PLAIN_PROPERTY}, sum(capacity) FROM feature GROUP BY 1`,
      jsonb: `SELECT (${P}->'${PLAIN_PROPERTY}')::int, sum((${P}->'capacity')::int) FROM feature GROUP BY 1`,
      values: [],
    },
  ];
}
