import { assets } from '../assets.ts';

type Box = { west: number; south: number; east: number; north: number };

/** Narrower than this one would not see where on earth it is. */
const LEAST_WIDTH = 56;
const RATIO = 2;

/** Where on earth the features of a space are. */
export function ExtentThumbnail({ bbox }: { bbox: readonly number[] | undefined }) {
  const box = bbox?.length === 4 ? toBox(bbox) : undefined;
  const frame = frameOf(box);
  const unit = frame.width / 160;
  return (
    <svg
      class="extent"
      viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path class="graticule" d={graticule()} stroke-width={unit * 0.5} />
      <image href={assets.land} x="-180" y="-90" width="360" height="180" />
      {box && (
        <rect
          class="box"
          x={box.west}
          y={-box.north}
          width={Math.max(box.east - box.west, 5 * unit)}
          height={Math.max(box.north - box.south, 5 * unit)}
          rx={unit * 1.2}
          stroke-width={unit * 1.4}
        />
      )}
    </svg>
  );
}

function toBox([west, south, east, north]: readonly number[]): Box {
  return { west: west!, south: south!, east: east!, north: north! };
}

function frameOf(box: Box | undefined): { x: number; y: number; width: number; height: number } {
  if (!box) return { x: -180, y: -90, width: 360, height: 180 };
  const wanted = Math.max(LEAST_WIDTH, (box.east - box.west) * 1.6, (box.north - box.south) * 1.6 * RATIO);
  const width = Math.min(360, wanted);
  const height = width / RATIO;
  const [x, y] = [(box.west + box.east) / 2 - width / 2, -(box.south + box.north) / 2 - height / 2];
  return {
    x: Math.min(180 - width, Math.max(-180, x)),
    y: Math.min(90 - height, Math.max(-90, y)),
    width,
    height,
  };
}

let lines: string | undefined;

function graticule(): string {
  if (lines) return lines;
  const meridians = Array.from({ length: 25 }, (_, i) => `M${i * 15 - 180} -90V90`);
  const parallels = Array.from({ length: 13 }, (_, i) => `M-180 ${i * 15 - 90}H180`);
  lines = [...meridians, ...parallels].join('');
  return lines;
}
