/** A piece of a response, as bytes that are ready to send. */
export type Chunk = Uint8Array<ArrayBuffer>;
