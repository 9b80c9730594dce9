import type { PropertyStatistics, Statistics } from '@meridian/client';
import { useEffect, useState } from 'preact/hooks';
import { type Field, fieldsOf, type Problem, problemOf, rulesOf } from '../../fields/fields.ts';
import { readSettings } from '../../space-settings/space-settings.ts';
import { call, hub } from '../api/call.ts';
import { layerStatistics, loadLayerStatistics } from '../map/state.ts';
import { t } from '../strings.ts';
import { formatNumber } from '../ui/format.ts';
import { attempt } from '../ui/notices.tsx';
import type { Draft } from './draft.ts';

/** In larger spaces it would take long: fields have no suggestions there. */
const MAX_LOOKED_AT = 200_000;

export type SpaceFields = {
  fields: readonly Field[];
  /** Those that a JSON Schema of the space has rules for. */
  rules: readonly Field[];
};

/** The fields of a space, by its JSON Schema where it has one and by what its features have. */
export function useSpaceFields(space: string): SpaceFields {
  const [schema, setSchema] = useState<unknown>();
  const [known, setKnown] = useState<readonly PropertyStatistics[]>([]);
  useEffect(() => {
    void attempt(async () => {
      const { count, properties } = layerStatistics.peek().get(space) ?? (await loadLayerStatistics(space));
      setKnown(count.value > MAX_LOOKED_AT ? properties.value : await propertiesOf(space));
    });
    void attempt(async () => {
      const definition = await hub().spaces.get(space);
      setSchema(await readSchema(readSettings(definition as Record<string, unknown>).schema));
    });
  }, [space]);
  const fields = fieldsOf(known, schema);
  return { fields, rules: rulesOf(fields, schema) };
}

/** Properties with their ranges and frequent values, for which the hub looks at every feature. */
async function propertiesOf(space: string): Promise<PropertyStatistics[]> {
  const path = `/hub/spaces/${encodeURIComponent(space)}/statistics?properties=full`;
  return (await call<Statistics>({ path })).properties.value;
}

/** A schema as it is given, or what is at its address on this hub; undefined where there is none to be had. */
async function readSchema(text: string): Promise<unknown> {
  if (text === '') return undefined;
  if (text.trim().startsWith('{')) return JSON.parse(text) as unknown;
  const { pathname, search, hash } = new URL(text, location.href);
  try {
    const found = await call<unknown>({ path: pathname + search });
    const { type, properties } = Object(found) as Record<string, unknown>;
    return hash === '' ? (type === 'Feature' ? properties : found) : memberAt(found, hash);
  } catch {
    // Whoever may write need not be able to read the schema: the hub checks what is saved.
    return undefined;
  }
}

/** `#/properties/schema` → that member. */
function memberAt(document: unknown, pointer: string): unknown {
  return decodeURIComponent(pointer)
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, name) => (Object(value) as Record<string, unknown>)[name], document);
}

/** What keeps a feature from being saved. */
export function problemsOf({ kind, properties }: Draft, rules: readonly Field[]): Map<string, string> {
  if (kind === 'deleted') return new Map();
  return new Map(
    rules.flatMap((field): [string, string][] => {
      const problem = problemOf(field, properties[field.name]);
      return problem ? [[field.name, describeProblem(problem, field)]] : [];
    }),
  );
}

function describeProblem(problem: Problem, { choices }: Field): string {
  const texts = t.editor.problems;
  switch (problem.kind) {
    case 'minimum':
    case 'maximum':
    case 'minLength':
    case 'maxLength':
      return texts[problem.kind](formatNumber(problem.limit));
    case 'choice':
      return texts.choice(choices.slice(0, 10).join(', '));
    default:
      return texts[problem.kind];
  }
}
