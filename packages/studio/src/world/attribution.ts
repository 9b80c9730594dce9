/**
 * Shown wherever the base map is, as HTML. Natural Earth is in the public domain and asks for nothing, GeoNames (CC BY 4.0) for
 * its name and its licence.
 */
export const WORLD_ATTRIBUTION =
  'Natural Earth, <a href="https://www.geonames.org/" target="_blank" rel="noopener">GeoNames</a> (<a href="https://creativecommons.org/licenses/by/4.0/" target="_blank" rel="noopener">CC BY 4.0</a>)';
