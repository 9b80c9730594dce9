import type { Command } from './commands.write.ts';
import { expectFeatures, featuresOf, WHOLE } from './expect.ts';
import type { Operator } from './filter.ts';
import { find } from './reads.ts';
import type { Real } from './real.ts';
import type { SpaceModel } from './space.ts';

/** A search by one of the server's own times, at the very value that some feature has. */
export class TimesCommand implements Command {
  readonly name: 'createdAt' | 'updatedAt';
  readonly operator: Operator;
  readonly from: number;

  constructor(name: 'createdAt' | 'updatedAt', operator: Operator, from: number) {
    this.name = name;
    this.operator = operator;
    this.from = from;
  }

  check(space: Readonly<SpaceModel>): boolean {
    return space.entries.size > 0;
  }

  async run(space: SpaceModel, real: Real): Promise<void> {
    const entries = [...space.entries.values()];
    const time = entries[this.from % entries.length]?.times?.[this.name] ?? 0;
    const filter = { root: 'f' as const, path: [this.name], operator: this.operator, values: [time] };
    const response = await real.read(`/search?f.${this.name}${this.operator}${time}`);
    expectFeatures(featuresOf(response), find(space, { tags: [], filters: [filter] }), space, WHOLE);
  }

  toString(): string {
    return `GET search by f.${this.name} ${this.operator} that of feature ${this.from}`;
  }
}
