import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type FramedRow, unframed } from './framed-texts.ts';

/** A text as the database marks it. */
function framed(text: string, seq: number, isSure = false): string {
  return `\u001f${Buffer.byteLength(text)} 12 34 ${seq} ${isSure ? 1 : 0} ${text}`;
}

const PLAIN = ['{"a":1}', '{"b":"ü"}'];

describe('marked texts', () => {
  const cases: [what: string, joined: string[], kept: number[], left: string][] = [
    ['none are marked', PLAIN, [], PLAIN.join(',')],
    [
      'all are kept',
      [framed('{"x":"ß"}', 1), ...PLAIN, framed('{"y":2}', 2)],
      [1, 2],
      '{"x":"ß"},{"a":1},{"b":"ü"},{"y":2}',
    ],
    ['the first goes', [framed('{"x":1}', 1), ...PLAIN], [], PLAIN.join(',')],
    ['the last goes', [...PLAIN, framed('{"x":1}', 1)], [], PLAIN.join(',')],
    ['one in between goes', [PLAIN[0]!, framed('{"x":1}', 1), PLAIN[1]!], [], PLAIN.join(',')],
    [
      'neighbours go',
      [PLAIN[0]!, framed('{"x":1}', 1), framed('{"x":2}', 2), PLAIN[1]!],
      [2],
      '{"a":1},{"x":2},{"b":"ü"}',
    ],
    ['all of them go', [framed('{"x":1}', 1), framed('{"x":2}', 2)], [], ''],
  ];
  for (const [what, joined, kept, left] of cases)
    test(`where ${what}`, () => {
      const bytes = unframed(Buffer.from(joined.join(',')), ({ seq }) => kept.includes(seq));
      assert.equal(bytes.toString(), left);
    });

  test('say what the database knows of a row', () => {
    const seen: FramedRow[] = [];
    const look = (row: FramedRow) => seen.push(row) > 0;
    unframed(Buffer.from(`${framed('{"ä":1}', 9_007_199_254_740_991)},${framed('{}', 2, true)}`), look);
    assert.deepEqual(
      seen.map(({ seq, isSure }) => [seq, isSure]),
      [
        [9_007_199_254_740_991, false],
        [2, true],
      ],
    );
  });

  test('are read while they are looked at, whatever was dropped before them', () => {
    const texts: string[] = [];
    const joined = [framed('{"x":1}', 1), framed('{"ä":"\\u001f"}', 2), PLAIN[0]!, framed('{"z":3}', 3)];
    const left = unframed(Buffer.from(joined.join(',')), ({ seq, read }) => {
      const { text, geometryStart, propertiesStart } = read();
      texts.push(`${text} ${geometryStart} ${propertiesStart}`);
      return seq > 1;
    });
    assert.deepEqual(texts, ['{"x":1} 12 34', '{"ä":"\\u001f"} 12 34', '{"z":3} 12 34']);
    assert.equal(left.toString(), '{"ä":"\\u001f"},{"a":1},{"z":3}');
  });
});
