import type { UseId } from '../../interface/uses.ts';

/** How to use a space in other programs. */
export const useStrings = {
  title: 'Use it in…',
  program: 'Program',
  programs: {
    tileJson: 'TileJSON',
    mapLibre: 'MapLibre',
    qgis: 'QGIS',
    gdal: 'GDAL',
    curl: 'curl',
    python: 'Python',
    typeScript: 'TypeScript',
  } satisfies Record<UseId, string>,
  about: {
    tileJson:
      'The URL of the vector tiles, for any map library. Everyone who can see the map can read the token in it.',
    mapLibre:
      'Adds the space to your map once its style is loaded. Everyone who can see the map can read the token in it.',
    qgis: 'Layer › Add Layer › Add WFS / OGC API – Features Layer › New. Enter this URL and choose the version OGC API – Features. Under Authentication choose Basic, any user name, and the token as the password.',
    gdal: 'Copies the space into a GeoPackage.',
    curl: 'The first ten features as GeoJSON.',
    python: 'All features as a GeoDataFrame (pip install geopandas).',
    typeScript: 'All features, page by page, in Node or a browser. Nothing to install.',
  } satisfies Record<UseId, string>,
  create: (days: number) => `Create a token for ${days} days`,
  createHint: 'It can read this space only, and expires by itself. Until then the lines say TOKEN.',
  created: (day: string) =>
    `The lines contain a new token that can read this space only and expires on ${day}. Copy them now: the token is shown only once. You can revoke it on the Tokens page.`,
  password: 'Password: the token',
  tokenFor: (title: string) => `reads ${title} in another program`,
};
