import type { Space } from '@meridian/client';
import { connect, type HubOptions } from '../connect.ts';
import { printed } from '../json.ts';
import { table, terminalWidth } from '../terminal/table.ts';
import { grouped, minute } from '../terminal/words.ts';

/** Counts asked for at a time. */
const PARALLEL = 8;

export async function listSpaces(options: HubOptions & { all?: boolean; long?: boolean }): Promise<void> {
  const { client } = connect(options);
  const spaces = await Array.fromAsync(client.spaces.iterate({ owner: options.all ? '*' : 'me' }));
  const counts = options.long ? await countAll(spaces, (id) => client.features(id).count()) : undefined;
  if (options.json) {
    const listed = counts ? spaces.map((space) => ({ ...space, count: counts.get(space.id) })) : spaces;
    return void process.stdout.write(printed(listed));
  }
  if (spaces.length === 0)
    return void process.stderr.write(
      'No spaces yet. Create one with meridian spaces create, or meridian import --create\n',
    );
  const rows = spaces.map((space) => {
    const count = counts ? [grouped(counts.get(space.id)!)] : [];
    return [space.id, space.title, ...count, minute(space.contentUpdatedAt), stateOf(space)];
  });
  const head = ['ID', 'TITLE', ...(counts ? ['FEATURES'] : []), 'CHANGED', 'IS'];
  process.stdout.write(table(head, rows, { width: terminalWidth(), right: counts ? [2] : [] }));
}

async function countAll(
  spaces: readonly Space[],
  count: (id: string) => Promise<number>,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const waiting = [...spaces];
  const run = async () => {
    for (let space = waiting.shift(); space; space = waiting.shift())
      counts.set(space.id, await count(space.id));
  };
  await Promise.all(Array.from({ length: PARALLEL }, run));
  return counts;
}

function stateOf({ shared, readOnly }: Space): string {
  return [...(shared ? ['shared'] : []), ...(readOnly ? ['read-only'] : [])].join(', ');
}
