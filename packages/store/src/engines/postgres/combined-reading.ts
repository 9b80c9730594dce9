import type { AreaTest } from '../../model/query/area.ts';
import type { Statistics } from '../../model/results.ts';
import type { Combination } from '../../model/source.ts';
import type { Read } from '../../read/row-read.ts';
import type { WaitingWalk } from '../../read/row-work.ts';
import { leavesOf, toNode } from '../../rules/composite/combination.ts';
import { combinedWalkLater } from '../../rules/composite/combined-walk.ts';
import { asked, type Question } from '../../rules/composite/question.ts';
import { awaited } from '../../rules/composite/row-source.ts';
import { PostgresRows } from './postgres-rows.ts';
import type { Reading } from './reading.ts';

/** Several tables that are read as one. */
export class CombinedReading {
  readonly #node;
  readonly #sources: PostgresRows[];

  constructor(
    combination: Combination,
    reading: Reading,
    statisticsOf: (place: string) => Promise<Statistics>,
  ) {
    this.#node = toNode(combination);
    this.#sources = leavesOf(combination).map(
      ({ place }) => new PostgresRows(reading.at(place), () => statisticsOf(place)),
    );
  }

  walk(read: Read, area: AreaTest | undefined): WaitingWalk {
    return combinedWalkLater(this.#node, this.#sources, read, area);
  }

  async answer(question: Question): Promise<unknown> {
    const work = awaited(asked(question, this.#node, this.#sources));
    for (;;) {
      const { value, done } = await work.next();
      if (done) return value;
    }
  }
}
