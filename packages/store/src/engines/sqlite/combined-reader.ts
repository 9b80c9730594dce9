import type { AreaTest } from '../../model/query/area.ts';
import type { Combination } from '../../model/source.ts';
import type { Read } from '../../read/row-read.ts';
import type { Walk } from '../../read/row-work.ts';
import { leavesOf, toNode } from '../../rules/composite/combination.ts';
import { combinedWalk, steps } from '../../rules/composite/combined-walk.ts';
import { asked, type Question } from '../../rules/composite/question.ts';
import type { RowSource } from '../../rules/composite/row-source.ts';
import type { SpaceReader } from './space-reader.ts';
import { SqliteRows } from './sqlite-rows.ts';

/** Several files that are read as one. */
export class CombinedReader {
  readonly #node;
  readonly #sources: RowSource[];

  constructor(combination: Combination, readerOf: (place: string) => SpaceReader) {
    this.#node = toNode(combination);
    this.#sources = leavesOf(combination).map(({ place }) => new SqliteRows(readerOf(place)));
  }

  walk(read: Read, area: AreaTest | undefined): Walk {
    return combinedWalk(this.#node, this.#sources, read, area);
  }

  *answer(question: Question): Generator<undefined, unknown, void> {
    return yield* steps(asked(question, this.#node, this.#sources));
  }
}
