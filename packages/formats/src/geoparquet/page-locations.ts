import type { FileMetaData, RowGroup } from 'hyparquet';
import type { Slice } from './cached-slices.ts';

/** More than the header of a page has, its statistics included. */
const HEADER_BYTES = 16 * 1024;
const [DATA_PAGE, DICTIONARY_PAGE, DATA_PAGE_V2] = [0, 2, 3];

/** A page with its header, and which row of its group it begins with. */
export type PageLocation = { offset: bigint; compressed_page_size: number; first_row_index: bigint };

/** What is of interest in the header of a page; Thrift numbers the members. */
type PageHeader = {
  field_1?: unknown;
  field_3?: unknown;
  field_5?: { field_1?: unknown };
  field_8?: { field_3?: unknown };
};

/**
 * Where the pages of a row group's columns are, by column: so a slice of rows is read without the rest of its group. Few files
 * have an index of pages, so their headers are gone through. A column whose headers do not add up is left out, and read as a whole.
 */
export async function pageLocationsOf(
  slice: Slice,
  group: RowGroup,
  { schema }: FileMetaData,
): Promise<Record<string, PageLocation[]>> {
  const { deserializeTCompactProtocol } = await import('hyparquet/src/thrift.js');
  const headerAt = async (at: number, end: number) => {
    const reader = { view: new DataView(await slice(at, Math.min(at + HEADER_BYTES, end))), offset: 0 };
    const header: PageHeader = deserializeTCompactProtocol(reader);
    return { header, bytes: reader.offset };
  };
  const plain = new Set(
    schema
      .filter(
        ({ num_children, repetition_type }) => num_children === undefined && repetition_type !== 'REPEATED',
      )
      .map(({ name }) => name),
  );
  const found: Record<string, PageLocation[]> = {};
  for (const { meta_data: column } of group.columns) {
    if (column === undefined || column.path_in_schema.length !== 1) continue;
    const [name] = column.path_in_schema as [string];
    if (!plain.has(name) || name === '__proto__') continue;
    const start = Number(column.dictionary_page_offset || column.data_page_offset);
    const pages = await pagesOf(
      headerAt,
      start,
      start + Number(column.total_compressed_size),
      Number(group.num_rows),
    );
    if (pages !== undefined) found[name] = pages;
  }
  return found;
}

async function pagesOf(
  headerAt: (at: number, end: number) => Promise<{ header: PageHeader; bytes: number }>,
  start: number,
  end: number,
  rows: number,
): Promise<PageLocation[] | undefined> {
  const pages: PageLocation[] = [];
  let row = 0;
  for (let at = start; row < rows && at < end; ) {
    const { header, bytes } = await headerAt(at, end).catch(noHeader);
    const { field_1: type, field_3: size } = header;
    if (!isCount(size)) return undefined;
    if (type === DATA_PAGE || type === DATA_PAGE_V2) {
      const count = type === DATA_PAGE ? header.field_5?.field_1 : header.field_8?.field_3;
      // Empty pages could be many.
      if (!isCount(count) || count === 0) return undefined;
      pages.push({ offset: BigInt(at), compressed_page_size: bytes + size, first_row_index: BigInt(row) });
      row += count;
    } else if (type !== DICTIONARY_PAGE || at > start) return undefined;
    at += bytes + size;
  }
  return row === rows && pages.length > 0 ? pages : undefined;
}

/** A header that is cut off or damaged. */
function noHeader(error: unknown): { header: PageHeader; bytes: number } {
  if (error instanceof Error) return { header: {}, bytes: 0 };
  throw error;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
