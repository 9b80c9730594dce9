import { sampleRank } from '@meridian/geo';
import { ask, type Effect } from '../../read/effect.ts';
import type {
  Access,
  AccessName,
  Batch,
  Counted,
  Found,
  FoundRows,
  FoundTexts,
  FramedTexts,
  RowQuery,
} from '../../read/row-reader.ts';
import { type Condition, numbered } from './condition.ts';
import { type Candidates, near, partOf, surelyInside, surelyMeeting, taggedWith } from './conditions.ts';
import { framesOf, joinedRows, passingTexts } from './joined-texts.ts';
import type { Reading } from './reading.ts';
import { foundRows, keyedColumns } from './rows.ts';
import { tableOf } from './table-name.ts';
import { listedNumbers, numberArray } from './text-key.ts';

/** So many positions are looked at for a sample before others get their turn. */
const IDS_AT_ONCE = 50_000;

/** Stands in few ids; those that have it are taken for what must be looked at. */
const SEPARATOR = '\u001f';
/** What a key begins with that is not the id itself. */
const HASHED = '\\';

/** The rows of a table that satisfy conditions; which index to use for them is the database's to say. */
export class TableAccess implements Access {
  readonly name: AccessName;
  readonly isOrdered: boolean;
  readonly isScannable = true;
  readonly isWhole: boolean;
  readonly #reading: Reading;
  readonly #query: RowQuery;
  readonly #isDistributed: boolean;
  /** Those that indexes know. */
  readonly #indexed: Condition[];
  /** Cheap ones that no index knows. */
  readonly #others: Condition[];
  /** Those for which a text is looked through, where every row is. */
  readonly #pushed: Condition[];

  constructor(reading: Reading, query: RowQuery, candidates: Candidates, isDistributed: boolean) {
    const { indexed, byText, ordered, prefilter, pushed } = candidates;
    this.#reading = reading;
    this.#query = query;
    this.#isDistributed = isDistributed;
    this.#indexed = indexed;
    this.#others = [...prefilter, ...(query.part ? [partOf(query.part)] : [])];
    this.#pushed = pushed;
    this.isOrdered = ordered || (indexed.length === 0 && prefilter.length === 0 && pushed.length === 0);
    this.isWhole = indexed.length > 0 && prefilter.length === 0;
    this.name = byText ? 'text index' : indexed.length > 0 ? 'indexes' : 'all rows';
  }

  get #table(): string {
    return tableOf(this.#reading.storageKey);
  }

  async positions(after: number, max: number): Promise<number[] | undefined> {
    if (this.#indexed.length === 0) return undefined;
    const { sql, values } = numbered(this.#indexed, 2);
    const [row] = await this.#reading.rows<{ count: number; seqs: string | null }>(
      `SELECT count(*) AS count, string_agg(seq::text, ',' ORDER BY seq) AS seqs FROM (
         SELECT seq FROM ${this.#table} WHERE seq > $1 AND ${sql} LIMIT ${max + 1}) AS found`,
      [after, ...values],
    );
    return row!.count > max ? undefined : listedNumbers(row!.seqs);
  }

  async rows(batch: Batch): Promise<FoundRows> {
    const page = await this.#listOf(batch);
    return page ? { ...(await this.#rowsOf(page.list)), ...page.found } : this.#rowsOf(batch);
  }

  async #rowsOf(batch: Batch): Promise<FoundRows> {
    const { sql, values } = numbered(this.#where(batch), 1);
    const sure = this.#query.area && numbered([surelyInside(this.#query.area)], values.length + 1);
    const found = selectBatch(keyedColumns(sure?.sql), this.#table, sql, batch);
    const rows = await foundRows(
      this.#reading,
      batch.kind === 'whole' ? `SELECT * FROM (${found}) AS found ORDER BY seq` : found,
      [...values, ...(sure?.values ?? [])],
    );
    const isTooMuch = batch.kind === 'whole' && rows.length > batch.limit;
    return { rows: isTooMuch ? [] : rows, count: rows.length, last: rows.at(-1)?.seq ?? 0 };
  }

  /**
   * Of a page that is bounded by its length alone every shard would send a whole one: so that is only done with positions, and
   * their rows are asked for after that. Undefined where it can be read at once.
   */
  async #listOf(batch: Batch): Promise<{ list: Batch; found: Found } | undefined> {
    if (batch.kind !== 'page' || !this.#isDistributed) return undefined;
    const { sql, values } = numbered(this.#where(batch), 1);
    const rows = await this.#reading.rows<{ seq: number }>(
      selectBatch('seq', this.#table, sql, batch),
      values,
    );
    const seqs = rows.map(({ seq }) => seq);
    return { list: { kind: 'list', seqs }, found: { count: seqs.length, last: seqs.at(-1) ?? 0 } };
  }

  /** The database joins the texts; those that have to be looked at, or may be cut off, come framed. */
  *texts(batch: Batch, left: number): Effect<FoundTexts> {
    const page = yield* ask(() => this.#listOf(batch));
    return page
      ? { ...(yield* this.#textsOf(page.list, left)), ...page.found }
      : yield* this.#textsOf(batch, left);
  }

  *#textsOf(batch: Batch, left: number): Effect<FoundTexts> {
    const { area } = this.#query;
    const { sql, values } = numbered(this.#where(batch), 1);
    const sure = area ? numbered([surelyInside(area)], values.length + 1) : { sql: 'true', values: [] };
    const isCut = left < (batch.kind === 'list' ? batch.seqs.length : batch.limit);
    const { columns, aggregates } = joinedRows(isCut ? 'all' : area ? 'recheck' : 'none', sure.sql);
    const select = selectBatch(columns, this.#table, sql, batch);
    const joined = yield* ask(() =>
      this.#reading.bytes(`SELECT ${aggregates} FROM (${select}) AS found`, [...values, ...sure.values]),
    );
    return passingTexts(joined, batch.kind === 'whole' ? batch.limit : Infinity, left, area);
  }

  *framedTexts(batch: Batch): Effect<FramedTexts> {
    const page = yield* ask(() => this.#listOf(batch));
    return page
      ? { ...(yield* this.#framedTextsOf(page.list)), ...page.found }
      : yield* this.#framedTextsOf(batch);
  }

  *#framedTextsOf(batch: Batch): Effect<FramedTexts> {
    const { area } = this.#query;
    const { sql, values } = numbered(this.#where(batch), 1);
    const sure = area ? numbered([surelyInside(area)], values.length + 1) : { sql: 'true', values: [] };
    const { columns, aggregates } = joinedRows('all', sure.sql);
    const select = selectBatch(columns, this.#table, sql, batch);
    const joined = yield* ask(() =>
      this.#reading.bytes(`SELECT ${aggregates} FROM (${select}) AS found`, [...values, ...sure.values]),
    );
    return yield* framesOf(joined, batch.kind === 'whole' ? batch.limit : Infinity, area);
  }

  /** Boxes tell of most features whether they meet the area. */
  *count(): Effect<Counted> {
    const { area, filter } = this.#query;
    const tagged = filter.tags.length > 0 ? [taggedWith(filter.tags)] : [];
    const { sql, values } = numbered([...(area ? [near(area)] : []), ...tagged], 1);
    const sure = area ? numbered([surelyMeeting(area)], values.length + 1) : { sql: 'true', values: [] };
    const [row] = yield* ask(() =>
      this.#reading.rows<{ sure: number; recheck: string | null }>(
        `SELECT count(*) FILTER (WHERE sure) AS sure, string_agg(seq::text, ',' ORDER BY seq) FILTER (WHERE NOT sure) AS recheck
          FROM (SELECT seq, ${sure.sql} AS sure FROM ${this.#table} WHERE ${sql}) AS found`,
        [...values, ...sure.values],
      ),
    );
    return { sure: row!.sure, recheck: listedNumbers(row!.recheck) };
  }

  /** Ids decide what belongs to a sample, so only they are read of the others. */
  *sample(from: number, fraction: number): Effect<number[]> {
    const { sql, values } = numbered([...this.#indexed, ...this.#others], 4);
    const end = (yield* ask(() => this.#reading.content())).lastSeq;
    const seqs: number[] = [];
    for (let after = from; after < end; after += IDS_AT_ONCE) {
      const [row] = yield* ask(() =>
        this.#reading.rows<{ found: string | null }>(
          `SELECT string_agg(seq || ' ' || CASE WHEN strpos(id, $3) > 0 THEN '${HASHED}' ELSE id END, $3 ORDER BY seq) AS found
            FROM ${this.#table} WHERE seq > $1 AND seq <= $2 AND ${sql}`,
          [after, after + IDS_AT_ONCE, SEPARATOR, ...values],
        ),
      );
      for (const entry of row!.found?.split(SEPARATOR) ?? []) {
        const space = entry.indexOf(' ');
        const key = entry.slice(space + 1);
        if (key.startsWith(HASHED) || sampleRank(key) < fraction) seqs.push(Number(entry.slice(0, space)));
      }
      yield undefined;
    }
    return seqs;
  }

  #where(batch: Batch): Condition[] {
    const behind = (after: number): Condition => ({ sql: 'seq > ?', values: [after] });
    switch (batch.kind) {
      case 'list':
        return [
          { sql: 'seq = ANY(?::bigint[])', values: [numberArray(batch.seqs)] },
          ...this.#others,
          ...this.#pushed,
        ];
      case 'window':
        return [
          ...[behind(batch.after), { sql: 'seq <= ?', values: [batch.upTo] }],
          ...[...this.#indexed, ...this.#others, ...this.#pushed],
        ];
      case 'page':
      case 'whole':
        return [behind(batch.after), ...this.#indexed, ...this.#others];
    }
  }
}

/** One that is to be whole shows by one row too many that it is not; its rows come in any order. */
function selectBatch(columns: string, table: string, where: string, batch: Batch): string {
  const select = `SELECT ${columns} FROM ${table} WHERE ${where}`;
  if (batch.kind === 'whole') return `${select} LIMIT ${batch.limit + 1}`;
  return `${select} ORDER BY seq${batch.kind === 'list' ? '' : ` LIMIT ${batch.limit}`}`;
}
