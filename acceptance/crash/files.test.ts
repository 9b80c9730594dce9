// Embedded engine only: it kills the program that has the files.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { temporaryFolder } from '../harness/program.ts';
import { checkFiles } from './files.ts';

const POINT = '{"geometry":{"type":"Point","coordinates":[13.4,-52.5]}}';

/** A data folder with one space of one feature, and a box as given. */
function dataFolder(text: string, box: string | undefined): string {
  const data = temporaryFolder();
  mkdirSync(join(data, 'spaces'));
  const database = new DatabaseSync(join(data, 'spaces', 'x.db'));
  database.exec('CREATE TABLE feature (seq INTEGER PRIMARY KEY, id TEXT, text TEXT)');
  database.exec('CREATE VIRTUAL TABLE box USING rtree(seq, west, east, south, north)');
  database.prepare('INSERT INTO feature VALUES (1, ?, ?)').run('a', text);
  if (box !== undefined) database.exec(`INSERT INTO box VALUES (${box})`);
  database.close();
  return data;
}

describe('the check of the files', () => {
  test('accepts boxes that equal the geometries but for the rounding of the R*Tree', () => {
    checkFiles(dataFolder(POINT, '1, 13.4, 13.4, -52.5, -52.5'));
    checkFiles(dataFolder('{"geometry":null}', undefined));
  });

  const faults: [what: string, text: string, box: string | undefined][] = [
    ['a missing box', POINT, undefined],
    ['a box of no feature', '{"geometry":null}', '2, 0, 1, 0, 1'],
    ['a box of a feature without geometry', '{"geometry":null}', '1, 0, 1, 0, 1'],
    ['a box that is too wide', POINT, '1, 13.4, 13.5, -52.5, -52.5'],
    ['a box that misses its geometry', POINT, '1, 13.41, 13.5, -52.5, -52.5'],
  ];
  for (const [what, text, box] of faults) {
    test(`refuses ${what}`, () => {
      assert.throws(() => checkFiles(dataFolder(text, box)), /box/);
    });
  }

  test('refuses a broken index', () => {
    const data = dataFolder(POINT, '1, 13.4, 13.4, -52.5, -52.5');
    const database = new DatabaseSync(join(data, 'spaces', 'x.db'), { defensive: false });
    database.exec('DELETE FROM box_rowid');
    database.close();
    assert.throws(() => checkFiles(data), /R\*Tree|integrity/);
  });
});
