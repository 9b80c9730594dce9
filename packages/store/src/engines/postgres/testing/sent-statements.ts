import assert from 'node:assert/strict';
import { hashText } from '../text-hash.ts';

/** A text that a client sent to the database, as its log has it. */
type Sent = { connection: string; text: string; values: string };

/** The table of a space's features, or of what they were. */
const FEATURES = /\b(?:s|past)_[a-z0-9_]{0,30}_[0-9a-f]{12}\b(?!_)/;
const WRITES = /^\s*(?:INSERT INTO|DELETE FROM|UPDATE|COPY|TRUNCATE)\s/;
/** What makes, changes or drops a table reaches every shard of it, and Citus prepares it. */
const DEFINES = /^\s*(?:CREATE|ALTER|DROP)\s|create_distributed_table\(/;
const MARKS = /^DELETE FROM (\w+) WHERE (id = ANY\(\$1::text\[\]\) AND )?seq < 0$/;

/** What the statements of one transaction have marked as written before anything else: these keys, or every shard. */
export type Marked = { keys: Set<string>; isAll: boolean };

/** A statement without what stands in quotes. */
function bare(text: string): string {
  return text.replace(/'(?:[^']|'')*'/g, "''");
}

export function namesFeatures({ text }: Sent): boolean {
  return FEATURES.test(bare(text));
}

/** Workers are sent the text that the client sent: it is one statement. */
export function checkSingle({ text }: Sent): void {
  assert.ok(!/;\s*\S/.test(bare(text)), `one statement in a text: ${text}`);
}

/** Citus can't name the columns of a part that has none. */
export function checkColumns({ text }: Sent): void {
  assert.ok(!/SELECT\s+FROM/i.test(bare(text)), `every part has columns: ${text}`);
}

/** Rows are asked for by their ids, or in an order and only so many; or they are only counted, or written elsewhere. */
export function checkBounded({ text }: Sent): void {
  if (!/^\s*(?:SELECT|WITH|DECLARE)\s/.test(text) || DEFINES.test(text)) return;
  const isNamed = /\b(?:id = (?:ANY\()?|seq = ANY\()\$\d/.test(text);
  const isPage = /ORDER BY/.test(text) && /LIMIT (?:\$?\d+)/.test(text);
  const isCounted = /^\s*SELECT (?:count|min|max)\([^)]*\)/.test(text);
  const isRange = /seq > \$\d/.test(text) && /seq <= \$\d/.test(text);
  assert.ok(isNamed || isPage || isCounted || isRange, `a page has an order and an end: ${text}`);
}

/** A page that is bounded by its length alone comes whole from every shard: more than positions is asked for in ranges. */
export function checkRange({ text }: Sent): void {
  if (!/ORDER BY seq\s+LIMIT/.test(text) || /^SELECT seq FROM/.test(text)) return;
  const isNamed = /\b(?:id|seq) = ANY\(/.test(text);
  const isRange = /seq > \$\d/.test(text) && /seq <= \$\d/.test(text);
  assert.ok(isNamed || isRange, `rows are asked for in a range that has an end: ${text}`);
}

/** Transactions as connections sent them, each from behind its BEGIN. */
export function transactionsOf(sent: readonly Sent[]): Sent[][] {
  const open = new Map<string, Sent[]>();
  const all: Sent[][] = [];
  for (const one of sent) {
    if (one.text === 'BEGIN') {
      const begun: Sent[] = [];
      open.set(one.connection, begun);
      all.push(begun);
    } else if (/^(?:COMMIT|ROLLBACK)$/.test(one.text)) open.delete(one.connection);
    else if (open.has(one.connection)) open.get(one.connection)!.push(one);
    else all.push([one]);
  }
  return all;
}

/** The shard of a key where there are so many, as Citus divides the hashes among them. */
export function shardOf(key: string, shards: number): number {
  const width = Math.floor(2 ** 32 / shards);
  return Math.min(shards - 1, Math.floor((hashText(key) + 2 ** 31) / width));
}

/** What a transaction marks, if it writes features; that must come before all else that it does to them. */
export function marksOf(transaction: readonly Sent[]): Marked | undefined {
  const touching = transaction.filter(namesFeatures);
  const isWrite = (sent: Sent) => WRITES.test(sent.text);
  if (!touching.some(isWrite) || DEFINES.test(touching[0]!.text)) return undefined;
  assert.match(touching[0]!.text, MARKS, 'a transaction that writes features begins with what marks them');
  const marked: Marked = { keys: new Set(), isAll: false };
  for (const { text, values } of touching) {
    const found = MARKS.exec(text);
    if (found?.[2]) for (const key of keysOf(values)) marked.keys.add(key);
    else if (found) marked.isAll = true;
  }
  return marked;
}

/** The texts of `$1 = '{a,"b c"}'`. */
function keysOf(values: string): string[] {
  const array = /\$1 = '((?:[^']|'')*)'/.exec(values)![1]!.replaceAll("''", "'");
  const entries = array.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|[^,]+/gs);
  return [...entries].map(([plain, quoted]) => quoted?.replace(/\\(.)/gs, '$1') ?? plain);
}
