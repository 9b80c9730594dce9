export { type BBox, emptyBBox, extend, extendBy, isEmptyBBox, isInside } from './bbox.ts';
export { BinError } from './bin/bin-error.ts';
export type { BinnedCells } from './bin/binned-cells.ts';
export { NEEDS_GEOMETRY, NO_CELL } from './bin/box-bin.ts';
export { CellCodes } from './bin/cell-codes.ts';
export { hexCellOutline } from './bin/cell-outline.ts';
export { HexCells } from './bin/hex-cells.ts';
export { hexReachPixels } from './bin/hex-reach.ts';
export { Hexbin, type HexbinFeature, type HexbinSettings } from './bin/hexbin.ts';
export { MAX_CELL_ZOOM, QuadCells } from './bin/quad-cells.ts';
export { Quadbin, type QuadbinFeature, quadCellAt } from './bin/quadbin.ts';
export { hexbinResolution, zoomOfWidth } from './bin/resolution.ts';
export { sampleRank, sampleRankOfBytes } from './bin/sample-rank.ts';
export {
  HEXBIN_SAMPLING,
  type HexbinSampling,
  VIZ_SAMPLING,
  type VizSampling,
  vizFraction,
} from './bin/sampling.ts';
export type { Statistics } from './bin/statistics.ts';
export { clipToBox } from './box/clip-box.ts';
export { intersectsBox } from './box/intersects-box.ts';
export { datahubCoordinates } from './datahub-coordinates.ts';
export { force2D } from './force-2d.ts';
export { circle } from './geodesic/circle.ts';
export { distanceBetween, distanceFromPoint } from './geodesic/distance.ts';
export { radiusBoxes, widenBoxes } from './geodesic/radius-boxes.ts';
export { areWithin, isWithin, Reach } from './geodesic/reach.ts';
export { isArea, shrinkGeometry } from './geodesic/shrink-geometry.ts';
export { canWiden, widenGeometry } from './geodesic/widen-geometry.ts';
export { GEOMETRY_TYPES, type Geometry, type GeometryType, type Position } from './geojson.ts';
export { GeometryError, type GeometryFacts, inspectGeometry } from './inspect.ts';
export { AttributeScan } from './mvt/attribute-scan.ts';
export { type BlockChanges, BlockTile } from './mvt/block-tile.ts';
export {
  BudgetTile,
  byChance,
  comparePrecedence,
  maxFeaturesOf,
  type Precedence,
  type TileAttributes,
} from './mvt/budget-tile.ts';
export { type DrawnFeature, type DrawnTile, drawTiles } from './mvt/draw-tiles.ts';
export { isOwnName, isTakenApart } from './mvt/flat-name.ts';
export type { FlatAttributes } from './mvt/held-attributes.ts';
export { MOST_ROOM, ROOM_BYTES, rankInRoom, roomStep } from './mvt/room.ts';
export { endOfValue } from './mvt/scan-members.ts';
export { readTileBlock, type TileBlock } from './mvt/tile-block.ts';
export { TileBlockWriter } from './mvt/tile-block-writer.ts';
export { TileWriter } from './mvt/tile-writer.ts';
export { boxesMeet, intersects } from './planar/intersects.ts';
export { boxOf, partsOf } from './planar/parts.ts';
export { uniteGeometries } from './planar/unite-geometries.ts';
export { type Geos, geosAtHand, loadGeos, NeedsGeos } from './shape/geos.ts';
export { isTangled } from './shape/outline-index.ts';
export { prepareShape, type Shape } from './shape/prepare-shape.ts';
export { PreparedRelation, type SpatialRelation } from './shape/relate.ts';
export { parseTile, parseTileNumbers } from './tile/parse-tile.ts';
export {
  childTiles,
  isWebMercatorQuad,
  parentTile,
  quadDigits,
  rowFromNorth,
  type TileAddress,
  tileAt,
} from './tile/tile-address.ts';
export { isAtEndOfMap, tileBounds, widenTile } from './tile/tile-bounds.ts';
export { TileError } from './tile/tile-error.ts';
export { MAX_TILE_LEVEL, TILE_NUMBERS } from './tile/tile-id-form.ts';
export type { TileMatrixSet } from './tile/tile-matrix-set.ts';
export { TILE_MATRIX_SETS, type TileScheme } from './tile/tile-matrix-sets.ts';
export { latitudeAt, longitudeAt, MERCATOR_LATITUDE, mercatorX, mercatorY } from './tile/web-mercator.ts';
export { zOrder } from './tile/z-order.ts';
export { SeenFeature } from './viz/seen-feature.ts';
export { simplifyToGrid } from './viz/simplify-to-grid.ts';
export { VIZ_GRID, VisibilityFilter } from './viz/visibility.ts';
export { toWkb, toWkbHex, WKB } from './wkb.ts';
