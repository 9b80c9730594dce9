import type { TextsOf } from '../catalogue.ts';
import { features } from './counted.ts';

export const measureStrings: TextsOf<'measure'> = {
  title: 'قياس',
  tool: 'قياس الطول والمساحة',
  start: 'انقر رؤوس ما تريد قياسه.',
  keys: 'انقر آخر رأس (أو Enter) للإنهاء، وأول رأس (أو C) للإغلاق. مفتاح المسافة يأخذ مركز الخريطة، وBackspace يزيل آخر رأس.',
  length: 'الطول',
  perimeter: 'المحيط',
  area: 'المساحة',
  again: 'البدء من جديد',
};

export const figureStrings: TextsOf<'figures'> = {
  tool: 'إحصاءات الجزء الظاهر',
  counting: 'جارٍ العدّ…',
  inView: (count, shown) => `${features(count, shown)} في الجزء الظاهر`,
  property: 'الخاصية',
};
