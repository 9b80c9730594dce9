import { type Command, WriteCommand } from './commands.write.ts';
import type { Entry, FeatureInput } from './feature.ts';
import type { JsonObject } from './json.ts';
import type { IfExists } from './modification.ts';
import type { Real } from './real.ts';
import type { SpaceModel } from './space.ts';

/** Sends features back as they are stored, or nearly so: what is unchanged must stay untouched, times and all. */
export class RewriteCommand implements Command {
  readonly rule: IfExists;
  readonly from: number;
  readonly count: number;
  readonly touched: boolean;

  constructor(rule: IfExists, from: number, count: number, touched: boolean) {
    this.rule = rule;
    this.from = from;
    this.count = count;
    this.touched = touched;
  }

  check(space: Readonly<SpaceModel>): boolean {
    return space.entries.size > 0;
  }

  async run(space: SpaceModel, real: Real): Promise<void> {
    const entries = [...space.entries.values()];
    const start = this.from % entries.length;
    const features = entries.slice(start, start + this.count).map(asSent);
    const [first, ...rest] = features;
    const sent = this.touched && first ? [touch(first), ...rest] : features;
    const write = {
      modifications: [{ features: sent, ifExists: this.rule, ifMissing: 'error' as const }],
      transactional: true,
      prefixId: '',
      addTags: [],
      removeTags: [],
    };
    await new WriteCommand('POST', write, 'collection', false).run(space, real);
  }

  toString(): string {
    return `POST ${this.count} stored features from ${this.from} with e=${this.rule}${this.touched ? ', one touched' : ''}`;
  }
}

/** Members in another order: that is no change. */
function asSent({ id, geometry, properties, tags, foreign }: Entry): FeatureInput {
  return { id, geometry, properties: reversed(properties), tags, foreign: reversed(foreign) };
}

function reversed(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).reverse());
}

function touch(input: FeatureInput): FeatureInput {
  const rank = input.properties?.rank === 1 ? 2 : 1;
  return { ...input, properties: { ...input.properties, rank } };
}
