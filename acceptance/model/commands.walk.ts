import assert from 'node:assert/strict';
import type { Command } from './commands.write.ts';
import { featuresOf } from './expect.ts';
import { member } from './json.ts';
import type { Real } from './real.ts';
import type { SpaceModel } from './space.ts';

/** One page of the iteration under way: whatever was there throughout comes exactly once. */
export class WalkCommand implements Command {
  readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  check(): boolean {
    return true;
  }

  async run(space: SpaceModel, real: Real): Promise<void> {
    space.walk ??= { start: [...space.entries.keys()], seen: [], gone: new Set(), handle: undefined };
    const { walk } = space;
    const handle = walk.handle === undefined ? '' : `&handle=${walk.handle}`;
    const response = await real.send('GET', `/iterate?limit=${this.limit}${handle}`);
    walk.seen.push(...featuresOf(response).map((feature) => String(member(feature, 'id'))));
    const next = response.body.handle;
    walk.handle = next === undefined ? undefined : String(next);
    if (next !== undefined) return;
    space.walk = undefined;
    const throughout = walk.start.filter((id) => !walk.gone.has(id));
    const seen = walk.seen.filter((id) => throughout.includes(id));
    assert.deepEqual(seen, throughout, 'what was there throughout an iteration comes exactly once');
  }

  toString(): string {
    return `GET next page of ${this.limit}`;
  }
}
