import type { JsonObject } from '../../model/json/own.ts';

/** What a processor makes of a feature: it is refused, or gets these tags; nothing said, nothing changed. */
export type Outcome = { refusal?: string; tags?: string[] };

/** One entry of the `processors` of a space, ready to be used. */
export type Processor = {
  /** As error messages call it, such as "the schema of the space". */
  name: string;
  /** Whether processing this feature may take more time than its size tells, so that it must be watched. */
  isRisky(feature: JsonObject): boolean;
  /** `feature` is plain JSON without the hub's own member of `properties`. Must not change it. */
  process(feature: JsonObject, tags: readonly string[]): Outcome;
};

/** A kind of processor. New ones are added to the list in `processor-kinds.ts`. */
export type ProcessorKind = {
  /** Its name in the `processors` of a definition. */
  id: string;
  /**
   * Reads the `params` of an entry; a fault that begins with `path` where they can't be used. Called on a processor thread
   * only, with a limit on its time.
   */
  compile(params: JsonObject, path: string): Processor;
};
