import {
  type CatalogueRows,
  KEYS,
  type Newest,
  type NewRow,
  NUMBERED,
  type TableName,
  type Tables,
  type Test,
  type Where,
} from './rows.ts';

/** Beside the texts of a row. */
const ROW_COST = 200;

/** The rows of a catalogue in plain lists: there are few. `spend` hears how many bytes they take more, and may refuse. */
export class ListedRows implements CatalogueRows {
  readonly #spend: (bytes: number) => void;
  readonly #tables: { [N in TableName]: Tables[N][] } = {
    account: [],
    token: [],
    session: [],
    knownAddress: [],
    serverKey: [],
    space: [],
    orphan: [],
    project: [],
    projectHead: [],
    auditEntry: [],
  };
  #lastSerial = 0;

  constructor(spend: (bytes: number) => void) {
    this.#spend = spend;
  }

  select<N extends TableName>(
    table: N,
    anyOf: readonly Where<N>[],
    limit = Infinity,
    newest?: Newest,
  ): Tables[N][] {
    const found: Tables[N][] = [];
    if (table === 'projectHead') this.#tables.projectHead = this.#tables.project.map(toHead);
    const rows: Tables[N][] = this.#tables[table];
    let skipped = 0;
    for (let i = 0; i < rows.length && found.length < limit; i++) {
      const row = rows[newest ? rows.length - 1 - i : i]!;
      if (!anyOf.some((where) => matches<N>(row, where))) continue;
      if (newest && skipped < newest.skip) skipped++;
      else found.push({ ...row });
    }
    return found;
  }

  count<N extends TableName>(table: N, where: Where<N>): number {
    return this.#tables[table].filter((row) => matches<N>(row, where)).length;
  }

  insert<N extends TableName>(table: N, row: NewRow<N>): Tables[N] | undefined {
    const key = KEYS[table];
    const serial = NUMBERED.includes(table) ? { serial: ++this.#lastSerial } : {};
    // A row lacks nothing but its number, and that only where its table has numbers.
    const made = { ...serial, ...row } as unknown as Tables[N];
    const isTaken = this.#tables[table].some((other) =>
      key?.every((column) => other[column] === made[column]),
    );
    if (isTaken) return undefined;
    this.#spend(costOf(made));
    this.#tables[table].push(made);
    return { ...made };
  }

  update<N extends TableName>(table: N, where: Where<N>, values: Partial<NewRow<N>>): Tables[N][] {
    const found = this.#tables[table].filter((row) => matches<N>(row, where));
    for (const row of found) {
      this.#spend(costOf({ ...row, ...values }) - costOf(row));
      Object.assign(row, values);
    }
    return found.map((row) => ({ ...row }));
  }

  remove<N extends TableName>(table: N, where: Where<N>): number {
    const rows: Tables[N][] = this.#tables[table];
    let gone = 0;
    for (let i = rows.length - 1; i >= 0; i--) {
      const row = rows[i]!;
      if (!matches<N>(row, where)) continue;
      rows.splice(i, 1);
      this.#spend(-costOf(row));
      gone++;
    }
    return gone;
  }
}

function toHead({ text: _, ...head }: Tables['project']): Tables['projectHead'] {
  return head;
}

function costOf(row: object): number {
  const texts = Object.values(row).filter((value) => typeof value === 'string');
  return texts.reduce((sum, text) => sum + 2 * text.length, ROW_COST);
}

function matches<N extends TableName>(row: Tables[N], where: Where<N>): boolean {
  for (const column in where) if (!passes(row[column], where[column])) return false;
  return true;
}

function passes<V>(value: V, test: Test<V> | undefined): boolean {
  if (typeof test !== 'object' || test === null) return value === test;
  if ('not' in test) return value !== test.not;
  if ('atMost' in test && !(value <= test.atMost)) return false;
  return !('above' in test) || value > test.above;
}
