/** Names by which columns of tables and members of records are taken for coordinates, in the order of preference. */
export const LONGITUDES = [
  'lon',
  'lng',
  'long',
  'longitude',
  'x',
  '@lon',
  'lon_wgs84',
  'point_x',
  'xcoord',
  'längengrad',
  'laengengrad',
];
export const LATITUDES = ['lat', 'latitude', 'y', '@lat', 'lat_wgs84', 'point_y', 'ycoord', 'breitengrad'];
/** Of grids: looked for only where the user says which one it is. */
export const EASTINGS = [
  'easting',
  'eastings',
  'east',
  'e',
  'rechtswert',
  'ostwert',
  'x_coord',
  'coord_x',
  ...LONGITUDES,
];
export const NORTHINGS = [
  'northing',
  'northings',
  'north',
  'n',
  'hochwert',
  'nordwert',
  'y_coord',
  'coord_y',
  ...LATITUDES,
];
export const HEIGHTS = ['height', 'z', 'ele', 'elevation', 'alt', 'altitude'];
export const GEOMETRIES = [
  'wkt',
  'geometry',
  'geom',
  'the_geom',
  'wkt_geom',
  'wktgeom',
  'geometry_wkt',
  'wkb',
  'geojson',
  'shape',
];
