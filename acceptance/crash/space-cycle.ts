import type { Random } from '../harness/random.ts';
import type { KillableHub } from './killable-hub.ts';
import { Ledger } from './ledger.ts';
import { Writer } from './writer.ts';

export type Existence = 'absent' | 'present' | 'being created' | 'being deleted';
export type SpaceMoment = 'creating' | 'deleting';

/** A space that is created, written to and deleted again and again under the same id. */
export class SpaceCycle {
  readonly ledger: Ledger;
  readonly #random: Random;
  readonly #writer: Writer;
  existence: Existence = 'absent';

  constructor(space: string, random: Random) {
    this.ledger = new Ledger(space);
    this.#random = random;
    this.#writer = new Writer(space, this.ledger, random.fork());
  }

  /** Until the server dies; calls back when a creation or deletion is on its way. */
  async run(hub: KillableHub, underWay: (moment: SpaceMoment) => void): Promise<void> {
    while (!hub.killed) {
      if (this.existence === 'absent' && !(await this.#create(hub, underWay))) return;
      await this.#writer.run(hub, this.#random.whole(1, 6));
      if (hub.killed || !(await this.#delete(hub, underWay))) return;
    }
  }

  async #create(hub: KillableHub, underWay: (moment: SpaceMoment) => void): Promise<boolean> {
    this.existence = 'being created';
    const sent = hub.write('POST', '/hub/spaces', { id: this.ledger.space, title: 'Here today' });
    underWay('creating');
    if ((await sent) === undefined) return false;
    this.existence = 'present';
    return true;
  }

  async #delete(hub: KillableHub, underWay: (moment: SpaceMoment) => void): Promise<boolean> {
    this.existence = 'being deleted';
    const sent = hub.write('DELETE', `/hub/spaces/${this.ledger.space}`);
    underWay('deleting');
    if ((await sent) === undefined) return false;
    this.existence = 'absent';
    this.ledger.clear();
    return true;
  }
}
