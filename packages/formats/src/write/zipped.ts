import { Zip, ZipDeflate } from 'fflate';

export type ZipPart = { name: string; bytes: AsyncIterable<Uint8Array> };

/** The same for the same content. */
const TIME = new Date(1980, 0, 1);

/** A zip archive of these members, as they are ready. */
export async function* zipped(parts: AsyncIterable<ZipPart> | Iterable<ZipPart>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let failure: Error | undefined;
  const zip = new Zip((error, chunk) => {
    if (error) failure = error;
    else ready.push(chunk);
  });
  const taken = () => {
    if (failure) throw failure;
    const chunks = ready;
    ready = [];
    return chunks;
  };
  for await (const { name, bytes } of parts) {
    const member = new ZipDeflate(name, { level: 6 });
    member.mtime = TIME;
    zip.add(member);
    for await (const chunk of bytes) {
      member.push(chunk);
      yield* taken();
    }
    member.push(new Uint8Array(0), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}
