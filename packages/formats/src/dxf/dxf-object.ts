import { GeometryFormatError } from '../geometry/geometry-format-error.ts';

export type Vector = [x: number, y: number, z: number];

/** What stands between two groups of code 0: an entity, a row of a table. */
export class DxfObject {
  /** `LWPOLYLINE` */
  readonly type: string;
  /** Where it begins; counts from 1. */
  readonly line: number;
  /** Group codes and, at the same index, what they say. */
  readonly codes: number[] = [];
  readonly values: string[] = [];
  /** Characters in the file, nearly. */
  length = 0;

  constructor(type: string, line: number) {
    this.type = type;
    this.line = line;
  }

  add(code: number, value: string): void {
    this.codes.push(code);
    this.values.push(value);
    this.length += value.length + 4;
  }

  text(code: number): string | undefined {
    return this.values[this.codes.indexOf(code)];
  }

  texts(code: number): string[] {
    return this.values.filter((_, i) => this.codes[i] === code);
  }

  number(code: number, missing: number): number {
    const at = this.codes.indexOf(code);
    return at < 0 ? missing : this.numberAt(at);
  }

  /** Flags and counts. */
  bits(code: number): number {
    return Math.trunc(this.number(code, 0));
  }

  /** Throws GeometryFormatError. */
  numberAt(at: number): number {
    const value = this.values[at]!;
    const number = value.trim() === '' ? Number.NaN : Number(value);
    if (!Number.isFinite(number))
      throw new GeometryFormatError(
        `has ${JSON.stringify(value.trim().slice(0, 42))} as a number (group ${this.codes[at]})`,
      );
    return number;
  }

  /** The position whose x has this code: y is 10 codes on, z 20. Undefined if there is none. */
  position(code: number): Vector | undefined {
    if (!this.codes.includes(code)) return undefined;
    return [this.number(code, 0), this.number(code + 10, 0), this.number(code + 20, 0)];
  }
}
