import type { TextsOf } from '../catalogue.ts';

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
