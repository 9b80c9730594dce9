import { AsyncLocalStorage } from 'node:async_hooks';

/** By what someone does something: `hub` is the hub itself, `command` the command on a data folder or database. */
export type Means = 'token' | 'session' | 'nobody' | 'command' | 'hub';

/** Who does what is being done. Never a secret: a token is named by its id. */
export type Actor = {
  via: Means;
  account?: string;
  token?: string;
  address?: string;
  streamId?: string;
};

const actors = new AsyncLocalStorage<() => Actor>();

/** Does the work, and all that it leads to, in someone's name, which is asked for when something is written down. */
export function actingFor<T>(actor: () => Actor, work: () => T): T {
  return actors.run(actor, work);
}

export function currentActor(): Actor | undefined {
  return actors.getStore()?.();
}
