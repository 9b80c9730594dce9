import fc from 'fast-check';
import { anyId, anyInput, anyTag, faultyInput, someTags } from './arbitrary.feature.ts';
import { anyQuery, anyShape } from './arbitrary.query.ts';
import { IterateCommand, PartsCommand, SortedCommand } from './commands.iterate.ts';
import { CountCommand, ReadManyCommand, ReadOneCommand, SearchCommand } from './commands.read.ts';
import { RewriteCommand } from './commands.rewrite.ts';
import { DeleteManyCommand, DeleteOneCommand, type SingleWrite, WriteOneCommand } from './commands.single.ts';
import { StatisticsCommand } from './commands.statistics.ts';
import { TimesCommand } from './commands.times.ts';
import { ChangesetsCommand, ReadVersionCommand, StaleWriteCommand } from './commands.versions.ts';
import { WalkCommand } from './commands.walk.ts';
import { type Command, type Form, WriteCommand } from './commands.write.ts';
import type { FeatureInput, TagChange } from './feature.ts';
import type { Operator } from './filter.ts';
import type { IfConflict, IfExists, IfMissing, Modification } from './modification.ts';

const usually = <T>(value: T, otherwise: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: fc.constant(value), weight: 3 }, { arbitrary: otherwise, weight: 1 });

const tagChange: fc.Arbitrary<TagChange> = usually<TagChange>(
  { addTags: [], removeTags: [] },
  fc.record({ addTags: someTags, removeTags: someTags }),
);

const aBatch = fc.array(anyInput, { minLength: 1, maxLength: 8 });
/** Mostly each id once, sometimes what must be refused: a duplicate or a fault. */
const batch = fc.oneof(
  { arbitrary: aBatch.map(distinct), weight: 6 },
  { arbitrary: aBatch, weight: 1 },
  { arbitrary: fc.tuple(aBatch, faultyInput).map(([good, bad]) => [...distinct(good), bad]), weight: 1 },
);

function distinct(inputs: readonly FeatureInput[]): FeatureInput[] {
  const seen = new Set<string>();
  return inputs.filter(({ id }) => id === undefined || (!seen.has(`${id}`) && seen.add(`${id}`)));
}

const ifExists = fc.constantFrom<IfExists>('patch', 'patch', 'replace', 'merge', 'delete', 'retain', 'error');
const ifMissing = fc.constantFrom<IfMissing>('create', 'create', 'create', 'retain', 'error');
const quiet = usually(false, fc.boolean());

const put = fc
  .record({
    features: batch,
    tags: tagChange,
    form: fc.constantFrom<Form>('collection', 'lines', 'feature'),
    quiet,
  })
  .map(({ features, tags, form, quiet: silent }) => {
    const modification: Modification = { features, ifExists: 'replace', ifMissing: 'create' };
    const write = { ...tags, modifications: [modification], transactional: true, prefixId: '' };
    return new WriteCommand('PUT', write, form, silent);
  });

const post = fc
  .record({
    modification: fc.record({ features: batch, ifExists, ifMissing }),
    tags: tagChange,
    transactional: fc.boolean(),
    prefixId: usually('', fc.constantFrom('pre-', 'ü/')),
    form: fc.constantFrom<Form>('collection', 'lines', 'feature'),
    quiet,
  })
  .map(({ modification, tags, transactional, prefixId, form, quiet: silent }) => {
    const write = { ...tags, modifications: [modification], transactional, prefixId };
    return new WriteCommand('POST', write, form, silent);
  });

const deletion = fc
  .record({
    ids: fc.uniqueArray(anyId, { minLength: 1, maxLength: 4 }),
    ifMissing: fc.constantFrom<IfMissing>('retain', 'error'),
  })
  .map(
    ({ ids, ifMissing: rule }): Modification => ({ features: [], ids, ifExists: 'delete', ifMissing: rule }),
  );
const list = fc
  .record({
    modifications: fc.array(
      fc.oneof(fc.record({ features: aBatch.map(distinct), ifExists, ifMissing }), deletion),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    tags: tagChange,
    transactional: fc.boolean(),
    quiet,
  })
  .map(({ modifications, tags, transactional, quiet: silent }) => {
    return new WriteCommand('POST', { ...tags, modifications, transactional, prefixId: '' }, 'list', silent);
  });

const one = fc
  .tuple(
    fc.constantFrom<SingleWrite>('PUT', 'PATCH', 'PATCH', 'PUT new'),
    anyId,
    fc.oneof({ arbitrary: anyInput, weight: 8 }, { arbitrary: faultyInput, weight: 1 }),
    tagChange,
  )
  .filter(([kind, , input]) => kind === 'PUT new' || input.id !== '')
  .map(([kind, id, input, tags]) => new WriteOneCommand(kind, id, input, tags));

const deleteMany = fc
  .record({
    ids: fc.uniqueArray(anyId, { maxLength: 3 }),
    tags: usually<string[][]>(
      [],
      fc.array(fc.array(anyTag, { minLength: 1, maxLength: 2 }), { maxLength: 2 }),
    ),
    everything: fc.integer({ min: 0, max: 11 }).map((roll) => roll === 0),
    listed: fc.boolean(),
  })
  .map(({ ids, tags, everything, listed }) => new DeleteManyCommand(ids, tags, everything, listed));

const rewrite = fc
  .tuple(
    fc.constantFrom<IfExists>('patch', 'replace', 'merge'),
    fc.nat(20),
    fc.integer({ min: 1, max: 4 }),
    fc.boolean(),
  )
  .map(([rule, from, count, touched]) => new RewriteCommand(rule, from, count, touched));

const byTimes = fc
  .tuple(
    fc.constantFrom<'createdAt' | 'updatedAt'>('createdAt', 'updatedAt'),
    fc.constantFrom<Operator>('=', '!=', '>', '>=', '<', '<='),
    fc.nat(20),
  )
  .map(([name, operator, from]) => new TimesCommand(name, operator, from));

const limit = fc.integer({ min: 1, max: 12 });

const edits = fc.record(
  {
    rank: fc.integer({ min: 0, max: 2 }),
    deep: fc.record({ a: fc.constantFrom(1, 2), b: fc.constantFrom(1, 2) }, { requiredKeys: [] }),
    list: fc.constantFrom<number[]>([1], [2]),
    tags: someTags,
    ground: fc.boolean(),
  },
  { requiredKeys: [] },
);
const staleWrite = fc
  .record({
    version: fc.nat(30),
    feature: fc.nat(12),
    by: fc.constantFrom<'uuid' | 'version'>('uuid', 'version'),
    ifExists: fc.constantFrom<IfExists>('merge', 'merge', 'patch', 'replace', 'delete', 'retain', 'error'),
    ifMissing,
    ifConflict: fc.constantFrom<IfConflict>('error', 'retain', 'replace'),
    edits,
    tags: tagChange,
  })
  .map((plan) => new StaleWriteCommand(plan));

/** Every write and every read, a read about as often as a write. */
export const anyCommand: fc.Arbitrary<Command>[] = [
  put,
  post,
  post,
  list,
  rewrite,
  one,
  one,
  anyId.map((id) => new DeleteOneCommand(id)),
  deleteMany,
  fc.tuple(anyId, anyShape).map(([id, shape]) => new ReadOneCommand(id, shape)),
  fc
    .tuple(fc.array(anyId, { minLength: 1, maxLength: 5 }), anyShape)
    .map(([ids, shape]) => new ReadManyCommand(ids, shape)),
  fc.tuple(anyQuery, limit).map(([query, size]) => new SearchCommand(query, size)),
  fc.tuple(anyQuery, limit).map(([query, size]) => new SearchCommand(query, size)),
  fc.tuple(anyQuery, limit).map(([query, size]) => new IterateCommand(query, size)),
  anyQuery.map((query) => new CountCommand(query)),
  byTimes,
  fc.constant(new StatisticsCommand()),
  fc.tuple(fc.integer({ min: 1, max: 4 }), limit).map(([parts, size]) => new PartsCommand(parts, size)),
  fc
    .tuple(fc.constantFrom<'asc' | 'desc'>('asc', 'desc'), limit)
    .map(([direction, size]) => new SortedCommand(direction, size)),
  limit.map((size) => new WalkCommand(size)),
  staleWrite,
  staleWrite,
  fc
    .tuple(fc.nat(30), anyQuery, limit)
    .map(([version, query, size]) => new ReadVersionCommand(version, query, size)),
  fc.tuple(fc.nat(30), fc.nat(30), limit).map(([from, to, size]) => new ChangesetsCommand(from, to, size)),
];
