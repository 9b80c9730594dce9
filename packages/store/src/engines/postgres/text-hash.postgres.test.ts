import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../../../testing/any-character.ts';
import { dropDatabase, newDatabase, query } from '../../../../../testing/postgres/database.ts';
import { seed } from '../../contract/seed.ts';
import { hashText } from './text-hash.ts';

describe('the hash of a text', async () => {
  const url = await newDatabase();
  after(() => dropDatabase(url));

  test(`is the one by which PostgreSQL finds it (seed ${seed})`, () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 60 }).map((given) => given.replaceAll('\0', ''));
    const random = fc.sample(text, { seed, numRuns: 500 });
    const texts = [...random, ...Array.from({ length: 30 }, (_, i) => 'x'.repeat(i))];
    const list = JSON.stringify(texts).replaceAll("'", "''");
    const hashes = query(
      url,
      `SELECT json_agg(hashtext(value) ORDER BY at) FROM json_array_elements_text('${list}') WITH ORDINALITY AS t (value, at)`,
    );
    assert.deepEqual(JSON.parse(hashes), texts.map(hashText));
  });
});
