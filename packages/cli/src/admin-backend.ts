import type { AuditFilter, AuditRecord } from '@meridian/server';

export type AccountLine = { aid: string; email: string; admin: boolean; disabled: boolean };
/** Without `maxBytes` there is no limit. */
export type UsageLine = { usedBytes: number; maxBytes?: number };
export type TokenLine = {
  tid: string;
  account: string;
  iat: number;
  exp?: number | undefined;
  description: string;
};
export type NewToken = TokenLine & { token: string };

export type AuditLine = Omit<AuditRecord, 'serial'> & { id: number };

/** Where accounts and tokens are looked after: a data folder, or the server that has it open. */
export interface AdminBackend {
  accounts(): Promise<AccountLine[]>;
  /** The password comes back only where it was generated. */
  addAccount(
    email: string,
    password: string | undefined,
    admin: boolean,
  ): Promise<AccountLine & { password?: string | undefined }>;
  /** `name`: its email, or its id. */
  setDisabled(name: string, disabled: boolean): Promise<AccountLine>;
  /** Bytes that the account may store, `unlimited`, or null for the default of the hub. */
  setMaxBytes(name: string, maxBytes: number | string | null): Promise<AccountLine>;
  usage(name: string): Promise<UsageLine>;
  setPassword(name: string, password: string): Promise<AccountLine>;
  /** Without an account: the first administrator's, or on a server one's own. */
  createToken(account: string | undefined, definition: object): Promise<NewToken>;
  /** Without an account: everybody's, or on a server one's own. */
  tokens(account: string | undefined): Promise<TokenLine[]>;
  /** False where there is no such token. */
  revokeToken(tid: string): Promise<boolean>;
  /** The newest entries of the audit log first; the account by its email or its id. */
  audit(filter: AuditFilter, limit: number): Promise<AuditLine[]>;
  close(): Promise<void>;
}

/** Something that cannot be done; the message is for the user. */
export class Refusal extends Error {}
