import type { DatabaseSync } from 'node:sqlite';
import type { Account, SpaceRecord, Token } from '../catalogue.ts';
import type { SpacePlace } from '../feature-store.ts';
import type { JsonObject } from '../json/own.ts';
import { openForWriting, transaction } from './database.ts';
import { CATALOGUE_MIGRATIONS } from './schema.ts';
import { newPlace } from './space-files.ts';

/** The catalogue's file, synchronous; it lives on a thread of its own. */
export class CatalogueFile {
  readonly #database: DatabaseSync;

  constructor(path: string) {
    this.#database = openForWriting(path, CATALOGUE_MIGRATIONS);
  }

  close(): void {
    this.#database.close();
  }

  accounts(): Account[] {
    const rows = this.#all(
      'SELECT id, email, password_hash AS passwordHash, admin, created_at AS createdAt FROM account',
    );
    return rows.map((row) => ({ ...row, admin: row.admin === 1 }) as Account);
  }

  addAccount({ id, email, passwordHash, admin, createdAt }: Account): void {
    this.#run(
      'INSERT INTO account VALUES (?, ?, ?, ?, ?)',
      id,
      email,
      passwordHash,
      admin ? 1 : 0,
      createdAt,
    );
  }

  tokens(): Token[] {
    const rows = this.#all('SELECT id, secret_hash AS secretHash, account, body FROM token');
    return rows.map(({ body, ...row }) => ({ ...row, ...JSON.parse(body as string) }) as Token);
  }

  addToken({ id, secretHash, account, ...body }: Token): void {
    this.#run('INSERT INTO token VALUES (?, ?, ?, ?)', id, secretHash, account, JSON.stringify(body));
  }

  spaces(): SpaceRecord[] {
    const rows = this.#all('SELECT serial, id, file AS place, body FROM space ORDER BY serial');
    return rows.map(
      ({ body, ...row }) => ({ ...row, definition: JSON.parse(body as string) }) as SpaceRecord,
    );
  }

  reservePlace(id: string): SpacePlace {
    const place = newPlace(id);
    this.#run('INSERT INTO stray_file VALUES (?)', place);
    return { id, place };
  }

  addSpace({ id, place }: SpacePlace, definition: JsonObject): SpaceRecord | undefined {
    return transaction(this.#database, () => {
      const body = JSON.stringify(definition);
      const added = this.#database
        .prepare(
          'INSERT INTO space (id, file, body) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING serial',
        )
        .get(id, place, body);
      if (!added) return undefined;
      this.#run('DELETE FROM stray_file WHERE file = ?', place);
      return { id, place, serial: added.serial as number, definition };
    });
  }

  updateSpace(id: string, definition: JsonObject): void {
    this.#run('UPDATE space SET body = ? WHERE id = ?', JSON.stringify(definition), id);
  }

  removeSpace({ id, place }: SpacePlace): void {
    transaction(this.#database, () => {
      this.#run('DELETE FROM space WHERE id = ?', id);
      this.#run('INSERT INTO stray_file VALUES (?)', place);
    });
  }

  strayPlaces(): string[] {
    return this.#all('SELECT file FROM stray_file').map(({ file }) => file as string);
  }

  forgetPlace(place: string): void {
    this.#run('DELETE FROM stray_file WHERE file = ?', place);
  }

  #all(sql: string) {
    return this.#database.prepare(sql).all();
  }

  #run(sql: string, ...values: (string | number)[]): void {
    this.#database.prepare(sql).run(...values);
  }
}
