/**
 * The files that take longest, by processor time or by the clock, in the run that wrote this list: they start first, so that at the end
 * no core waits for one of them alone. A file that is missing here starts later, nothing else.
 */
export const LONGEST: readonly string[] = [
  'acceptance/studio/screens.test.ts',
  'acceptance/install/distribution.test.ts',
  'packages/store/src/engines/postgres/postgres.contract.postgres.test.ts',
  'packages/store/src/engines/sqlite/sqlite.contract.test.ts',
  'acceptance/studio/trust.test.ts',
  'acceptance/studio/languages.test.ts',
  'acceptance/studio/first-tasks.test.ts',
  'acceptance/studio/journey.test.ts',
  'acceptance/studio/table.test.ts',
  'acceptance/studio/files.test.ts',
  'acceptance/clients/here-cli.test.ts',
  'acceptance/clients/xyzspaces.test.ts',
  'acceptance/studio/tools.test.ts',
  'acceptance/install/packages.test.ts',
  'acceptance/studio/cartography.test.ts',
  'acceptance/studio/edit.test.ts',
  'acceptance/studio/manage.test.ts',
  'acceptance/crash/pyramid.test.ts',
  'acceptance/studio/layers.test.ts',
  'acceptance/studio/hostile.test.ts',
  'acceptance/export.test.ts',
  'acceptance/studio/popup.test.ts',
  'acceptance/studio/time.test.ts',
  'packages/formats/src/gdal.test.ts',
  'acceptance/studio/shapes.test.ts',
  'acceptance/import.schedule.test.ts',
  'acceptance/backup.test.ts',
  'packages/store/src/transfer/move-hub.postgres.test.ts',
  'packages/store/src/engines/memory/memory.contract.test.ts',
  'acceptance/access/matrix.test.ts',
  'acceptance/clients/python-client.test.ts',
  'acceptance/cli.accounts.test.ts',
  'acceptance/ogc/pages.test.ts',
  'acceptance/cli.copy.postgres.test.ts',
  'acceptance/studio/base-map.test.ts',
  'acceptance/safety/soak/soak.test.ts',
  'acceptance/cli.import.interrupted.test.ts',
  'packages/store/src/engines/sqlite/density/density-index.test.ts',
  'packages/store/src/engines/postgres/columns/columns.random.postgres.test.ts',
  'acceptance/hostile/injection.test.ts',
  'acceptance/cli.hub.test.ts',
  'acceptance/limits.load.test.ts',
  'acceptance/ogc/clients.test.ts',
  'acceptance/proxy.sub-path.test.ts',
];

/** The longest files first, then the others in the order given. */
export function longestFirst(files: readonly string[]): string[] {
  const rank = new Map(LONGEST.map((file, i) => [file, i]));
  const rankOf = (file: string) => rank.get(file) ?? LONGEST.length;
  return [...files].sort((a, b) => rankOf(a) - rankOf(b));
}
