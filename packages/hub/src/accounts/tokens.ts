import { type Account, type Catalogue, type RightsMatrix, randomId, type Token } from '@meridian/store';
import type { Audit, Audited } from '../audit/audit.ts';
import { defaultAppId } from './accounts.ts';
import type { LastUses, LastUsesOfAccount } from './last-uses.ts';
import { maxRights, SERVICE } from './rights.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { readTokenDefinition } from './token-definition.ts';

const ID_LENGTH = 22;

/**
 * The tokens of accounts. A secret is known when its token is made, and never again; but that of a link to a published map,
 * which reads nothing else, is stored, so that its owner can copy the link again.
 */
export class Tokens {
  readonly #catalogue: Catalogue;
  readonly #audit: Audit;
  readonly #lastUses: LastUses;

  constructor(catalogue: Catalogue, audit: Audit, lastUses: LastUses) {
    this.#catalogue = catalogue;
    this.#audit = audit;
    this.#lastUses = lastUses;
  }

  async create(account: Account, body: unknown, now: number): Promise<{ token: Token; secret: string }> {
    const definition = readTokenDefinition(body, now);
    const bound = await this.#boundTo(definition.project);
    const secret = newSecret();
    const token: Token = {
      appId: defaultAppId(account),
      ...definition,
      ...(definition.project === undefined ? {} : { metadata: { ...definition.metadata, link: secret } }),
      ...(bound ? { bound } : {}),
      id: randomId(ID_LENGTH),
      secretHash: hashSecret(secret),
      account: account.id,
      issuedAt: Math.floor(now / 1000),
    };
    await this.#catalogue.tokens.add(token, this.#audit.entry('token.create', auditOf(token)));
    return { token, secret };
  }

  /** A project and spaces are named by id, and an id can be used again: the token is for those that have it now. */
  async #boundTo(project: string | undefined): Promise<Token['bound']> {
    if (project === undefined) return undefined;
    await this.#catalogue.refresh();
    const { serial } = (await this.#catalogue.projects.head(project)) ?? {};
    let lastSpace = 0;
    for (const space of this.#catalogue.spaces.known.values()) lastSpace = Math.max(lastSpace, space.serial);
    return serial === undefined ? { lastSpace } : { lastSpace, project: serial };
  }

  list(account: Account): Promise<Token[]> {
    return this.#catalogue.tokens.ofAccount(account.id);
  }

  /** When each token of the account was last used, by its id; those that never were are missing. */
  lastUses(account: Account): Promise<LastUsesOfAccount> {
    return this.#lastUses.of(account.id);
  }

  /** By id, or by secret: old clients know no other name. */
  async find(name: string): Promise<Token | undefined> {
    const { tokens } = this.#catalogue;
    return (await tokens.byId(name)) ?? (await tokens.bySecret(hashSecret(name)))?.token;
  }

  /** Ends it at once. False where the account has no such token. */
  async revoke(account: Account, name: string): Promise<boolean> {
    const token = await this.find(name);
    if (token?.account !== account.id) return false;
    const entry = this.#audit.entry('token.revoke', { subject: token.id, details: { owner: account.id } });
    return this.#catalogue.tokens.remove(token.id, entry);
  }

  maxRights(account: Account): RightsMatrix {
    return maxRights(account);
  }
}

/** What a token may do, without its secret and what else its maker wrote into it. */
function auditOf({ id, account, rights, expiresAt, project }: Token): Audited {
  const named = Object.keys(rights[SERVICE] ?? {});
  return {
    subject: id,
    details: {
      owner: account,
      rights: Object.keys(rights).length === 0 ? 'all' : named,
      ...(expiresAt === undefined ? {} : { expiresAt }),
      ...(project === undefined ? {} : { project }),
    },
  };
}
