import type { TextsOf } from '../catalogue.ts';
import { isolated } from './counted.ts';

export const titleStrings: TextsOf<'titles'> = {
  label: 'تسمية المعالم حسب',
  hint: 'الخاصية التي تمثل قيمها المعالم على الخرائط وفي الجداول ونتائج البحث.',
  guessed: (property) => (property === undefined ? 'تلقائي: المعرّف' : `تلقائي: ${isolated(property)}`),
};

export const popupStrings: TextsOf<'popup'> = {
  title: 'النافذة المنبثقة',
  shown: 'الخصائص المعروضة',
  all: 'الكل',
  chosen: 'المختارة',
  text: 'النص',
  textHint: `${isolated('{name}')} تعني قيمة الخاصية name.`,
  labelOf: (property) => `تسمية ${isolated(property)}`,
  up: (property) => `نقل ${isolated(property)} إلى أعلى`,
  down: (property) => `نقل ${isolated(property)} إلى أسفل`,
  remove: (property) => `استبعاد ${isolated(property)}`,
  add: 'خاصية للعرض',
  addButton: 'عرض',
  hover: 'تحت المؤشر',
  hovers: { card: 'العنوان والنص والخصائص', title: 'العنوان فقط', none: 'لا شيء' },
  everything: 'عرض كل الخصائص',
  asDesigned: 'عرض النافذة المنبثقة',
};
