/**
 * How datums lie to WGS 84: three shifts in metres, or with rotations and scale as PROJ's +towgs84 has them. .prj files
 * and the definitions in GeoPackages name the datum only. The values are means over the datum's area, good to a few
 * metres. Keys are parts of names, in lower case with underscores.
 */
const SHIFTS: [name: string, towgs84: string][] = [
  ['deutsches_hauptdreiecksnetz', '598.1,73.7,418.2,0.202,0.045,-2.455,6.7'],
  ['dhdn', '598.1,73.7,418.2,0.202,0.045,-2.455,6.7'],
  ['militar_geographische_institut', '577.326,90.129,463.919,5.137,1.474,5.297,2.4232'],
  ['militar_geographische_institute', '577.326,90.129,463.919,5.137,1.474,5.297,2.4232'],
  ['mgi', '577.326,90.129,463.919,5.137,1.474,5.297,2.4232'],
  ['ch1903', '674.374,15.056,405.346'],
  ['amersfoort', '565.2369,50.0087,465.658,-0.406857,0.350733,-1.87035,4.0812'],
  ['belge_1972', '-106.869,52.2978,-103.724,0.3366,-0.457,1.8422,-1.2747'],
  ['reseau_national_belge_1972', '-106.869,52.2978,-103.724,0.3366,-0.457,1.8422,-1.2747'],
  ['osgb_1936', '446.448,-125.157,542.06,0.15,0.247,0.842,-20.489'],
  ['osgb36', '446.448,-125.157,542.06,0.15,0.247,0.842,-20.489'],
  ['ordnance_survey_of_great_britain_1936', '446.448,-125.157,542.06,0.15,0.247,0.842,-20.489'],
  ['tm65', '482.5,-130.6,564.6,-1.042,-0.214,-0.631,8.15'],
  ['tm75', '482.5,-130.6,564.6,-1.042,-0.214,-0.631,8.15'],
  ['geodetic_datum_of_1965', '482.5,-130.6,564.6,-1.042,-0.214,-0.631,8.15'],
  ['osni_1952', '482.5,-130.6,564.6,-1.042,-0.214,-0.631,8.15'],
  ['european_datum_1950', '-87,-98,-121'],
  ['european_1950', '-87,-98,-121'],
  ['nouvelle_triangulation_francaise', '-168,-60,320'],
  ['ntf', '-168,-60,320'],
  ['monte_mario', '-104.1,-49.1,-9.9,0.971,-2.917,0.714,-11.68'],
  ['rt_1990', '414.1,41.3,603.1,-0.855,2.141,-7.023,0'],
  ['rt90', '414.1,41.3,603.1,-0.855,2.141,-7.023,0'],
  ['rikets_koordinatsystem_1990', '414.1,41.3,603.1,-0.855,2.141,-7.023,0'],
  ['kartastokoordinaattijarjestelma', '-96.062,-82.428,-121.753,4.801,0.345,-1.376,1.496'],
  ['kkj', '-96.062,-82.428,-121.753,4.801,0.345,-1.376,1.496'],
  ['s_jtsk', '570.8,85.7,462.8,4.998,1.587,5.261,3.56'],
  ['system_of_the_unified_trigonometrical_cadastral_network', '570.8,85.7,462.8,4.998,1.587,5.261,3.56'],
  ['system_jednotne_trigonometricke_site_katastralni', '570.8,85.7,462.8,4.998,1.587,5.261,3.56'],
  ['pulkovo_1942', '23.92,-141.27,-80.9,0,0.35,0.82,-0.12'],
  ['hungarian_datum_1972', '52.17,-71.82,-14.9'],
  ['datum_73', '-223.237,110.193,36.649'],
  ['lisbon', '-304.046,-60.576,103.64'],
  ['north_american_datum_1927', '-8,160,176'],
  ['north_american_1927', '-8,160,176'],
  ['new_zealand_1949', '59.47,-5.04,187.44,0.47,-0.1,1.024,-4.5993'],
  ['new_zealand_geodetic_datum_1949', '59.47,-5.04,187.44,0.47,-0.1,1.024,-4.5993'],
  ['australian_geodetic_datum_1966', '-117.808,-51.536,137.784,0.303,0.446,0.234,-0.29'],
  ['australian_1966', '-117.808,-51.536,137.784,0.303,0.446,0.234,-0.29'],
  ['australian_geodetic_datum_1984', '-134,-48,149'],
  ['australian_1984', '-134,-48,149'],
  ['tokyo', '-146.414,507.337,680.507'],
  ['south_american_datum_1969', '-66.87,4.37,-38.52'],
  ['south_american_1969', '-66.87,4.37,-38.52'],
  ['provisional_south_american_datum_1956', '-288,175,-376'],
  ['provisional_s_american_1956', '-288,175,-376'],
  ['corrego_alegre', '-206,172,-6'],
  ['cape', '-136,-108,-292'],
  ['arc_1950', '-143,-90,-294'],
  ['arc_1960', '-160,-6,-302'],
  ['minna', '-92,-93,122'],
  ['hong_kong_1980', '-162.619,-276.959,-161.764,0.067753,-2.243649,-1.158827,-1.094246'],
];

const DATUM_NAME = /\b(?:DATUM|TRF)\s*\[\s*"([^"]*)"/i;

/** The shift of the datum that WKT or PROJJSON names, as seven numbers; undefined if it is not known. */
export function shiftOf(definition: string | object): number[] | undefined {
  const given = typeof definition === 'string' ? DATUM_NAME.exec(definition)?.[1] : datumOf(definition);
  if (given === undefined) return undefined;
  const name = given
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^d_/, '');
  const found = SHIFTS.find(
    ([part]) => name === part || name.startsWith(`${part}_`) || name.endsWith(`_${part}`),
  );
  if (found === undefined) return undefined;
  const parts = found[1].split(',').map(Number);
  return [...parts, ...Array.from({ length: 7 - parts.length }, () => 0)];
}

type ProjJson = { datum?: { name?: string }; base_crs?: ProjJson; source_crs?: ProjJson };

function datumOf({ datum, base_crs, source_crs }: ProjJson): string | undefined {
  return datum?.name ?? (base_crs && datumOf(base_crs)) ?? (source_crs && datumOf(source_crs));
}
