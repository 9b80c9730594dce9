import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { query } from './database.ts';

/** For a cluster whose statements are looked at: every text that a client sends is in its log, with its values. */
export const LOGGED_STATEMENTS = {
  log_min_messages: 'log',
  log_statement: 'all',
  logging_collector: 'on',
  log_destination: 'csvlog',
};

/** A text that a client sent; `values` as PostgreSQL writes them down. */
export type Sent = { connection: string; transaction: string; text: string; values: string };

const WITHIN_MS = 60_000;

/** What hubs have sent to a cluster with such a log. */
export class StatementLog {
  readonly #url: string;
  readonly #folder: string;
  #seen = 0;

  constructor(url: string) {
    this.#url = url;
    this.#folder = query(url, 'SHOW data_directory');
  }

  /** All that came since the last call. */
  async take(): Promise<Sent[]> {
    const mark = `SELECT 'mark ${randomBytes(6).toString('hex')}'`;
    query(this.#url, mark);
    const file = join(this.#folder, query(this.#url, "SELECT pg_current_logfile('csvlog')"));
    for (const end = Date.now() + WITHIN_MS; ; await pause(20)) {
      const lines = readCsv(readFileSync(file, 'utf8'));
      const at = lines.findLastIndex((line) => line.includes(`statement: ${mark}`));
      if (at < 0) {
        if (Date.now() > end) throw new Error('the statements did not come into the log in time');
        continue;
      }
      const taken = lines.slice(this.#seen, at).flatMap(toSent);
      this.#seen = at + 1;
      return taken;
    }
  }
}

const [SESSION, TRANSACTION, MESSAGE, DETAIL, APPLICATION] = [5, 9, 13, 14, 22];

function toSent(line: readonly string[]): Sent[] {
  const found = /^(?:statement|execute [^:]+): (.*)$/s.exec(line[MESSAGE] ?? '');
  if (!found || line[APPLICATION] !== 'meridian') return [];
  const values = line[DETAIL]!.replace(/^parameters: /i, '');
  return [{ connection: line[SESSION]!, transaction: line[TRANSACTION]!, text: found[1]!, values }];
}

/** Complete lines only: the last one may still be written. */
function readCsv(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g)) {
    line.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    lines.push(line);
    line = [];
  }
  return lines;
}
