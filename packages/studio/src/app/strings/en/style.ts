import type { ClassMethod, LayerView, Shading } from '../../../map-style/document.ts';
import type { RampName } from '../../../map-style/ramp.ts';

/** How a layer looks. */
export const styleStrings = {
  view: 'Show as',
  views: { features: 'Features', clusters: 'Clusters', hexbin: 'Hexagons', heat: 'Heat' } satisfies Record<
    LayerView,
    string
  >,
  shading: 'Colour',
  shadings: { plain: 'One colour', categories: 'By category', graduated: 'By number' } satisfies Record<
    Shading,
    string
  >,
  property: 'Property',
  color: 'Colour',
  useColor: (color: string) => `Use ${color}`,
  fromAll: 'From all features.',
  noValues: 'No property has suitable values.',
  tooManyValues: (property: string) =>
    `“${property}” has more than 100,000 different values: too many for categories. Choose another property.`,
  size: 'Size',
  radius: 'Radius',
  sizeBy: 'Size by',
  sizeLegend: (property: string) => `Size: ${property}`,
  label: 'Labels',
  none: 'None',
  oneSize: 'One size',
  heightBy: 'Height (3D) by',
  flat: 'Flat',
  factor: 'Metres per unit',
  badFactor: 'Expected a number that is greater than 0.',
  heightLegend: (property: string) => `Height: ${property}`,
  noNumbers: (property: string) => `${property} has no numbers.`,
  outlineColor: 'Outline',
  outlineWidth: 'Outline width',
  clustered: 'Number of features',
  keep: 'Save as the style of the space',
  kept: (title: string) => `${title} has this style wherever it is put on a map.`,
  pixels: (size: number) => `${size} px`,
  opacity: 'Opacity',
  other: 'Other',
  noNumber: 'Not a number',
  few: 'Few',
  many: 'Many',
  density: 'Density of features',
  densityOf: (property: string) => `Density of ${property}`,
  heatBy: 'Weight',
  perCell: 'Features per hexagon',
  method: 'Classes',
  methods: {
    quantile: 'Quantiles: equal counts',
    equal: 'Equal intervals',
    natural: 'Natural breaks (Jenks)',
    manual: 'By hand',
  } satisfies Record<ClassMethod, string>,
  classCount: 'Number of classes',
  breaks: 'Class breaks',
  breaksHint: 'Numbers, separated by commas. Each begins a class.',
  badBreaks: (max: number) => `Expected 1 to ${max} numbers, separated by commas.`,
  ramp: 'Colour ramp',
  ramps: { teal: 'Teal', fire: 'Fire', violet: 'Violet', viridis: 'Viridis' } satisfies Record<
    RampName,
    string
  >,
};

export const histogramStrings = {
  title: (property: string) => `Distribution of ${property}`,
  bin: (from: string, to: string, count: string) => `${from} – ${to}: ${count}`,
  from: 'Lowest value',
  to: 'Highest value',
  chosen: (from: string, to: string, count: string) => `${from} – ${to}: ${count} features`,
};
