import { type Account, type Catalogue, Fault } from '@meridian/store';
import type { Audit, Audited } from '../audit/audit.ts';
import { normalizeEmail } from './account-members.ts';
import type { SignInForm } from './form-members.ts';
import type { PasswordHashes } from './passwords.ts';
import { sign } from './secrets.ts';
import type { NewSession, Sessions } from './sessions.ts';
import { SignInThrottle } from './sign-in-throttle.ts';

const MAX_KNOWN_ADDRESSES = 20;

/** The way in: a password, asked for no faster than a person types. */
export class SignIn {
  readonly #catalogue: Catalogue;
  readonly #sessions: Sessions;
  readonly #key: string;
  readonly #audit: Audit;
  readonly #hashes: PasswordHashes;
  readonly #throttle = new SignInThrottle();

  constructor(catalogue: Catalogue, sessions: Sessions, key: string, audit: Audit, hashes: PasswordHashes) {
    this.#audit = audit;
    this.#hashes = hashes;
    this.#catalogue = catalogue;
    this.#sessions = sessions;
    this.#key = key;
  }

  async withPassword(form: SignInForm, address: string, now: number): Promise<NewSession> {
    const { email, password, rememberMe = false } = form;
    if (email === undefined || password === undefined) throw refused();
    const account = await this.#catalogue.accounts.byEmail(normalizeEmail(email));
    await this.#check(normalizeEmail(email), account, password, address, now);
    const session = account && !account.disabled && (await this.#sessions.start(account, rememberMe, now));
    if (!session) throw refused();
    await this.#catalogue.knownAddresses.add(account.id, this.#addressKey(address), now, MAX_KNOWN_ADDRESSES);
    return session;
  }

  /** Asks someone who is signed in for the password once more. */
  async confirm(account: Account, password: string | undefined, address: string, now: number): Promise<void> {
    if (password === undefined) throw refused();
    await this.#check(account.email, account, password, address, now);
  }

  /** Holds up an address that makes many accounts. */
  slowRegistration(address: string, now: number): void {
    this.#throttle.begin(' registration', address, false, now);
  }

  async #check(
    email: string,
    account: Account | undefined,
    password: string,
    address: string,
    now: number,
  ): Promise<void> {
    const isKnownAddress = await this.#catalogue.knownAddresses.has(
      account?.id ?? '',
      this.#addressKey(address),
    );
    const attempt = this.#throttle.begin(email, address, isKnownAddress, now);
    if (!(await this.#hashes.check(password, account?.passwordHash)) || account?.disabled) {
      await this.#audit.record('session.refuse', refusalOf(account));
      throw refused();
    }
    attempt.succeeded();
  }

  /** Addresses are personal data: what is stored can be compared with one but not read. */
  #addressKey(address: string): string {
    return sign(this.#key, 'familiar place', address);
  }
}

/** The email of nobody is not written down: it may be a password that was typed into the wrong field. */
function refusalOf(account: Account | undefined): Audited {
  const reason = !account ? 'no such account' : account.disabled ? 'disabled' : 'wrong password';
  return { account: account?.id ?? '', details: { reason } };
}

function refused(): Fault {
  return new Fault('unauthorized', 'the email or the password is wrong');
}
