/**
 * PROJ definitions of common systems, for files that name one by its EPSG code only: GeoJSON of 2008, and the
 * option `crs`. Most formats carry the definition themselves. Datum shifts are good to a few metres.
 */
const DEFINITIONS: Record<number, string> = {
  2056: '+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=2600000 +y_0=1200000 +ellps=bessel +towgs84=674.374,15.056,405.346,0,0,0,0 +units=m',
  2154: '+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m',
  2180: '+proj=tmerc +lat_0=0 +lon_0=19 +k=0.9993 +x_0=500000 +y_0=-5300000 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m',
  3006: '+proj=utm +zone=33 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m',
  3034: '+proj=lcc +lat_0=52 +lon_0=10 +lat_1=35 +lat_2=65 +x_0=4000000 +y_0=2800000 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m',
  3035: '+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m',
  3067: '+proj=utm +zone=35 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m',
  5514: '+proj=krovak +lat_0=49.5 +lon_0=24.8333333333333 +alpha=30.2881397527778 +k=0.9999 +x_0=0 +y_0=0 +ellps=bessel +towgs84=570.8,85.7,462.8,4.998,1.587,5.261,3.56 +units=m',
  21781:
    '+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=600000 +y_0=200000 +ellps=bessel +towgs84=674.374,15.056,405.346,0,0,0,0 +units=m',
  27700:
    '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489 +units=m',
  27572:
    '+proj=lcc +lat_1=46.8 +lat_0=46.8 +lon_0=0 +k_0=0.99987742 +x_0=600000 +y_0=2200000 +a=6378249.2 +b=6356515 +towgs84=-168,-60,320,0,0,0,0 +pm=paris +units=m',
  28992:
    '+proj=sterea +lat_0=52.1561605555556 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +ellps=bessel +towgs84=565.2369,50.0087,465.658,-0.406857330322398,0.350732676542563,-1.8703473836068,4.0812 +units=m',
  31287:
    '+proj=lcc +lat_0=47.5 +lon_0=13.3333333333333 +lat_1=49 +lat_2=46 +x_0=400000 +y_0=400000 +ellps=bessel +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232 +units=m',
  31370:
    '+proj=lcc +lat_0=90 +lon_0=4.36748666666667 +lat_1=51.1666672333333 +lat_2=49.8333339 +x_0=150000.013 +y_0=5400088.438 +ellps=intl +towgs84=-106.869,52.2978,-103.724,0.3366,-0.457,1.8422,-1.2747 +units=m',
};

const POTSDAM = '+ellps=bessel +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7 +units=m';
const GRS80 = '+ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m';
/** Longitude and latitude on a datum that is WGS 84 to within a metre or two. */
const GEOGRAPHIC = [4326, 4258, 4269, 4979, 4937];

/** Every code that has a definition, but for synonyms and those with a height: systems of the whole world first. */
export const KNOWN_CODES: readonly number[] = [
  4326,
  3857,
  4258,
  4269,
  ...range(32601, 32660),
  ...range(32701, 32760),
  ...range(25828, 25838),
  ...range(26901, 26923),
  ...range(31466, 31469),
  ...Object.keys(DEFINITIONS).map(Number),
];

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

/** The PROJ definition of an EPSG code; undefined if it is none of the common ones. */
export function definitionOfCode(code: number): string | undefined {
  if (GEOGRAPHIC.includes(code)) return '+proj=longlat +datum=WGS84';
  if (code === 3857 || code === 900913 || code === 3785)
    return '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null';
  if (code > 32600 && code <= 32660) return `+proj=utm +zone=${code - 32600} +datum=WGS84 +units=m`;
  if (code > 32700 && code <= 32760) return `+proj=utm +zone=${code - 32700} +south +datum=WGS84 +units=m`;
  if (code >= 25828 && code <= 25838) return `+proj=utm +zone=${code - 25800} ${GRS80}`;
  if (code >= 26901 && code <= 26923) return `+proj=utm +zone=${code - 26900} ${GRS80}`;
  if (code >= 31466 && code <= 31469) {
    const zone = code - 31464;
    return `+proj=tmerc +lat_0=0 +lon_0=${zone * 3} +k=1 +x_0=${zone * 1e6 + 5e5} +y_0=0 ${POTSDAM}`;
  }
  return DEFINITIONS[code];
}
