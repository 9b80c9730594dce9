import type { ProcessorKind } from './processor.ts';
import { ruleTagger } from './rule-tagger.ts';
import { schemaValidator } from './schema-validator.ts';

/** In the order in which they see a feature. */
export const PROCESSOR_KINDS: readonly ProcessorKind[] = [schemaValidator, ruleTagger];
