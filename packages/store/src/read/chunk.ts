/** A piece of an answer, as bytes that are ready to send. */
export type Chunk = Uint8Array<ArrayBuffer>;
