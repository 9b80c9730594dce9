import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Feature, parseJson } from '@meridian/formats/node';
import { compileWhere } from './where.ts';

const TREE = parseJson(
  '{"type":"Feature","geometry":{"type":"Point","coordinates":[7,50]},"properties":{"kind":"oak","id":7,"n":9007199254740993,"at":{"street":"Main"},"list":[1,2]}}',
) as Feature;

test('--where looks at properties, nested ones, the id and the geometry, in CQL2 text or JSON', async () => {
  const cases: [where: string, isImported: boolean][] = [
    ["kind = 'oak'", true],
    ["kind = 'elm'", false],
    ['missing = 1', false],
    ['missing IS NULL', true],
    ["at.street LIKE 'M%'", true],
    ["id = 'made'", true],
    ['properties.id = 7', true],
    ['n > 9007199254740000', true],
    ['A_CONTAINS(list, (1, 2))', true],
    ['S_INTERSECTS(geometry, BBOX(6,49,8,51))', true],
    ['S_INTERSECTS(geometry, BBOX(8,49,9,51))', false],
    [' {"op":"=","args":[{"property":"kind"},"oak"]}', true],
  ];
  for (const [where, isImported] of cases)
    assert.equal((await compileWhere(where))(TREE, 'made'), isImported, where);
});

test('a --where that is no CQL2 is named, with what is wrong with it', async () => {
  await assert.rejects(compileWhere('kind ='), { message: /^--where "kind =" is not valid CQL2: / });
  await assert.rejects(compileWhere('{"op":'), /--where .* is not valid CQL2: the filter is not valid JSON/);
});
