import { FormatFault } from '../fault.ts';
import { isSingle } from '../geometry/is-single.ts';
import type { Platform } from '../platform.ts';
import type { FeatureParts } from '../tabular/schema.ts';
import { type PlainTable, withPlainTable } from '../write/plain-table.ts';
import type { FeatureInput, WriteOptions } from '../write/write-options.ts';
import { type ZipPart, zipped } from '../write/zipped.ts';
import { DbfFields } from './dbf-fields.ts';
import { kindOf, type ShapeKind } from './shapes.ts';
import { dbfChunks, type Layer, LayerSizes, shpChunks, shxChunks } from './write-layer.ts';

const WGS84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
const encoder = new TextEncoder();

/** A zip archive with a shapefile for each kind of geometry: `roads_lines.shp`, or `roads.shp` if there is one kind only. */
export async function* writeShapefile(
  features: AsyncIterable<FeatureInput>,
  options: WriteOptions,
  platform: Platform,
): AsyncGenerator<Uint8Array> {
  const base = (options.name ?? 'features').replaceAll(/[^\p{L}\p{N}_-]+/gu, '_');
  yield* await withPlainTable(features, options, platform, async function* (table) {
    const layers = await layersOf(table);
    const parts = async function* (): AsyncGenerator<ZipPart> {
      for (const layer of layers) {
        const name = layers.length === 1 ? base : `${base}_${layer.kind}`;
        const rows = () => rowsOf(table, layer, layers);
        yield { name: `${name}.shp`, bytes: shpChunks(layer, rows()) };
        yield { name: `${name}.shx`, bytes: shxChunks(layer) };
        yield { name: `${name}.dbf`, bytes: dbfChunks(layer, rows()) };
        yield { name: `${name}.prj`, bytes: once(WGS84) };
        yield { name: `${name}.cpg`, bytes: once('UTF-8') };
      }
    };
    yield* zipped(parts());
  });
}

/** What kinds there are, and how large each file will be: its header says so. */
async function layersOf(table: PlainTable): Promise<Layer[]> {
  const { columns, losses } = table;
  const sizes = new Map<ShapeKind, { sizes: LayerSizes; fields: DbfFields }>();
  const layerOf = (kind: ShapeKind) => {
    const layer = sizes.get(kind) ?? { sizes: new LayerSizes(kind), fields: new DbfFields(columns, losses) };
    sizes.set(kind, layer);
    return layer;
  };
  const without: FeatureParts[] = [];
  for await (const parts of table.rows()) {
    const kind = kindOf(parts.feature.geometry);
    if (kind === undefined) losses.add('collections');
    // Where they go is known at the end; so many of them are rare.
    else if (kind === 'none') {
      if (parts.feature.geometry !== null) losses.add('empty');
      without.push(parts);
    } else {
      if (isSingle(parts.feature.geometry)) losses.add('single');
      const layer = layerOf(kind);
      layer.sizes.add(parts.feature.geometry);
      layer.fields.observe(parts);
    }
  }
  const [first] = sizes.size > 0 ? [...sizes.values()] : [layerOf('points')];
  for (const parts of without) {
    first!.sizes.add(null);
    first!.fields.observe(parts);
  }
  return [...sizes.values()].map(({ sizes: found, fields }) => {
    if (found.hasZ && found.flat > 0) losses.add('heights', found.flat);
    const layer = found.finish(fields.finish());
    if (layer.shpBytes > 2 ** 31)
      throw new FormatFault('tooLarge', 'shapefile', 'would be larger than 2 GiB: write a GeoPackage');
    return layer;
  });
}

/** In the same order in each file: features without geometry come last, in the first layer. */
async function* rowsOf(
  table: PlainTable,
  { kind }: Layer,
  layers: readonly Layer[],
): AsyncGenerator<FeatureParts> {
  for await (const parts of table.rows()) if (kindOf(parts.feature.geometry) === kind) yield parts;
  if (kind !== layers[0]?.kind) return;
  for await (const parts of table.rows()) if (kindOf(parts.feature.geometry) === 'none') yield parts;
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield encoder.encode(text);
}
