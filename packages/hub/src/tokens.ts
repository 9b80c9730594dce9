import { type Account, type Catalogue, type RightsMatrix, randomId, type Token } from '@meridian/store';
import { defaultAppId } from './accounts.ts';
import { maxRights } from './rights.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { readTokenDefinition } from './token-definition.ts';

const ID_LENGTH = 22;

/** The tokens of accounts. A secret is known when its token is made, and never again. */
export class Tokens {
  readonly #catalogue: Catalogue;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  async create(account: Account, body: unknown, now: number): Promise<{ token: Token; secret: string }> {
    const definition = readTokenDefinition(body, now);
    const secret = newSecret();
    const token: Token = {
      appId: defaultAppId(account),
      ...definition,
      id: randomId(ID_LENGTH),
      secretHash: hashSecret(secret),
      account: account.id,
      issuedAt: Math.floor(now / 1000),
    };
    await this.#catalogue.tokens.add(token);
    return { token, secret };
  }

  list(account: Account): Promise<Token[]> {
    return this.#catalogue.tokens.ofAccount(account.id);
  }

  /** By id, or by secret: old clients know no other name. */
  async find(name: string): Promise<Token | undefined> {
    const { tokens } = this.#catalogue;
    return (await tokens.byId(name)) ?? (await tokens.bySecret(hashSecret(name)))?.token;
  }

  /** Ends it at once. False where the account has no such token. */
  async revoke(account: Account, name: string): Promise<boolean> {
    const token = await this.find(name);
    return token?.account === account.id && (await this.#catalogue.tokens.remove(token.id));
  }

  maxRights(account: Account): RightsMatrix {
    return maxRights(account);
  }
}
