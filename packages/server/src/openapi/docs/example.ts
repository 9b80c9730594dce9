import type { Schema } from '../../http/operation.ts';

/** The example a schema gives of itself. */
export function exampleOf(schema: Schema): unknown {
  return Array.isArray(schema.examples) ? schema.examples[0] : undefined;
}

/** Indented JSON with each list of plain values on one line: a position reads `[13.4, 52.52]`. */
export function indented(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replaceAll(
    /\[\n\s+([^[\]{}]*?)\n\s+\]/g,
    (_, values: string) => `[${values.replaceAll(/\n\s+/g, ' ')}]`,
  );
}
