import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { selfContained, withLiterals } from './self-contained.ts';

describe('a statement with its values written into it', () => {
  const cases: [what: string, sql: string, values: (string | number | boolean | null)[], text: string][] = [
    ['numbers and texts', 'SELECT $1, $2', ['a', 5], "SELECT E'a', E'5'"],
    ['nothing and truth', 'SELECT $1, $2', [null, true], 'SELECT NULL, true'],
    ['quotes are doubled', 'SELECT $1', ["it's"], "SELECT E'it''s'"],
    ['backslashes are doubled', 'SELECT $1', ["\\'; DROP TABLE x --"], "SELECT E'\\\\''; DROP TABLE x --'"],
    ['a value is used twice', '$1 $2 $1', ['a', 'b'], "E'a' E'b' E'a'"],
    ['positions of two digits', '$10$1', ['1', ...Array(8).fill('x'), '10'], "E'10'E'1'"],
    ['values that look like positions', 'SELECT $1, $2', ['$2', '$$'], "SELECT E'$2', E'$$'"],
    ['literals stay as they are', "'$1' 'it''s $1' $1", ['a'], "'$1' 'it''s $1' E'a'"],
    ['escaped literals stay', "E'\\'$1' $1", ['a'], "E'\\'$1' E'a'"],
    ['quoted names stay', 'SELECT $1 AS "a$1"', ['a'], `SELECT E'a' AS "a$1"`],
  ];
  for (const [what, sql, values, text] of cases)
    test(what, () => assert.equal(withLiterals(sql, values), text));

  test('a value that is missing, or that no text can hold, is refused', () => {
    assert.throws(() => withLiterals('SELECT $2', ['a']), /no value for \$2/);
    assert.throws(() => withLiterals('SELECT $1', ['a\0b']), /U\+0000/);
  });

  test('settings come first, in the same text', () => {
    assert.equal(
      selfContained('SET LOCAL jit = off', 'SELECT $1', ['a']),
      "SET LOCAL jit = off; SELECT E'a'",
    );
  });
});
