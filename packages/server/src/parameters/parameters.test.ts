import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { documentedOf, type Parameter } from '../http/parameter.ts';
import { QueryString } from '../http/request/query-string.ts';
import { OGC_OPERATIONS } from '../ogc/index.ts';
import { ACCOUNT_OPERATIONS, HUB_OPERATIONS, PROJECT_OPERATIONS, TOKEN_OPERATIONS } from '../operations.ts';
import { tileJsonMode } from './tile-json-mode.ts';
import { tweaks } from './tweaks.ts';

/** Remembers under which names it was asked for something. */
class Recording extends QueryString {
  readonly names = new Set<string>();

  override has(name: string): boolean {
    this.names.add(name);
    return super.has(name);
  }

  override sent(...names: string[]): { name: string; value: string } | undefined {
    for (const name of names) this.names.add(name);
    return super.sent(...names);
  }

  override list(name: string): string[] | undefined {
    this.names.add(name);
    return super.list(name);
  }

  override all(name: string) {
    this.names.add(name);
    return super.all(name);
  }
}

/** Some names are read only beside others. */
const QUERIES = [
  '',
  'clustering=hexbin',
  'clustering=quadbin',
  'lat=1&lon=2',
  'refSpaceId=s&refFeatureId=f',
  'west=1&south=2&east=3&north=4',
  'id=a',
  'sort=p.a',
  'filter=a%3D1',
  'tweaks=sampling',
  'q=a',
];

/** Other names of a parameter, which its description has or only old clients know. */
const ALSO = ['clustering.resolution', 'handle', 'include_rights'];

/** Read by the dialect, and pair by pair since their operators are part of what is before or behind the equals sign. */
const READ_ELSEWHERE = ['clientId', 'p', 'contentUpdatedAt'];

/** What a parameter depends on beside its own: the mode that TileJSON hands out, on other parameters of the tiles. */
const BESIDE = new Map<unknown, string[]>([
  [tileJsonMode, ['clustering', ...tweaks.documented.map((one) => one.name)]],
]);

const OPERATIONS = [
  ...HUB_OPERATIONS,
  ...OGC_OPERATIONS,
  ...TOKEN_OPERATIONS,
  ...PROJECT_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
];

for (const { name, query, parameters = {} } of OPERATIONS) {
  if (query.length === 0) continue;
  test(`${name} reads the parameters that it documents, and no others`, () => {
    assert.deepEqual(documentedOf(parameters), query);
    for (const parameter of Object.values(parameters)) {
      // What names nothing refuses something, or takes what is left.
      if (parameter.documented.length === 0) continue;
      const read = new Set(QUERIES.flatMap((text) => [...namesRead(parameter, text)]));
      const documented = parameter.documented.map((one) => one.name);
      assert.deepEqual(
        [...read].filter((one) => ![...documented, ...ALSO, ...(BESIDE.get(parameter) ?? [])].includes(one)),
        [],
      );
      assert.deepEqual(
        documented.filter((one) => !read.has(one) && !READ_ELSEWHERE.includes(one)),
        [],
      );
    }
  });
}

test('the query string of a request is read by operation.ts, which knows what is documented, and nowhere else', () => {
  const root = join(import.meta.dirname, '..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.ts$/.test(file));
  const readers = files.filter((file) => /\bqueryOf\b/.test(readFileSync(join(root, file), 'utf8')));
  assert.deepEqual(readers.filter((file) => !file.endsWith('.test.ts')).sort(), [
    join('http', 'context.ts'),
    join('http', 'operation.ts'),
  ]);
});

function namesRead(parameter: Parameter<unknown>, text: string): ReadonlySet<string> {
  const query = new Recording(text);
  try {
    parameter.read(query);
  } catch {
    // One that is missing or does not fit is read all the same.
  }
  return query.names;
}
