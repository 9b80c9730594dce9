import type { ContentState, WriteRequest, WriteResult } from './write-request.ts';

/** Thrown by `applyWrite` where verdicts on features are missing. */
export class Unverdicted {
  readonly features: Uint8Array<ArrayBuffer>;
  readonly newIds: readonly string[];

  constructor(features: Uint8Array<ArrayBuffer>, newIds: readonly string[]) {
    this.features = features;
    this.newIds = newIds;
  }
}

/** The response of a write, also where it lacked verdicts: `apply` has undone by then what it did. */
export function resultOrUnprocessed(
  { body: { bytes } }: WriteRequest,
  content: () => ContentState,
  apply: () => WriteResult,
): WriteResult {
  try {
    return apply();
  } catch (error) {
    if (!(error instanceof Unverdicted)) throw error;
    const { features, newIds } = error;
    return { body: undefined, content: content(), unprocessed: { body: bytes, features, newIds } };
  }
}

/** The buffers of a response that change hands with it. */
export function buffersOf({ body, unprocessed }: WriteResult): ArrayBuffer[] {
  if (unprocessed) return [unprocessed.body.buffer, unprocessed.features.buffer];
  return body ? [body.buffer] : [];
}
