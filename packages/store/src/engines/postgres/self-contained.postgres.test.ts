import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { dropDatabase, newDatabase } from '../../../../../testing/postgres/database.ts';
import { connect } from './connection.ts';
import { withLiterals } from './self-contained.ts';

const url = await newDatabase();
const client = connect({ url, searchPath: 'public', isPooled: true }, 1);
after(async () => {
  await client.end();
  await dropDatabase(url);
});

/** What could end a literal, or begin something else. */
const text = fc
  .array(
    fc.oneof(fc.constantFrom("'", '\\', '"', '$1', '$$', "E'", '--', '/*', ';', '\n', 'é', '🜨'), fc.string()),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join('').replaceAll('\0', '').toWellFormed());

for (const conforming of ['on', 'off'])
  test(`values written into a statement arrive as they are, with standard_conforming_strings ${conforming}`, async () => {
    await client.unsafe(`SET standard_conforming_strings = ${conforming}`);
    await fc.assert(
      fc.asyncProperty(text, text, async (first, second) => {
        const sql = "SELECT $2::text AS second, '$1' AS literal, $1::text AS first";
        const [row] = await client.unsafe(withLiterals(sql, [first, second]));
        assert.deepEqual({ ...row }, { second, literal: '$1', first });
      }),
      { numRuns: 200 },
    );
  });
