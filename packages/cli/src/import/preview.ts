import { type Feature, FORMATS, type FormatId } from '@meridian/formats/node';
import { table, terminalWidth } from '../terminal/table.ts';
import { grouped } from '../terminal/words.ts';
import { DensityMap } from './density-map.ts';

type Column = { count: number; types: Set<string>; example: string };

const MAX_COLUMNS = 1000;
const MAX_EXAMPLE = 40;

/** What is in a file: columns with types and an example of each, geometries, extent. */
export class Preview {
  readonly #columns = new Map<string, Column>();
  readonly #geometries = new Map<string, number>();
  readonly #map = new DensityMap();

  add({ geometry, properties }: Feature): void {
    const type = geometry?.type ?? 'none';
    this.#geometries.set(type, (this.#geometries.get(type) ?? 0) + 1);
    if (geometry !== null) this.#map.add(geometry);
    for (const [name, value] of Object.entries(properties)) this.#addValue(name, value);
  }

  describe({ format, crs }: { format: FormatId | undefined; crs: string | undefined }): string {
    const geometries = [...this.#geometries].map(([type, count]) => `${grouped(count)} ${type}`);
    // Nothing could be read.
    if (format === undefined && geometries.length === 0) return '';
    // Rows of a database have none.
    const lines = format === undefined ? [] : [`Format: ${FORMATS[format].title}`];
    // A Parquet file is read where it does not tell.
    if (crs !== undefined) lines.push(`Coordinates: ${crs}, turned into WGS 84`);
    else if (format !== 'geoparquet') lines.push('Coordinates: WGS 84');
    if (geometries.length > 0) lines.push(`Geometries: ${geometries.join(', ')}`);
    const { extent } = this.#map;
    if (extent !== undefined) lines.push(`Extent (W,S,E,N): ${extent.join(',')}`, ...this.#map.lines());
    const head = ['PROPERTY', 'TYPE', 'IN', 'EXAMPLE'];
    const rows = [...this.#columns].map(([name, { count, types, example }]) => [
      name,
      [...types].join(' or '),
      grouped(count),
      example,
    ]);
    return `${lines.join('\n')}\n${rows.length > 0 ? table(head, rows, { width: terminalWidth(), right: [2] }) : ''}`;
  }

  #addValue(name: string, value: unknown): void {
    let column = this.#columns.get(name);
    if (column === undefined) {
      if (this.#columns.size >= MAX_COLUMNS) return;
      column = { count: 0, types: new Set(), example: '' };
      this.#columns.set(name, column);
    }
    column.count++;
    column.types.add(typeOf(value));
    if (column.example === '' && value !== null) column.example = example(value);
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  // Digits that a double does not hold come as an object of their own.
  if (typeof value === 'object' && /^-?\d/.test(JSON.stringify(value))) return 'number';
  return typeof value === 'string' ? 'text' : typeof value;
}

function example(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_EXAMPLE ? `${text.slice(0, MAX_EXAMPLE - 1)}…` : text;
}
