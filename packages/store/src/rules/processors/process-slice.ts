import {
  compileProcessing,
  type ProcessedFeature,
  type Processing,
  processFeature,
  type Verdict,
} from './processing.ts';
import { encodeVerdicts, keyOf } from './verdicts.ts';
import { workedMs } from './watched.ts';

/** After so long a thread turns to what others have for it. */
const SLICE_MS = 20;

const LINE_FEED = 0x0a;

/** Features that are to be processed, and how far that has come. */
export type Slice = {
  processing: Processing;
  /** Lines as `Verdicts.missing` gives them. */
  features: Uint8Array<ArrayBuffer>;
  /** Where the next line begins. */
  from: number;
  /** What the request may still take. */
  limitMs: number;
  /** Nothing is stored of the request once one feature is refused: the others need no verdict. */
  transactional: boolean;
};

export type ProcessedSlice = {
  features: Uint8Array<ArrayBuffer>;
  verdicts: Uint8Array<ArrayBuffer>;
  /** Where to go on; undefined where nothing is left. */
  next: number | undefined;
  /** Processor time: on a busy machine the clock says little about the work. */
  spentMs: number;
};

/** Processes features for about as long as a slice, one at least. */
export function processSlice({ processing, features, from, limitMs, transactional }: Slice): ProcessedSlice {
  const started = workedMs();
  const spent = () => workedMs() - started;
  const processors = compileProcessing(processing);
  const verdicts: [string, Verdict][] = [];
  let at = from;
  do {
    const found = features.indexOf(LINE_FEED, at);
    const end = found < 0 ? features.length : found;
    const line = Buffer.from(features.buffer, features.byteOffset + at, end - at).toString();
    const verdict = processFeature(processors, JSON.parse(line) as ProcessedFeature, limitMs - spent());
    verdicts.push([keyOf(line), verdict]);
    at = end + 1;
    if (verdict.fault !== undefined || (transactional && verdict.refusal !== undefined)) at = Infinity;
  } while (at < features.length && spent() < SLICE_MS);
  return {
    features,
    verdicts: encodeVerdicts(verdicts),
    next: at < features.length ? at : undefined,
    spentMs: spent(),
  };
}
