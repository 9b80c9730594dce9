import { sampleRank } from '@meridian/geo';
import { parseGeometry } from '../../model/feature/feature-text.ts';
import type { ReadRow } from '../../model/feature/row.ts';
import {
  boxOfCandidate,
  type Candidate,
  type GeometryRows,
  kindOf,
  pointRow,
} from '../../pyramid/density/geometry-rows.ts';
import { Nearby } from '../../pyramid/density/sample-classes.ts';
import type { NearCandidates } from '../row-reader.ts';
import type { BoxedRow } from './overlay-tiles.ts';

/** A feature as a density index would have filed it. */
type Filed = { candidate: Candidate; rank: number };

/** What features were in a version, as a density index has those of the present. */
export class OverlayCandidates {
  readonly #filed: Filed[] = [];
  /** Of how many rows they are. */
  rows = 0;

  /** `rows`: all of them, of which the last ones may be new. */
  take(rows: readonly BoxedRow[]): void {
    for (; this.rows < rows.length; this.rows++) {
      const filed = filedAs(rows[this.rows]!);
      if (filed) this.#filed.push(filed);
    }
  }

  /** What is near in the present, without what has changed, and with what was near; undefined if that is more than `max`. */
  near(
    present: NearCandidates,
    hasChanged: (seq: number) => boolean,
    fraction: number,
    geometryRows: GeometryRows,
    max: number,
  ): NearCandidates | undefined {
    const near = new Nearby();
    const { seqs, offsets } = present.near;
    seqs.forEach((seq, i) => {
      if (!hasChanged(seq)) near.add(seq, offsets[i]!);
    });
    this.#filed.forEach(({ candidate, rank }, i) => {
      if (rank < fraction && geometryRows.isNearby(candidate)) near.add(candidate[0], -1 - i);
    });
    if (near.size > max) return undefined;
    const filedAt = (offset: number) => this.#filed[-1 - offset]?.candidate;
    return {
      near,
      at: (offset) => filedAt(offset) ?? present.at(offset),
      drawnAt: (offset) => filedAt(offset) ?? present.drawnAt(offset),
      boxAt: (offset) => {
        const filed = filedAt(offset);
        return filed ? boxOfCandidate(filed) : present.boxAt(offset);
      },
      rankAt: (offset, isInRoom) => this.#filed[-1 - offset]?.rank ?? present.rankAt(offset, isInRoom),
      rowAt: (offset, rows) => {
        const filed = filedAt(offset);
        return filed ? pointRow(filed, rows) : present.rowAt(offset, rows);
      },
    };
  }
}

function filedAs({ row, box }: BoxedRow): Filed | undefined {
  if (!box || box.west > box.east) return undefined;
  return { candidate: candidateOf(row, box), rank: sampleRank(row.id) };
}

function candidateOf(row: ReadRow, { west, south, east, north }: BoxedRow['box'] & {}): Candidate {
  return [row.seq, row.id, kindOf(parseGeometry(row)!), west, south, east, north];
}
