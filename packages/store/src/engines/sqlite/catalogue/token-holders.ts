import type { Catalogue, TokenHolder } from '../../../catalogue.ts';

const MAX_HOLDERS = 10_000;

/**
 * Keeps in memory who is behind a secret, since every request asks. No other process writes this catalogue, and the
 * thread answers in order: what was read before a change is in memory before that change is acknowledged, and is
 * forgotten with it.
 */
export function rememberHolders(catalogue: Catalogue): Catalogue {
  const { accounts, tokens } = catalogue;
  const holders = new Map<string, TokenHolder>();
  // Also after a failure: the change may have happened all the same.
  const forgetting = <T>(change: Promise<T>): Promise<T> => change.finally(() => holders.clear());
  const look = async (secretHash: string) => {
    const holder = await tokens.bySecret(secretHash);
    if (holders.size >= MAX_HOLDERS) holders.clear();
    if (holder) holders.set(secretHash, holder);
    return holder;
  };
  return {
    ...catalogue,
    accounts: { ...accounts, change: (...args) => forgetting(accounts.change(...args)) },
    tokens: {
      ...tokens,
      bySecret: (secretHash) => holders.get(secretHash) ?? look(secretHash),
      remove: (...args) => forgetting(tokens.remove(...args)),
    },
  };
}
