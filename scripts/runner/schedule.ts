/**
 * The files that take longest, by what they cost in the run that wrote this list: they start first, so that at the end
 * no core waits for one of them alone. A file that is missing here starts later, nothing else.
 */
export const LONGEST: readonly string[] = [
  'acceptance/install/distribution.test.ts',
  'acceptance/studio/screens.test.ts',
  'packages/store/src/engines/postgres/postgres.contract.postgres.test.ts',
  'packages/store/src/engines/sqlite/sqlite.contract.test.ts',
  'acceptance/install/packages.test.ts',
  'acceptance/differential.postgres.test.ts',
  'packages/store/src/engines/memory/memory.contract.test.ts',
  'packages/formats/src/gdal.test.ts',
  'acceptance/studio/shapes.test.ts',
  'acceptance/clients/here-cli.test.ts',
  'packages/server/src/http/cost.parameters.test.ts',
  'acceptance/cli.accounts.test.ts',
  'acceptance/studio/hostile.test.ts',
  'acceptance/backup.test.ts',
  'packages/store/src/engines/sqlite/density/density-index.test.ts',
  'packages/hub/src/cost.bodies.test.ts',
  'acceptance/studio/first-tasks.test.ts',
  'acceptance/oracle/areas.postgres.test.ts',
  'acceptance/cli.import.interrupted.test.ts',
  'acceptance/accounts.throttle.test.ts',
  'acceptance/access/matrix.test.ts',
  'acceptance/limits.load.test.ts',
  'acceptance/model/model.test.ts',
  'acceptance/cli.hub.test.ts',
  'acceptance/cache.test.ts',
  'acceptance/cli.copy.postgres.test.ts',
  'acceptance/studio/journey.test.ts',
  'acceptance/serve.lifecycle.test.ts',
  'acceptance/cli.export.test.ts',
  'acceptance/clients/duckdb.test.ts',
  'acceptance/export.test.ts',
  'acceptance/durability.test.ts',
  'acceptance/accounts.test.ts',
  'acceptance/hostile/areas.fuzz.test.ts',
  'acceptance/command.completion.test.ts',
];

/** The longest files first, then the others in the order given. */
export function longestFirst(files: readonly string[]): string[] {
  const rank = new Map(LONGEST.map((file, i) => [file, i]));
  const rankOf = (file: string) => rank.get(file) ?? LONGEST.length;
  return [...files].sort((a, b) => rankOf(a) - rankOf(b));
}
