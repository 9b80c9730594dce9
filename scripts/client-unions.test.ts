import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { TILE_MATRIX_SETS } from '../packages/geo/src/index.ts';
import { openApiDocument } from '../packages/server/src/openapi/document.ts';
import { HUB_OPERATIONS } from '../packages/server/src/operations.ts';

/** The client imports no other package, so it repeats in its types what the API accepts. */
const AREA = readFileSync(new URL('../packages/client/src/area.ts', import.meta.url), 'utf8');
const { paths } = openApiDocument(HUB_OPERATIONS, { version: '0.0.0', url: '/' });

/** The texts of `export type Name = 'a' | 'b';`. */
function unionOf(name: string): string[] {
  const [, members] = new RegExp(`^export type ${name} =([^;]+);`, 'm').exec(AREA) ?? [];
  assert.ok(members, `client/src/area.ts has no type ${name}`);
  return Array.from(members.matchAll(/'([^']+)'/g), ([, text]) => text!);
}

/** The values that the OpenAPI document lists for a parameter of a GET. */
function enumOf(path: string, name: string): unknown[] {
  const parameter = paths[path]?.get?.parameters.find((one) => one.name === name);
  const values = parameter?.schema.enum;
  assert.ok(Array.isArray(values), `GET ${path} has no parameter ${name} with an enum`);
  return values;
}

test('the client knows each tile type of the API by its name', () => {
  const accepted = enumOf('/hub/spaces/{space_id}/tile/{tile_type}/{tile_id}', 'tile_type');
  const aliases = TILE_MATRIX_SETS.flatMap(({ types: [, ...others] }) => others);
  assert.deepEqual([...unionOf('TileScheme'), ...aliases].sort(), accepted.sort());
});

test('the client knows each format of exports', () =>
  assert.deepEqual(unionOf('ExportFormat').sort(), enumOf('/hub/spaces/{space_id}/export', 'format').sort()));
