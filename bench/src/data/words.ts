/** [longitude, latitude] of cities that features gather around. */
export const CITIES: readonly (readonly [number, number])[] = [
  [13.405, 52.52],
  [2.352, 48.857],
  [-0.128, 51.507],
  [12.496, 41.903],
  [-3.704, 40.417],
  [19.04, 47.498],
  [21.012, 52.23],
  [18.068, 59.329],
  [24.938, 60.17],
  [28.979, 41.009],
  [37.618, 55.756],
  [31.236, 30.044],
  [3.379, 6.524],
  [36.822, -1.292],
  [28.047, -26.204],
  [72.878, 19.076],
  [77.209, 28.614],
  [100.502, 13.756],
  [103.82, 1.352],
  [116.407, 39.904],
  [121.474, 31.23],
  [126.978, 37.567],
  [139.692, 35.69],
  [151.209, -33.868],
  [174.763, -36.849],
  [-122.419, 37.775],
  [-99.133, 19.433],
  [-74.006, 40.713],
  [-58.382, -34.604],
  [-46.634, -23.551],
];

export const STREETS: readonly string[] = [
  'Invalidenstraße',
  'Rue de Rivoli',
  'Calle Mayor',
  'Via Appia',
  'Torstraße',
  'King William Street',
  'Långgatan',
  'Mühlendamm',
  'Old Harbour Road',
  'Avenida Central',
  'ulica Długa',
  'Station Road',
  'Market Square',
  'Quai de la Gare',
  'Lindenallee',
  'Riverside Drive',
];

export const NAMES: readonly string[] = [
  'Café Sankt Oberholz',
  'City Library',
  'Bäckerei Siebert',
  'Museum of Natural History',
  'Pharmacy at the Gate',
  'North Depot',
  'Sports Hall 3',
  'Corner Store',
  'Bike Station',
  'Charging Point',
  'Water Tower',
  'Old Post Office',
];

export const OPERATORS: readonly string[] = [
  'Municipal Works',
  'Deutsche Bahn AG',
  'Transport for London',
  'private',
  'RATP',
  'Vattenfall',
  'National Grid',
  'unknown',
];

export const TAGS: readonly string[] = [
  ...['poi', 'road', 'building', 'verified', 'import-2024', 'survey', 'food', 'shop', 'transit', 'parking'],
  ...['cycleway', 'footway', 'residential', 'industrial', 'water', 'park', 'school', 'health', 'energy'],
  ...['telecom', 'historic', 'temporary', 'closed', 'accessible', 'night', 'delivery', 'toll', 'bridge'],
  ...['tunnel', 'lit', 'unpaved', 'private', 'public', 'source-aerial', 'source-gps', 'needs-review'],
];

export const SURFACES: readonly string[] = [
  'asphalt',
  'concrete',
  'paving_stones',
  'gravel',
  'cobblestone',
  'wood',
];
