import { MeridianClient, MeridianError, type Space } from '@meridian/client';
import { Refusal } from '../admin-backend.ts';
import { CLIENT_EXIT_CODES } from '../client-exit-codes.ts';
import { connect, type HubOptions } from '../connect.ts';
import { parseJson, printed } from '../json.ts';
import { onStopSignal } from '../stop-signal.ts';
import { plural } from '../terminal/words.ts';
import { inOrder, type SplitDefinition, splitDefinition } from './definition.ts';
import { migrateProjects } from './migrate-projects.ts';
import { finishSpace, type Migration, migrateSpace } from './migrate-space.ts';
import { type LeftOut, MigrationState } from './migration-state.ts';
import { type MigrationReport, reportOf, reportText } from './report.ts';

export type MigrateOptions = HubOptions & {
  token: string;
  spaces?: string[];
  owner: string;
  pageSize: number;
  retryTimeout: number;
};

/** Copies everything that the token can see from one hub to another, and says what came of it. */
export async function runMigrate(url: string, options: MigrateOptions): Promise<void> {
  const { token, pageSize, retryTimeout: retryTimeoutMs } = options;
  const abort = new AbortController();
  const keys = onStopSignal(
    () => abort.abort(),
    () => {},
  );
  const target = connect(options, { retryTimeoutMs }).client;
  // As clients of the old service have it, with or without what every path begins with.
  const address = url.replace(/\/+$/, '').replace(/\/hub(\/spaces)?$/, '');
  if (address === target.url) throw new Refusal(`${url} is the hub that spaces would be copied to`);
  const source = new MeridianClient({ url: address, token, retryTimeoutMs, parse: parseJson });
  const state = new MigrationState(process.env, address, target.url);
  try {
    const report = await migrate({ source, target, state, pageSize, signal: abort.signal }, options);
    process.stdout.write(options.json ? printed(report) : reportText(report));
    if (!report.isComplete) process.exitCode = CLIENT_EXIT_CODES.refusedFeatures.code;
  } catch (error) {
    if (!abort.signal.aborted) throw error;
    process.exitCode = CLIENT_EXIT_CODES.interrupted.code;
    process.stderr.write('Stopped; the same command goes on from here.\n');
  } finally {
    keys.release();
  }
}

async function migrate(migration: Migration, options: MigrateOptions): Promise<MigrationReport> {
  const { target, state } = migration;
  const leftOut: LeftOut[] = [];
  const definitions = (await chosenSpaces(migration, options)).map(splitDefinition);
  const there = new Set((await target.spaces.list({ owner: '*' })).map(({ id }) => id));
  const wanted = definitions.filter(({ create: { id } }) => {
    if (state.space(id) || !there.has(id)) return true;
    leftOut.push({ what: `space ${id}`, why: 'the target has a space of this id already' });
    return false;
  });
  const ordered = inOrder(wanted, [...there]);
  for (const { create, upstream } of wanted.filter((one) => !ordered.includes(one))) {
    const why = `it is made of ${upstream.join(', ')}, of which not all are there`;
    leftOut.push({ what: `space ${create.id}`, why });
  }
  for (const definition of ordered) leftOut.push(...(await oneByOne(migration, definition, options)));
  for (const definition of ordered) await finishSpace(migration, definition);
  leftOut.push(...(await migrateProjects(migration)));
  return reportOf(
    state,
    ordered.map(({ create }) => create.id).filter((id) => state.space(id)),
    leftOut,
  );
}

async function oneByOne(
  migration: Migration,
  definition: SplitDefinition,
  { json }: MigrateOptions,
): Promise<LeftOut[]> {
  const { id } = definition.create;
  const before = migration.state.space(id);
  try {
    await migrateSpace(migration, definition);
  } catch (error) {
    // What is wrong with one space keeps no other from being copied.
    const { status } = error instanceof MeridianError ? error : { status: 500 };
    if (status === 401 || status === 429 || status >= 500) throw error;
    return [{ what: `space ${id}`, why: (error as Error).message }];
  }
  const { count, isVerified } = migration.state.space(id)!;
  if (!json && !before?.isVerified)
    process.stderr.write(
      `${id}: ${plural(count, 'feature')}, ${isVerified ? 'the same on both sides' : 'NOT THE SAME on both sides'}\n`,
    );
  return [];
}

async function chosenSpaces({ source, signal }: Migration, options: MigrateOptions): Promise<Space[]> {
  const { spaces, owner } = options;
  if (!spaces) return source.spaces.list({ owner, signal });
  const definitions: Space[] = [];
  for (const id of spaces) definitions.push(await source.spaces.get(id, { signal }));
  return definitions;
}
