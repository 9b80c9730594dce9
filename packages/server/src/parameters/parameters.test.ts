import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import type { Parameter } from '../http/parameter.ts';
import { QueryString } from '../http/request/query-string.ts';
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
const ALSO = ['clustering.resolution', 'handle'];

/** Read by the dialect, and by what begins with `p.` and `f.`. */
const READ_ELSEWHERE = ['clientId', 'p'];

/** What a parameter depends on beside its own: the mode that TileJSON hands out, on other parameters of the tiles. */
const BESIDE = new Map([['tileJsonMode', ['clustering', ...tweaks.documented.map((one) => one.name)]]]);

function isParameter(value: unknown): value is Parameter<unknown> {
  return typeof value === 'object' && value !== null && 'documented' in value && 'read' in value;
}

for (const file of readdirSync(import.meta.dirname).filter((name) => !name.endsWith('.test.ts'))) {
  const exported: Record<string, unknown> = await import(`./${file}`);
  for (const [name, parameter] of Object.entries(exported)) {
    // What names nothing refuses something.
    if (!isParameter(parameter) || parameter.documented.length === 0) continue;
    test(`${name} of ${file} reads the parameters that it documents, and no others`, () => {
      const read = new Set(QUERIES.flatMap((text) => [...namesRead(parameter, text)]));
      const documented = parameter.documented.map((one) => one.name);
      assert.deepEqual(
        [...read].filter((one) => ![...documented, ...ALSO, ...(BESIDE.get(name) ?? [])].includes(one)),
        [],
      );
      assert.deepEqual(
        documented.filter((one) => !read.has(one) && !READ_ELSEWHERE.includes(one)),
        [],
      );
    });
  }
}

function namesRead(parameter: Parameter<unknown>, text: string): ReadonlySet<string> {
  const query = new Recording(text);
  try {
    parameter.read(query);
  } catch {
    // One that is missing or does not fit is read all the same.
  }
  return query.names;
}
