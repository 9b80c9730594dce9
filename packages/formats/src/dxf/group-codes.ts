import { FormatFault } from '../fault.ts';
import { DxfObject } from './dxf-object.ts';

/** Where data of other programs begin, which repeat the codes of the entity. */
const EMBEDDED_OBJECT = 101;
/** Extended data from here on. */
const EXTENDED = 1000;

/**
 * The objects of a drawing as text: lines in pairs, a group code and its value. One object is held at a time. What is behind
 * `EOF` is not looked at; a file without it is cut off.
 */
export async function* readObjects(
  stream: AsyncIterable<Uint8Array>,
  decoder: TextDecoder,
  maxLength: number,
  file: string,
): AsyncGenerator<DxfObject> {
  let object: DxfObject | undefined;
  let isSkipping = false;
  let code: number | undefined;
  let line = 0;
  for await (const lines of linesOf(stream, decoder, maxLength, file))
    for (const text of lines) {
      line++;
      if (code === undefined) {
        code = groupCode(text, line, file);
        continue;
      }
      if (code === 0) {
        if (object !== undefined) yield object;
        const type = text.trim().toUpperCase();
        if (type === 'EOF') return;
        object = new DxfObject(type, line);
        isSkipping = false;
      } else if (code === EMBEDDED_OBJECT) isSkipping = true;
      else if (object !== undefined && code < EXTENDED && !isSkipping) {
        object.add(code, text);
        if (object.length > maxLength) throw tooLong(object, maxLength, file);
      }
      code = undefined;
    }
  throw new FormatFault('truncated', file, `ends without EOF, behind line ${line}`);
}

export function tooLong({ line }: DxfObject, maxLength: number, file: string): FormatFault {
  return new FormatFault(
    'tooLarge',
    file,
    `has an object of more than ${maxLength} characters (line ${line})`,
  );
}

function groupCode(text: string, line: number, file: string): number {
  if (!/^\s*-?\d{1,5}\s*$/.test(text))
    throw new FormatFault(
      'malformed',
      file,
      `has ${JSON.stringify(text.slice(0, 42))} instead of a group code (line ${line})`,
    );
  return Number(text);
}

/** The lines of a piece of the file at a time: to wait for each of them would take longer than to read it. */
async function* linesOf(
  stream: AsyncIterable<Uint8Array>,
  decoder: TextDecoder,
  maxLength: number,
  file: string,
): AsyncGenerator<string[]> {
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + decoded(decoder, chunk, file)).split('\n');
    rest = lines.pop()!;
    if (rest.length > maxLength)
      throw new FormatFault('tooLarge', file, `has a line of more than ${maxLength} characters`);
    yield lines.map(withoutReturn);
  }
  rest += decoded(decoder, undefined, file);
  if (rest !== '') yield [withoutReturn(rest)];
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function decoded(decoder: TextDecoder, chunk: Uint8Array | undefined, file: string): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw new FormatFault('malformed', file, `has bytes that are no text in ${decoder.encoding}`);
  }
}
