import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import { checkVectorTile } from './check-vector-tile.ts';

type Fixture = { id: string; description: string; buffer: Buffer; validity: { v1: boolean; v2: boolean } };
const fixtures = createRequire(import.meta.url)('@mapbox/mvt-fixtures') as {
  each(look: (fixture: Fixture) => void): void;
};

/** Good for decoders to know, but not what an encoder should make. */
const TOLERATED = new Set(['016', '025', '039', '057']);

describe('the check of vector tiles knows good tiles from bad ones', () => {
  fixtures.each(({ id, description, buffer, validity }) => {
    const name = `${id}: ${description.slice(0, 100)}`;
    if (!validity.v2) test(name, () => assert.throws(() => checkVectorTile(buffer)));
    else if (!TOLERATED.has(id)) test(name, () => checkVectorTile(buffer));
  });
});
