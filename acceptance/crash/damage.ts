import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** A way to damage the file of a space, its log included. */
export type Damage = { what: string; harm: (path: string) => void };

const PAGE = 4096;
/** Those of a filled space: the header, the schema, and what the tables and indexes are made of. */
const PAGES = [0, 1, 2, 3, 5, 8, 12];

/** Changes the bytes of a file that is there. */
function edit(path: string, change: (bytes: Buffer) => Buffer): void {
  if (!existsSync(path)) return;
  const bytes = readFileSync(path);
  writeFileSync(path, change(bytes));
}

/** Runs SQL as somebody would who takes the file for any other database. */
function execute(path: string, sql: string): void {
  const database = new DatabaseSync(path, { defensive: false });
  database.exec(sql);
  database.close();
}

const ON_PAGES: [what: string, harm: (page: Buffer) => unknown][] = [
  ['zeros', (page) => page.fill(0)],
  ['ones', (page) => page.fill(0xff)],
  ['text', (page) => page.fill('x')],
  ['one bit flipped', (page) => page.writeUInt8(page.readUInt8(17) ^ 4, 17)],
  ['its second half gone', (page) => page.subarray(PAGE / 2).fill(0)],
];

const pages: Damage[] = PAGES.flatMap((number) =>
  ON_PAGES.map(([what, harm]) => ({
    what: `${what} in page ${number}`,
    harm: (path) =>
      edit(path, (bytes) => {
        const page = bytes.subarray(number * PAGE, (number + 1) * PAGE);
        if (page.length > 0) harm(page);
        return bytes;
      }),
  })),
);

const files: Damage[] = [
  { what: 'missing', harm: (path) => rmSync(path) },
  { what: 'empty', harm: (path) => writeFileSync(path, '') },
  { what: 'a text file', harm: (path) => writeFileSync(path, 'no database\n'.repeat(2000)) },
  { what: 'a folder', harm: replaceByFolder },
  { what: 'cut after its header', harm: (path) => truncateSync(path, 100) },
  { what: 'cut after a page and a half', harm: (path) => truncateSync(path, PAGE * 1.5) },
  { what: 'cut in the middle', harm: (path) => edit(path, (bytes) => bytes.subarray(0, bytes.length / 2)) },
  {
    what: 'longer than it was',
    harm: (path) => edit(path, (bytes) => Buffer.concat([bytes, Buffer.alloc(PAGE * 3, 7)])),
  },
  { what: 'shifted by a byte', harm: (path) => edit(path, (bytes) => Buffer.concat([Buffer.of(0), bytes])) },
  { what: 'two pages swapped', harm: (path) => edit(path, swapPages) },
  {
    what: 'its log cut',
    harm: (path) => edit(`${path}-wal`, (bytes) => bytes.subarray(0, bytes.length / 2)),
  },
  { what: 'its log noise', harm: (path) => edit(`${path}-wal`, (bytes) => bytes.fill(0x5a)) },
];

const contents: Damage[] = [
  ['without its features', 'DROP TABLE feature'],
  ['without its boxes', 'DROP TABLE box'],
  ['of a newer format', 'PRAGMA user_version = 9999'],
  ['without any table', 'PRAGMA writable_schema = 1; DELETE FROM sqlite_schema; PRAGMA writable_schema = 0'],
  ['with texts that are no JSON', "UPDATE feature SET text = 'broken'"],
].map(([what, sql]) => ({ what: what!, harm: (path: string) => execute(path, sql!) }));

export const DAMAGES: readonly Damage[] = [...pages, ...files, ...contents];

function replaceByFolder(path: string): void {
  renameSync(path, `${path}.moved`);
  mkdirSync(path);
}

function swapPages(bytes: Buffer): Buffer {
  const first = Buffer.from(bytes.subarray(PAGE * 2, PAGE * 3));
  bytes.copy(bytes, PAGE * 2, PAGE * 4, PAGE * 5);
  first.copy(bytes, PAGE * 4);
  return bytes;
}
