import type { Space } from '@meridian/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Box, type Frame, frameOf, RATIO } from '../../thumbnail/frame.ts';
import { assets } from '../assets.ts';
import { soon } from './catalogue.ts';
import { drawShapes } from './draw-shapes.ts';
import { readShapes, type Shapes } from './thumbnail-shapes.ts';

/** The land is drawn for maps of the world; nearer than this it would be wrong. */
const LEAST_WIDTH_WITH_LAND = 10;
/** Narrower than this one would not see where on earth it is. */
const LEAST_WIDTH_ALONE = 60;
const PIXELS = 640;

/** The features of a space where they are on earth, read when the picture comes into sight. */
export function SpaceThumbnail({ space, bbox }: { space: Space; bbox: readonly number[] | undefined }) {
  const box = bbox?.length === 4 ? toBox(bbox) : undefined;
  const [read, setRead] = useState<Shapes>();
  const picture = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = frameOf(read?.box ?? box);
  useEffect(() => {
    if (!box || !picture.current) return;
    const load = () => soon(async () => setRead(await readShapes(space, box)));
    const sight = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      sight.disconnect();
      // Without its features a picture shows where they are.
      load().catch(() => undefined);
    });
    sight.observe(picture.current);
    return () => sight.disconnect();
  }, [space, bbox?.join()]);
  useEffect(() => {
    if (read && canvas.current) drawShapes(canvas.current, read.parts, frame);
  }, [read]);
  return (
    <div class="extent" ref={picture}>
      <svg class="ground" aria-hidden="true" viewBox={viewBoxOf(frame)} preserveAspectRatio="xMidYMid slice">
        <g transform={`scale(1 ${frame.stretch})`}>
          <path class="graticule" d={graticule(frame)} />
          {frame.width >= LEAST_WIDTH_WITH_LAND && <Land isTwice={frame.x + frame.width > 180} />}
          {box && !read && <BoxShape box={box} frame={frame} />}
        </g>
      </svg>
      {read && <canvas ref={canvas} width={PIXELS} height={PIXELS / RATIO} />}
      {frame.width < LEAST_WIDTH_ALONE && (
        <svg class="locator" aria-hidden="true" viewBox="-180 -84 360 144">
          <Land isTwice={false} />
          <circle cx={middle(frame)[0]} cy={middle(frame)[1]} r="12" />
        </svg>
      )}
    </div>
  );
}

function Land({ isTwice }: { isTwice: boolean }) {
  const at = isTwice ? [-180, 180] : [-180];
  return at.map((x) => <image key={x} href={assets.land} x={x} y="-90" width="360" height="180" />);
}

function BoxShape({ box, frame }: { box: Box; frame: Frame }) {
  const unit = frame.width / 160;
  return (
    <rect
      class="box"
      x={box.west}
      y={-box.north}
      width={Math.max(box.east - box.west, 5 * unit)}
      height={Math.max(box.north - box.south, 5 * unit)}
      rx={unit * 1.2}
    />
  );
}

function toBox([west, south, east, north]: readonly number[]): Box {
  return { west: west!, south: south!, east: east!, north: north! };
}

function viewBoxOf({ x, y, width, height }: Frame): string {
  return `${x} ${y} ${width} ${height}`;
}

function middle({ x, y, width, height, stretch }: Frame): [number, number] {
  const longitude = x + width / 2;
  return [longitude > 180 ? longitude - 360 : longitude, (y + height / 2) / stretch];
}

/** Meridians and parallels, about eight of them across. */
function graticule({ x, width, stretch, ...stretched }: Frame): string {
  const [y, height] = [stretched.y / stretch, stretched.height / stretch];
  const step = [15, 10, 5, 2, 1].find((degrees) => width / degrees >= 6) ?? width / 8;
  const first = (from: number) => Math.ceil(from / step) * step;
  let path = '';
  for (let at = first(x); at < x + width; at += step) path += `M${at} ${y}V${y + height}`;
  for (let at = first(y); at < y + height; at += step) path += `M${x} ${at}H${x + width}`;
  return path;
}
