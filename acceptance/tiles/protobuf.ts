/** A field of a protocol buffer message as it is on the wire. */
export type Field = { number: number; wire: number; value: number; bytes: Uint8Array };

const EMPTY = new Uint8Array(0);

/** The fields of a message, in order. Throws on anything that is not one. */
export function fieldsOf(message: Uint8Array): Field[] {
  const fields: Field[] = [];
  for (let at = 0; at < message.length; ) {
    const key = varintAt(message, at);
    at = key.end;
    const [number, wire] = [Math.floor(key.value / 8), key.value % 8];
    if (number === 0) throw new Error('a field has the number 0');
    if (wire === 0) {
      const { value, end } = varintAt(message, at);
      fields.push({ number, wire, value, bytes: EMPTY });
      at = end;
      continue;
    }
    const length = wire === 2 ? varintAt(message, at) : { value: wire === 1 ? 8 : 4, end: at };
    if (![1, 2, 5].includes(wire)) throw new Error(`a field has the wire type ${wire}`);
    if (length.end + length.value > message.length) throw new Error('a field is cut short');
    const bytes = message.subarray(length.end, length.end + length.value);
    fields.push({ number, wire, value: 0, bytes });
    at = length.end + length.value;
  }
  return fields;
}

export function varintsOf(bytes: Uint8Array): number[] {
  const values: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const { value, end } = varintAt(bytes, at);
    values.push(value);
    at = end;
  }
  return values;
}

function varintAt(bytes: Uint8Array, from: number): { value: number; end: number } {
  let value = 0;
  for (let i = 0; i < 10; i++) {
    const byte = bytes[from + i];
    if (byte === undefined) throw new Error('a number is cut short');
    value += (byte % 128) * 2 ** (7 * i);
    if (byte < 128) return { value, end: from + i + 1 };
  }
  throw new Error('a number is too long');
}
