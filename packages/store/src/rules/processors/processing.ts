import { Fault, invalid } from '../../model/fault.ts';
import type { JsonObject } from '../../model/json/own.ts';
import type { Processor } from './processor.ts';
import { PROCESSOR_KINDS } from './processor-kinds.ts';
import { withUserPatterns } from './user-pattern.ts';
import { TookTooLong, watched } from './watched.ts';

/** What a space does to features before they are stored. As text: no thread but those that process needs to read it. */
export type Processing = {
  /** JSON of a list of `ProcessorEntry`. */
  text: string;
};

/** One entry of a definition: its kind, its parameters, and how messages name them. */
export type ProcessorEntry = { kind: string; params: JsonObject; path: string };

/** What is to be stored of a feature, or why the feature is refused (`refusal`), or the whole request (`fault`). */
export type Verdict = { tags?: string[]; refusal?: string; fault?: string };

/** A feature as processors see it: plain JSON. */
export type ProcessedFeature = { feature: JsonObject; tags: string[] };

const FEATURE_LIMIT_MS = 500;
const COMPILE_LIMIT_MS = 5000;

/** Spaces are written again and again: the compiled forms of those written last are cached. */
const MAX_CACHED = 32;
const cache = new Map<string, Processor[]>();

/** A fault where an entry can't be used. */
export function compileProcessing({ text }: Processing): Processor[] {
  const processors = cache.get(text) ?? compile(JSON.parse(text));
  cache.delete(text);
  cache.set(text, processors);
  if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value!);
  return processors;
}

function compile(entries: ProcessorEntry[]): Processor[] {
  return PROCESSOR_KINDS.flatMap((kind) =>
    entries
      .filter((entry) => entry.kind === kind.id)
      .map(({ params, path }) => {
        const work = () => kind.compile(params, path);
        try {
          return withUserPatterns(() => watched(work, COMPILE_LIMIT_MS));
        } catch (error) {
          if (!(error instanceof TookTooLong)) throw error;
          throw invalid(`${path} takes more than ${COMPILE_LIMIT_MS} ms to compile: simplify it`);
        }
      }),
  );
}

/** Holds a feature against all processors of its space; `limitMs` is what the request has left. */
export function processFeature(
  processors: readonly Processor[],
  { feature, tags: given }: ProcessedFeature,
  limitMs: number,
): Verdict {
  let tags = given;
  for (const processor of processors) {
    const work = () => processor.process(feature, tags);
    const outcome = bounded(work, processor, feature, Math.min(FEATURE_LIMIT_MS, limitMs));
    if (outcome.refusal !== undefined || outcome.fault !== undefined) return outcome;
    tags = outcome.tags ?? tags;
  }
  return tags === given ? {} : { tags };
}

function bounded(work: () => Verdict, processor: Processor, feature: JsonObject, limitMs: number): Verdict {
  const id = JSON.stringify(feature.id);
  const { name } = processor;
  try {
    if (limitMs <= 0) throw new TookTooLong();
    return withUserPatterns(() => (processor.isRisky(feature) ? watched(work, limitMs) : work()));
  } catch (error) {
    if (error instanceof TookTooLong)
      return {
        fault: `holding feature ${id} against ${name} took too long (${Math.ceil(Math.max(0, limitMs))} ms): simplify it`,
      };
    if (error instanceof Fault) return { fault: error.message };
    // A schema that refers to itself without an end, for one.
    return {
      fault: `feature ${id} can't be held against ${name}: ${(error as Error).message.slice(0, 500)}`,
    };
  }
}
