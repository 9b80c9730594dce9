type Colors = {
  water: string;
  land: string;
  border: string;
  graticule: string;
  country: string;
  place: string;
  halo: string;
};

/** Of the base map, by the theme of the page: quiet, so that what lies upon it is seen first. */
export const BASE_COLORS: Record<'light' | 'dark', Colors> = {
  light: {
    water: '#d3e3e8',
    land: '#f8f7f2',
    border: '#b4bdb9',
    graticule: '#c6d8de',
    country: '#77858a',
    place: '#4d5b5f',
    halo: '#fbfaf6',
  },
  dark: {
    water: '#10171b',
    land: '#1e272b',
    border: '#465459',
    graticule: '#192328',
    country: '#7f9096',
    place: '#a3b1b5',
    halo: '#182024',
  },
};
