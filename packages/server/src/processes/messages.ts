import type { BuildRequest, LastUse, SpaceRef } from '@meridian/hub';
import type { Settings } from '../config/index.ts';

/** Which of the two limits of requests a second. */
export type LimitName = 'addresses' | 'tokens';

/** Something the main process asks: it is replied to under the same number. */
export type Question = { is: 'forget'; storageKey: string } | { is: 'metrics' } | { is: 'alive' };

/** What the main process tells one that reads. */
export type ToReader =
  /** The first of all; `inner` is where the main process takes what it has to respond to. */
  | { is: 'begin'; settings: Settings; inner: string }
  | { is: 'granted'; limit: LimitName; caller: string; count: number }
  | { is: 'asked'; call: number; question: Question }
  | { is: 'certificate changed' }
  | { is: 'stop'; timeoutMs: number };

/** What a process that reads tells the main one. None of it decides what anybody may see. */
export type FromReader =
  | { is: 'ready' }
  | { is: 'borrow'; limit: LimitName; caller: string; left: number }
  | { is: 'give back'; limit: LimitName; caller: string; count: number }
  | { is: 'want'; space: SpaceRef; buildRequest: BuildRequest }
  | { is: 'used'; id: string; account: string; use: LastUse }
  | { is: 'reply'; call: number; result: unknown };
