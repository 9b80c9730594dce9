import { warn } from '../../../thread/warnings.ts';
import { type Address, type Client, connect } from '../connection.ts';
import { DatabaseUnusable, locate, nameOf } from '../location.ts';
import { hasPooler } from '../pooler.ts';
import { ReplicaState } from './replica-state.ts';

/** A replica that is gone is looked for so often. */
const LOOK_MS = 2000;

const IDENTITY = `SELECT (SELECT system_identifier FROM pg_control_system())::text AS system,
  current_database() AS database, pg_is_in_recovery() AS "isReplica"`;

type Identity = { system: string; database: string; isReplica: boolean };

/** Finds out whether a replica can be used, at the start and whenever it was lost. */
export class ReplicaWatch {
  readonly url: string;
  readonly state = new ReplicaState();
  readonly #primary: Address;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  /** Whether it was said that the replica can't be used; not yet while nobody hears it. */
  #isTold = true;

  private constructor(read: string, primary: Address) {
    this.url = locate(read).url;
    this.#primary = primary;
  }

  /** Throws DatabaseUnusable where there is another database; one that is not there is waited for. */
  static async start(read: string, primary: Address): Promise<ReplicaWatch> {
    if (primary.hasCitus)
      throw new DatabaseUnusable('MERIDIAN_STORE_READ is not supported for a database with Citus');
    const watch = new ReplicaWatch(read, primary);
    try {
      await watch.#look();
    } catch (error) {
      if (error instanceof DatabaseUnusable) throw error;
      watch.#isTold = false;
    }
    watch.#timer = setInterval(() => watch.#lookAgain(), LOOK_MS).unref();
    return watch;
  }

  #lookAgain(): void {
    if (!this.state.isDown || this.#looking) return;
    this.#looking = this.#look()
      .then(
        () => warn({ message: 'the replica is used again', details: {} }),
        (error: Error) => this.#tell(error),
      )
      .finally(() => {
        this.#looking = undefined;
      });
  }

  #tell(error: Error): void {
    if (this.#isTold) return;
    this.#isTold = true;
    warn({
      message: 'the replica can not be used: the primary answers until it is there',
      details: { reason: error.message },
    });
  }

  async #look(): Promise<void> {
    const isPooled = await hasPooler(this.url);
    const [primary, replica] = await Promise.all([
      identityOf(this.#primary),
      identityOf({ ...this.#primary, url: this.url, isPooled }),
    ]);
    const isOurs = primary.system === replica.system && primary.database === replica.database;
    if (!isOurs || !replica.isReplica)
      throw new DatabaseUnusable(
        `MERIDIAN_STORE_READ names ${nameOf(this.url)}, which is no streaming replica of ${nameOf(this.#primary.url)}`,
      );
    this.state.recover(isPooled);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }
}

async function identityOf(address: Address): Promise<Identity> {
  const client: Client = connect(address, 1);
  try {
    const [row] = await client.unsafe<Identity[]>(IDENTITY);
    return row!;
  } finally {
    await client.end({ timeout: 1 });
  }
}
