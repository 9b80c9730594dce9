import { createRequire } from 'node:module';
import { serveCalls } from './child.ts';

/** What is used of `@duckdb/node-api`, which is no dependency. */
type DuckDb = {
  DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> };
};
type Connection = {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string, values: (number | string)[]): Promise<{ getRows(): unknown[][] }>;
};

let connection: Connection;

/** `installed`: a folder in whose `node_modules` the package is. */
async function open(installed: string): Promise<void> {
  const { DuckDBInstance } = createRequire(`${installed}/`)('@duckdb/node-api') as DuckDb;
  connection = await (await DuckDBInstance.create(':memory:')).connect();
}

async function run(sql: string): Promise<void> {
  await connection.run(sql);
}

/** The milliseconds until all rows are here as JavaScript values, and how many there are. */
async function ask(sql: string, values: (number | string)[]): Promise<{ ms: number; rows: number }> {
  const started = performance.now();
  const rows = (await connection.runAndReadAll(sql, values)).getRows();
  return { ms: performance.now() - started, rows: rows.length };
}

serveCalls({ open, run, ask });
