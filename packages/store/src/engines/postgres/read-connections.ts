import { rowsOf } from './connection.ts';
import type { Value } from './self-contained.ts';
import type { StatementPool } from './statement-pool.ts';
import { StatementSlots, type Waits } from './statement-slots.ts';

/** A query of the driver; `active` once the server has it. */
type Statement<T> = PromiseLike<T> & { cancel(): void; active?: boolean };

/** How rows come: as objects, or as the bytes of their columns, of a text or in binary form. */
export type Form = 'objects' | 'bytes' | 'binary';

const LOOK_AGAIN_MS = 20;

/** The connections of a thread that reads. Each statement can be ended, whether it runs or waits for a connection. */
export class ReadConnections {
  readonly #pool: StatementPool;
  readonly #slots: StatementSlots;

  constructor(pool: StatementPool, connections: number) {
    this.#pool = pool;
    this.#slots = new StatementSlots(connections);
  }

  /** `waits`: what ends the statement. */
  async rows<T>(sql: string, values: readonly Value[], form: Form, waits: Waits): Promise<T[]> {
    await this.#slots.take(waits);
    let cancelling: NodeJS.Timeout | undefined;
    try {
      const query = form === 'binary' ? this.#pool.sendBinary(sql, values) : this.#pool.send(sql, values);
      const statement = (form === 'objects' ? query : query.raw()) as unknown as Statement<T[]>;
      waits.add(() => {
        cancelling ??= cancelWhenSent(statement);
      });
      return rowsOf<T>(await statement);
    } finally {
      clearInterval(cancelling);
      this.#slots.giveBack();
    }
  }
}

/**
 * Cancels a statement once the server has it. One whose connection is still being made is left to wait for that: the driver
 * (3.4.9) would lose the connection.
 */
function cancelWhenSent(statement: Statement<unknown>): NodeJS.Timeout {
  let isSent = false;
  const look = () => {
    if (isSent || !statement.active) return;
    isSent = true;
    statement.cancel();
  };
  look();
  return setInterval(look, LOOK_AGAIN_MS);
}
