import { compileFilter, type Expression, FilterError, operands, parseFilter } from '@meridian/filter';
import { type Feature, isExactNumber } from '@meridian/formats/node';
import { loadGeos } from '@meridian/geo';
import { WrongUsage } from '../connect.ts';

/** Whether a feature of the file, under the id that it would get, is imported. */
export type Where = (feature: Feature, id: string) => boolean;

/** Reads the CQL2 of `--where`, as text or JSON, with the names of properties in the file. */
export async function compileWhere(text: string): Promise<Where> {
  const expression = parse(text);
  const filter = compileFilter(expression, isSpatial(expression) ? await loadGeos() : undefined);
  return (feature, id) =>
    filter.matches({
      id,
      geometry: () => feature.geometry,
      property: (path) => plain(path.reduce(member, feature.properties)),
    });
}

function parse(text: string): Expression {
  try {
    return parseFilter(text, text.trimStart().startsWith('{') ? 'cql2-json' : 'cql2-text');
  } catch (error) {
    if (error instanceof FilterError)
      throw new WrongUsage(`--where ${JSON.stringify(text)} is not valid CQL2: ${error.message}`);
    throw error;
  }
}

function isSpatial(expression: Expression): boolean {
  if (expression.kind === 'spatial') return true;
  return operands(expression).some((operand) => operand.kind !== 'unbounded' && isSpatial(operand));
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** Digits that a double does not hold, as the nearest number. */
function plain(value: unknown): unknown {
  if (isExactNumber(value)) return Number(value.rawJSON);
  return Array.isArray(value) ? value.map(plain) : value;
}
