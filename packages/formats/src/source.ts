/** Where the bytes of a file come from. */
export type Source = {
  /** For the format and for messages, never a path to open: `roads.geojson`, `-`. */
  name: string;
  /** In bytes, where known. */
  size?: number;
  /** The bytes from the start. A source with `slice` can be opened again. */
  stream(): AsyncIterable<Uint8Array>;
  /** Random access to the bytes from `start` to before `end`; formats that need it copy other sources first. */
  slice?(start: number, end: number): Promise<Uint8Array>;
  /** Where the file lies, if it is a file on this machine (Node). */
  path?: string;
  /** What lies beside it: the .dbf, .prj and .cpg of a .shp. */
  siblings?(): Promise<Source[]>;
};

export type RandomAccess = Source & Required<Pick<Source, 'size' | 'slice'>>;

export function isRandomAccess(source: Source): source is RandomAccess {
  return source.slice !== undefined && source.size !== undefined;
}

/** A File of a browser, or any Blob. `beside` are the files chosen together with it. */
export function blobSource(
  blob: Blob,
  name = 'name' in blob ? String(blob.name) : '-',
  beside: File[] = [],
): Source {
  return {
    name,
    size: blob.size,
    stream: () => chunksOf(blob.stream()),
    slice: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
    siblings: async () => beside.map((file) => blobSource(file)),
  };
}

export function bytesSource(bytes: Uint8Array, name: string): RandomAccess {
  return {
    name,
    size: bytes.length,
    stream: async function* () {
      if (bytes.length > 0) yield bytes;
    },
    slice: async (start, end) => bytes.subarray(start, end),
  };
}

/** Bytes that come once: standard input, the body of a request. */
export function streamSource(
  stream: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>,
  name = '-',
  size?: number,
): Source {
  return {
    name,
    ...(size === undefined ? {} : { size }),
    stream: () => (stream instanceof ReadableStream ? chunksOf(stream) : stream),
  };
}

/** Not every browser can iterate over a ReadableStream. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // A reader that stops early needs no more of it. A stream that failed has nothing to cancel.
    await reader.cancel().catch(() => undefined);
  }
}
