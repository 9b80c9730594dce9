import type { FeatureInput } from '../../model/feature/read-input.ts';
import type { WriteRule } from './write-request.ts';

/** A feature of the body at its index, or what is wrong with it. */
export type WriteEntry = { position: number; id: string | undefined } & (
  | { input: FeatureInput; message?: never }
  | { message: string; input?: never }
);

export type IdEntry = { position: number; id: string };

/** Features, or ids without data, that follow one rule. */
export type Modification = { rule: WriteRule; entries: WriteEntry[]; ids: IdEntry[] };

export type BodyContent = {
  /** The body was one Feature, not a collection of any kind. */
  single: boolean;
  modifications: Modification[];
};
