import type { Random } from '../harness/random.ts';

export type Position = [number, number];
export type Geometry = { type: string; coordinates: unknown };
export type Shape = { id: string; geometry: Geometry };

/** Random shapes that are valid, of the kinds that programs get wrong. */
export class Shapes {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  between(low: number, high: number): number {
    return low + this.#random.next() * (high - low);
  }

  /** Anywhere, and often where the map ends. */
  position(): Position {
    const at: Position = [this.between(-180, 180), this.between(-88, 88)];
    const fate = this.#random.next();
    if (fate < 0.1) return [Math.sign(at[0]) * (180 - this.between(0, 0.5)), at[1]];
    if (fate < 0.15) return [at[0], Math.sign(at[1]) * (90 - this.between(0.01, 2))];
    return at;
  }

  /** In degrees: from a few metres to a continent. */
  size(largest = 20): number {
    return 10 ** this.between(-4, Math.log10(largest));
  }

  point(): Geometry {
    return { type: 'Point', coordinates: this.position() };
  }

  line(largest?: number): Geometry {
    const [position, size] = [this.position(), this.size(largest)];
    const count = this.#random.whole(2, 12);
    return {
      type: 'LineString',
      coordinates: Array.from({ length: count }, () => this.near(position, size)),
    };
  }

  near([x, y]: Position, size: number): Position {
    return within([x + this.between(-size, size), y + this.between(-size, size) / 2]);
  }

  /** A star around a point, which never crosses itself; perhaps with smaller stars cut out of it. */
  star(largest?: number): Geometry {
    const [[x, y], size] = [this.position(), this.size(largest)];
    const centre: Position = [
      Math.max(-180 + size, Math.min(180 - size, x)),
      Math.max(-90 + size, Math.min(90 - size, y)),
    ];
    const rings = [this.ring(centre, 0.5 * size, size, this.#random.whole(3, 40))];
    if (this.#random.next() < 0.5)
      rings.push(this.ring(centre, 0.1 * size, 0.3 * size, this.#random.whole(3, 9)));
    return { type: 'Polygon', coordinates: rings };
  }

  ring([x, y]: Position, inner: number, outer: number, corners: number): Position[] {
    const open = Array.from({ length: corners }, (_, i): Position => {
      const angle = (i / corners) * 2 * Math.PI;
      // Corners close to half a turn apart would let the centre out.
      const radius = corners < 5 ? outer : this.between(inner, outer);
      return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius];
    });
    return [...open, open[0]!];
  }

  /** Degrees long and a hair wide. */
  needle(): Geometry {
    const [x, y] = this.position();
    const length = this.between(1, 10) * (x > 0 ? -1 : 1);
    const width = 10 ** this.between(-9, -4);
    const ring = [within([x, y]), within([x + length, y + width]), within([x + length, y + 2 * width])];
    return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
  }

  /** A square whose hole touches it in a corner, and another beside it that touches both in places. */
  touching(): Geometry {
    const [x, y] = [Math.round(this.between(-170, 160)), Math.round(this.between(-80, 75))];
    const square = (left: number, low: number, side: number): Position[] => [
      [x + left, y + low],
      [x + left + side, y + low],
      [x + left + side, y + low + side],
      [x + left, y + low + side],
      [x + left, y + low],
    ];
    const hole: Position[] = [
      [x, y],
      [x + 1, y + 2],
      [x + 2, y + 1],
      [x, y],
    ];
    return { type: 'MultiPolygon', coordinates: [[square(0, 0, 4), hole], [square(4, 4, 2)]] };
  }

  /** Ends at the antimeridian, on one side or on both; or has a pole in it. */
  atTheEdge(): Geometry {
    const [low, size] = [Math.round(this.between(-70, 60)), this.#random.whole(1, 20)];
    const box = (west: number, south: number, east: number, north: number): Position[][] => [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ];
    const eastern = box(180 - size, low, 180, low + size);
    const western = box(-180, low, size - 180, low + size);
    switch (this.#random.whole(0, 3)) {
      case 0:
        return { type: 'Polygon', coordinates: eastern };
      case 1:
        return { type: 'MultiPolygon', coordinates: [eastern, western] };
      case 2:
        return { type: 'Polygon', coordinates: box(-180, 90 - size, 180, 90) };
      default:
        return { type: 'Polygon', coordinates: box(-180, -90, 180, size - 90) };
    }
  }

  /** Any of them. */
  any(): Geometry {
    switch (this.#random.whole(0, 6)) {
      case 0:
        return this.point();
      case 1:
        return this.line();
      case 2:
      case 3:
        return this.star();
      case 4:
        return this.needle();
      case 5:
        return this.touching();
      default:
        return this.atTheEdge();
    }
  }
}

function within([x, y]: Position): Position {
  return [Math.max(-180, Math.min(180, x)), Math.max(-90, Math.min(90, y))];
}
