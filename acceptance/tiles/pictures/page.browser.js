import { Map as DrawnMap } from './maplibre-gl.mjs';

const SIZE = 320;
const COLUMNS = 5;
/** From zoom 0 on, from left to right and down. */
const MAPS = 15;
/** Of a map, so many squares each way are compared by their mean colour: what antialiasing does does not count. */
const SQUARES = 40;

const isArea = ['==', ['geometry-type'], 'Polygon'];
const isLine = ['==', ['geometry-type'], 'LineString'];
const isPoint = ['==', ['geometry-type'], 'Point'];

/** Everything that a tile has, in the plainest look: what is drawn is what the tiles say. */
function layers(layer) {
  const of = { source: 'space', 'source-layer': layer };
  const importance = ['coalesce', ['get', 'importance'], 1];
  return [
    { id: 'background', type: 'background', paint: { 'background-color': '#ffffff' } },
    {
      id: 'areas',
      type: 'fill',
      filter: isArea,
      ...of,
      paint: { 'fill-color': '#b9d4d6', 'fill-antialias': false },
    },
    {
      id: 'borders',
      type: 'line',
      filter: isArea,
      ...of,
      paint: { 'line-color': '#0f5c66', 'line-width': 0.6 },
    },
    {
      id: 'lines',
      type: 'line',
      filter: isLine,
      ...of,
      paint: { 'line-color': '#8a4b0f', 'line-width': ['+', 0.5, ['*', 0.5, importance]] },
    },
    {
      id: 'points',
      type: 'circle',
      filter: isPoint,
      ...of,
      paint: {
        'circle-color': '#0f7f8a',
        'circle-radius': ['+', 1.5, ['*', 0.35, ['ln', ['coalesce', ['get', 'point_count'], 1]]]],
        'circle-opacity': 0.8,
      },
    },
  ];
}

/**
 * The sheet of a data set: the maps of these zooms are drawn, the others taken from a sheet that was kept. How a map is
 * compressed depends on all others of its sheet, so that one with fewer maps could not be compared with it.
 */
async function draw({ tileJson, centre, zooms, kept }) {
  const { vector_layers } = await (await fetch(tileJson)).json();
  const element = document.getElementById('map');
  element.style.cssText = `width:${SIZE}px;height:${SIZE}px`;
  const map = new DrawnMap({
    container: element,
    style: {
      version: 8,
      sources: { space: { type: 'vector', url: tileJson } },
      layers: layers(vector_layers[0].id),
    },
    attributionControl: false,
    interactive: false,
    fadeDuration: 0,
    pixelRatio: 1,
    renderWorldCopies: true,
    canvasContextAttributes: { preserveDrawingBuffer: true },
  });
  const sheet = newCanvas(COLUMNS * SIZE, Math.ceil(MAPS / COLUMNS) * SIZE);
  const context = sheet.getContext('2d');
  if (kept) context.drawImage(await decoded(kept), 0, 0);
  context.font = '12px sans-serif';
  const failures = [];
  map.on('error', ({ error }) => failures.push(error.message));
  await map.once('load');
  for (const zoom of zooms) {
    map.jumpTo({ center: centre, zoom });
    await map.once('idle');
    const [x, y] = positionOf(zoom);
    context.drawImage(map.getCanvas(), x, y, SIZE, SIZE);
    context.strokeStyle = '#999';
    context.strokeRect(x + 0.5, y + 0.5, SIZE - 1, SIZE - 1);
    context.fillStyle = '#000';
    context.fillText(`z${zoom}`, x + 6, y + 16);
  }
  map.remove();
  if (failures.length > 0) throw new Error(failures.join('; '));
  return sheet.toDataURL('image/webp', 0.85).split(',')[1];
}

function positionOf(zoom) {
  return [(zoom % COLUMNS) * SIZE, Math.floor(zoom / COLUMNS) * SIZE];
}

function newCanvas(width, height) {
  return Object.assign(document.createElement('canvas'), { width, height });
}

async function differences(drawn, kept, zooms) {
  const [ours, theirs] = await Promise.all([squaresOf(drawn, zooms), squaresOf(kept, zooms)]);
  return zooms.map((zoom, n) => {
    const [a, b] = [ours[n], theirs[n]];
    let sum = 0;
    for (let i = 0; i < a.length; i++) sum += Math.abs(a[i] - b[i]);
    return [zoom, sum / a.length / 255];
  });
}

/** The mean colours of the squares of these maps of a sheet. */
async function squaresOf(sheet, zooms) {
  const image = await decoded(sheet);
  const small = newCanvas(SQUARES, SQUARES).getContext('2d', { willReadFrequently: true });
  small.imageSmoothingQuality = 'high';
  return zooms.map((zoom) => {
    small.drawImage(image, ...positionOf(zoom), SIZE, SIZE, 0, 0, SQUARES, SQUARES);
    return small.getImageData(0, 0, SQUARES, SQUARES).data.filter((_, byte) => byte % 4 !== 3);
  });
}

async function decoded(sheet) {
  const image = new Image();
  image.src = `data:image/webp;base64,${sheet}`;
  await image.decode();
  return image;
}

globalThis.pictures = { draw, differences };
