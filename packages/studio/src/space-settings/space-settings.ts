import { type RankOrder, rankOf } from './rank.ts';

/** The settings of a space as a form has them: texts where somebody types. */
export type SpaceSettings = {
  readOnly: boolean;
  /** Which versions of features are retained. */
  history: 'none' | 'some' | 'all';
  versions: string;
  /** How long responses may be cached, in seconds; empty for what the hub finds right. */
  cacheSeconds: string;
  /** A JSON Schema, or its address on the hub. */
  schema: string;
  /** JSON: tags with the JSONPath of the features that get them. */
  rules: string;
  /** Whom to credit. */
  credit: string;
  timeStart: string;
  timeEnd: string;
  /** The property that says how important a feature is; empty for none. */
  rank: string;
  rankOrder: RankOrder;
};

export type SettingName = keyof SpaceSettings;

type Definition = Record<string, unknown>;

const SCHEMA = 'schema-validator';
const RULES = 'rule-tagger';

/** The settings that the definition of a space stands for. */
export function readSettings(definition: Definition): SpaceSettings {
  const { enableHistory, enableGlobalVersioning, versionsToKeep, maxVersionCount } = definition;
  const max = Number(versionsToKeep ?? maxVersionCount ?? 0);
  const hasHistory = enableHistory === true || enableGlobalVersioning === true;
  const { cacheTTL, temporal, copyright } = definition;
  const { start = typeof temporal === 'string' ? temporal : '', end = '' } = Object(temporal) as Definition;
  const rank = rankOf(definition);
  const [credit] = Array.isArray(copyright) ? (copyright as Definition[]) : [];
  return {
    readOnly: definition.readOnly === true,
    history: max > 1 ? 'some' : hasHistory ? 'all' : 'none',
    versions: max > 1 ? String(max) : '10',
    cacheSeconds: typeof cacheTTL === 'number' && cacheTTL >= 0 ? String(cacheTTL / 1000) : '',
    schema: textOf(paramsOf(definition, SCHEMA).schema),
    rules: textOf(paramsOf(definition, RULES).taggingRules),
    credit: typeof credit?.label === 'string' ? credit.label : '',
    timeStart: String(start),
    timeEnd: String(end),
    rank: rank?.property ?? '',
    rankOrder: rank?.order ?? 'descending',
  };
}

/** The first setting that cannot be saved as it is. */
export function invalidSetting(settings: SpaceSettings): SettingName | undefined {
  const { history, versions, cacheSeconds, schema, rules, timeStart, timeEnd } = settings;
  if (history === 'some' && !(Number.isInteger(Number(versions)) && Number(versions) > 1)) return 'versions';
  if (!(Number(cacheSeconds) >= 0)) return 'cacheSeconds';
  if (schema.trim().startsWith('{') && !isObject(parsed(schema))) return 'schema';
  if (rules.trim() !== '' && !isObject(parsed(rules))) return 'rules';
  if (timeEnd.trim() !== '' && timeStart.trim() === '') return 'timeStart';
  return undefined;
}

/** What to change in the definition for what was changed in the form; `null` removes. */
export function changedSettings(before: SpaceSettings, after: SpaceSettings): Definition {
  const has = (...names: SettingName[]) => names.some((name) => before[name] !== after[name]);
  const processors = {
    ...(has('schema') ? { [SCHEMA]: processor('schema', schemaOf(after.schema)) } : {}),
    ...(has('rules') ? { [RULES]: processor('taggingRules', parsed(after.rules)) } : {}),
  };
  return {
    ...(has('readOnly') ? { readOnly: after.readOnly } : {}),
    ...(has('history', 'versions') ? historyOf(after) : {}),
    ...(has('cacheSeconds')
      ? { cacheTTL: after.cacheSeconds.trim() === '' ? null : Math.round(Number(after.cacheSeconds) * 1000) }
      : {}),
    ...(Object.keys(processors).length > 0 ? { processors } : {}),
    ...(has('credit')
      ? { copyright: after.credit.trim() === '' ? null : [{ label: after.credit.trim() }] }
      : {}),
    ...(has('timeStart', 'timeEnd') ? { temporal: temporalOf(after) } : {}),
    ...(has('rank', 'rankOrder') ? { rank: writtenRank(after) } : {}),
  };
}

function historyOf({ history, versions }: SpaceSettings): Definition {
  // The older names are removed: they would say something else.
  const old = { enableGlobalVersioning: null, maxVersionCount: null };
  if (history === 'none') return { ...old, enableHistory: null, versionsToKeep: null };
  return { ...old, enableHistory: true, versionsToKeep: history === 'some' ? Number(versions) : null };
}

function temporalOf({ timeStart, timeEnd }: SpaceSettings): unknown {
  const [start, end] = [timeStart.trim(), timeEnd.trim()];
  if (start === '') return null;
  return end === '' ? start : { start, end };
}

function writtenRank({ rank, rankOrder }: SpaceSettings): unknown {
  const property = rank.trim();
  if (property === '') return null;
  return rankOrder === 'descending' ? property : { property, order: rankOrder };
}

function schemaOf(text: string): unknown {
  const trimmed = text.trim();
  return trimmed === '' ? undefined : trimmed.startsWith('{') ? parsed(trimmed) : trimmed;
}

function processor(name: string, value: unknown): unknown {
  return value === undefined ? null : [{ params: { [name]: value } }];
}

function paramsOf({ processors }: Definition, id: string): Definition {
  const list = (Object(processors) as Definition)[id];
  const [first] = Array.isArray(list) ? (list as Definition[]) : [];
  return Object(first?.params) as Definition;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** Undefined where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
