import type { Map as MapLibre } from 'maplibre-gl';
import { readSign, SIGN_IMAGE, SIGN_WIDTH, SIGNS, type SignName } from '../../map-style/signs.ts';

const SCALE = 2;
const TOWN = 5;

/**
 * Draws the signs of points, and those that a style of streets names, when they are first needed: there are no pictures to
 * load. Other styles have pictures of their own.
 */
export function drawSigns(map: MapLibre, isOfStreets: boolean): void {
  map.setMissingStyleImageResolver((id) => {
    const name = readSign(id.startsWith(SIGN_IMAGE) ? id.slice(SIGN_IMAGE.length) : undefined);
    if (id === '' || map.hasImage(id) || (!name && !isOfStreets)) return;
    const { width, height, draw } = name ? onPoint(name) : signOf(id);
    const canvas = document.createElement('canvas');
    canvas.width = width * SCALE;
    canvas.height = height * SCALE;
    const pen = canvas.getContext('2d')!;
    pen.scale(SCALE, SCALE);
    draw(pen);
    map.addImage(id, pen.getImageData(0, 0, canvas.width, canvas.height), { pixelRatio: SCALE });
  });
}

/** White, for a disc of any colour. */
function onPoint(name: SignName): Sign {
  return {
    width: SIGN_WIDTH,
    height: SIGN_WIDTH,
    draw(pen) {
      pen.fillStyle = '#ffffff';
      pen.fill(new Path2D(SIGNS[name]), 'evenodd');
    },
  };
}

type Sign = { width: number; height: number; draw: (pen: CanvasRenderingContext2D) => void };

function signOf(id: string): Sign {
  const [, letters] = /-(\d)char$/.exec(id) ?? [];
  if (letters !== undefined) return shield(Number(letters), id.startsWith('US:I') ? '#3c5a9a' : '#ffffff');
  if (id === 'arrow') return arrow;
  return id === 'capital' || id === 'townspot'
    ? dot(TOWN, '#ffffff', '#6b6b6b')
    : dot(3, '#8a8a8a', '#ffffff');
}

/** The plate behind the number of a road. */
function shield(letters: number, color: string): Sign {
  const [width, height] = [10 + letters * 7, 18];
  return {
    width,
    height,
    draw(pen) {
      pen.fillStyle = color;
      pen.strokeStyle = '#9a9a9a';
      pen.beginPath();
      pen.roundRect(1, 1, width - 2, height - 2, 4);
      pen.fill();
      pen.stroke();
    },
  };
}

function dot(radius: number, color: string, edge: string): Sign {
  const side = 2 * radius + 2;
  return {
    width: side,
    height: side,
    draw(pen) {
      pen.fillStyle = color;
      pen.strokeStyle = edge;
      pen.beginPath();
      pen.arc(side / 2, side / 2, radius, 0, 2 * Math.PI);
      pen.fill();
      pen.stroke();
    },
  };
}

/** Upwards: which way a street may be used. */
const arrow: Sign = {
  width: 9,
  height: 12,
  draw(pen) {
    pen.fillStyle = '#9a9a9a';
    pen.beginPath();
    pen.moveTo(4.5, 0);
    pen.lineTo(9, 6);
    pen.lineTo(5.5, 6);
    pen.lineTo(5.5, 12);
    pen.lineTo(3.5, 12);
    pen.lineTo(3.5, 6);
    pen.lineTo(0, 6);
    pen.fill();
  },
};
